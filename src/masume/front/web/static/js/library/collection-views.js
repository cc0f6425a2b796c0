// Collections in the library: importing a file, and its boards in pages.

import { openBooklet } from "./booklet.js";
import { getBoards, readCollection, timeKey } from "../data/collections.js";
import { choice, el, field, replace } from "../ui/dom.js";
import { packHead, tile } from "./library.js";
import { thumbnail } from "../board/previews.js";
import { findUnsolved, playFrom } from "./series.js";
import { reportError } from "../app/status.js";
import { solvedTimes } from "../data/storage.js";
import { onTheme } from "../app/theme.js";
import { t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

const AT_ONCE = 24; // boards per page

/** Create the import card; `shown()` is called when a collection was added. */
export function createCollectionCard({ about, signal, shown }) {
  const file = el("input", { type: "file", test: "collection-file", "aria-label": t("collection.file"), on: { change: () => importFile(file.files[0]) } });
  const kind = choice([["", t("collection.any")], ...about.puzzles.map((puzzle) => [puzzle.name, puzzle.title])], { test: "collection-kind", on: { change: () => last && importFile(last) } });
  const line = el("p", { class: "progress", test: "collection-line", role: "status" });
  const faults = el("div", {});
  let last = null;
  let running = null; // continues when the view is left
  let begun = null; // the collection whose first boards are stored
  const card = el("article", { class: "card drop-zone", test: "collection-drop" },
    el("h2", { text: t("collection.title") }), el("p", { class: "muted", text: t("collection.about") }),
    el("div", { class: "row" }, file, field(t("collection.kind"), kind)), line, faults);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    card.classList.add("over");
  }, { signal });
  addEventListener("dragleave", () => card.classList.remove("over"), { signal });
  addEventListener("drop", (event) => {
    event.preventDefault();
    card.classList.remove("over");
    importFile(event.dataTransfer.files[0]);
  }, { signal });

  function importFile(chosen) {
    if (!chosen) return;
    last = chosen;
    open(chosen).catch((fault) => {
      line.classList.remove("busy");
      line.textContent = fault.message;
    });
  }

  async function open(chosen) {
    running?.abort();
    const mine = (running = new AbortController());
    if (chosen.size > about.limits.collection) throw new Error(t("collection.large", { n: about.limits.collection }));
    replace(faults);
    line.classList.add("busy");
    const collection = await readCollection({
      name: chosen.name.replace(/\.\w+$/, ""), text: await chosen.text(), kind: kind.value || null, signal: mine.signal,
      progress: async ({ count, id }) => {
        line.textContent = t("collection.read", { n: count });
        if (count && begun !== id) {
          begun = id;
          await shown();
        }
      },
    });
    if (mine !== running) return;
    line.classList.remove("busy");
    line.textContent = t(collection.count ? "collection.read" : "collection.none", { n: collection.count });
    replace(faults, faultList(collection));
    await shown();
  }

  return card;
}

/** Create the list of lines that could not be read. */
function faultList({ faults, faultCount }) {
  if (!faultCount) return null;
  const more = faultCount - faults.length;
  return el("details", { test: "collection-faults" }, el("summary", { text: t("collection.errors", { n: faultCount }) }),
    el("ul", { class: "error-list" }, faults.map(({ error }) => el("li", { class: "error-line", text: error })), more ? el("li", { text: t("collection.more", { n: more }) }) : null));
}

/** Show a collection page by page. @param {import("../data/collections.js").Collection | null} collection */
export async function showCollection(page, collection, about, signal) {
  if (!collection) {
    replace(page, el("p", { class: "card", text: t("collection.missing") }), el("a", { class: "back", href: routeTo("library"), text: t("library.back") }));
    return;
  }
  const times = solvedTimes();
  const isSolved = (place) => timeKey(collection.id, place) in times;
  const open = findUnsolved(collection.count, isSolved);
  const done = Array.from({ length: collection.count }, (_, place) => isSolved(place)).filter(Boolean).length;
  const play = (place) => playFrom(collection, place, about).then(() => { location.hash = routeTo("play"); }).catch(reportError);
  const tiles = el("ol", { class: "tiles", test: "tiles" });
  const line = el("span", { class: "muted", test: "collection-place" });
  let from = Math.floor(Math.max(open, 0) / AT_ONCE) * AT_ONCE;
  let turn = 0;
  const step = (sign, key, by) => el("button", { type: "button", test: `collection-${key}`, "aria-label": t(`collection.${key}`), text: sign, on: { click: () => show(from + by).catch(reportError) } });
  const [before, after] = [step("‹", "previous", -AT_ONCE), step("›", "next", AT_ONCE)];
  const print = async () => openBooklet({ about, title: collection.name, boards: (await getBoards(collection, 0, collection.count)).map((item, place) => ({ board: item.board, name: item.called || t("library.number", { n: place + 1 }), level: item.level })) });
  replace(page, packHead({ called: collection.name, done, all: collection.count, play: () => play(Math.max(open, 0)), print, back: routeTo("library") }), faultList(collection),
    el("div", { class: "row" }, before, line, after), tiles);
  onTheme(() => show(from).catch(reportError), signal);
  await show(from);

  async function show(start) {
    const mine = (turn += 1);
    from = Math.max(0, start < collection.count ? start : from);
    const to = Math.min(from + AT_ONCE, collection.count);
    const boards = await getBoards(collection, from, to);
    line.textContent = t("collection.shown", { from: from + 1, to, all: collection.count });
    before.disabled = from === 0;
    after.disabled = to === collection.count;
    const drawn = boards.map((board, at) => tile({ ...board, called: board.called || t("library.number", { n: from + at + 1 }) }, times[timeKey(collection.id, from + at)], () => play(from + at)));
    replace(tiles, drawn.map((item) => el("li", {}, item.element)));
    for (const [at, one] of drawn.entries()) {
      const small = await thumbnail(boards[at].board, signal);
      if (mine !== turn) return;
      one.draw(small);
    }
  }
}
