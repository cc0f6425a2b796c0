// The report of a study, built from the blocks that the server sends.

import { createTable } from "../ui/sortable-table.js";
import { el } from "../ui/dom.js";
import { t } from "../app/messages.js";

/** Create a card for each chapter, after an introduction and a table of contents. */
export function createReport(blocks) {
  const chapters = [[]];
  for (const block of blocks) {
    if (isChapter(block)) chapters.push([]);
    chapters.at(-1).push(block);
  }
  const [first, ...others] = chapters;
  let tables = 0;
  let above = ""; // the last heading; it labels the tables below it

  function createBlock(block) {
    if (block.type === "heading") above = block.text;
    if (block.type === "table") tables += 1;
    return MAKE[block.type]?.(block, { number: tables, above }) ?? null;
  }

  const intro = first.length ? el("section", { class: "card chapter" }, first.map(createBlock)) : null;
  const cards = others.map((chapter) => el("section", { class: "card chapter" }, chapter.map(createBlock)));
  return el("div", { class: "report", test: "report" }, intro, contents(cards), cards);
}

function isChapter(block) {
  return block.type === "heading" && block.level === 2;
}

/** Create the table of contents; buttons, as the hash of the address names the view. */
function contents(cards) {
  if (cards.length < 2) return null;
  const heads = cards.map((card) => card.querySelector("h3"));
  return el("div", { class: "contents", role: "navigation", "aria-label": t("report.chapters") }, heads.map((head) =>
    el("button", { type: "button", class: "plain", text: head.textContent, on: { click: () => { head.focus({ preventScroll: true }); head.scrollIntoView(); } } })));
}

const MAKE = {
  // The page has the title of the study as its h2, so other headings are one level lower.
  heading: ({ text, level }) => (level === 2 ? el("h3", { tabindex: "-1", text }) : el("h4", { text })),
  text: ({ text, small }) => el("p", { class: small ? "muted" : "", text }),
  note: ({ text, loud }) => el("p", { class: loud ? "note strong" : "note", role: "note", text }),
  items: ({ texts }) => el("ul", {}, texts.map((text) => el("li", { text }))),
  code: ({ text }) => el("pre", { tabindex: "0", text }),
  table,
  figure,
};

function table({ head, rows, sortable }, { number, above }) {
  const columns = head.map(({ text, number: isNumber }, place) => ({
    name: String(place), title: text, words: !isNumber,
    text: (row) => row[place].text, more: (row) => row[place].more, value: (row) => row[place].order,
  }));
  const made = createTable(columns, { test: `report-table-${number}`, sortable, label: above });
  made.set(rows);
  return made.element;
}

/** Create a figure, on white in both themes; wide ones scroll or open in a new tab. */
function figure({ name, title, caption, url }) {
  return el("figure", {},
    el("a", { class: "figure-paper", href: url, target: "_blank", rel: "noopener", title: t("report.figure.open") },
      el("img", { src: url, alt: title, test: `figure-${name}` })),
    el("figcaption", { class: "muted", text: caption }));
}
