// Techniques: how people solve a puzzle, with an example board for each.

import { request } from "../data/api.js";
import { currentBoard } from "../app/current-board.js";
import { choice, el, picture, replace } from "../ui/dom.js";
import { legendText } from "./argument.js";
import { reportError } from "../app/status.js";
import { onTheme, theme } from "../app/theme.js";
import { t, tOr } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

/** Return the link to a technique. */
export function techniqueLink(kind, name) {
  return routeTo("techniques", `puzzle=${kind}&name=${name}`);
}

/** Return whether a technique has an example board. */
export function hasExample(about, kind, name) {
  return about.puzzles.some((puzzle) => puzzle.name === kind && puzzle.techniques.some(({ name: other }) => other === name));
}

/** Return the techniques of a puzzle, or only those named. */
export async function loadTechniques(puzzle, names, signal) {
  const answer = await request("/api/techniques", { puzzle, names, theme: theme() }, signal);
  return answer.techniques;
}

/** Return the elements of an example: its board, its sentence and the legend. @param {Server.TechniqueRow} row */
export function exampleElements(row) {
  return [picture(row.svg), el("p", { class: "lines", text: row.text }), el("p", { class: "muted", text: legendText(row.svg) })];
}

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  const explained = about.puzzles.filter((puzzle) => puzzle.techniques.length);
  const wished = [query?.get("puzzle"), currentBoard()?.kind].find((name) => explained.some((puzzle) => puzzle.name === name));
  const puzzles = choice(explained.map((puzzle) => [puzzle.name, puzzle.title]), {
    test: "technique-puzzle", value: wished ?? null, "aria-label": t("picker.puzzle"), on: { change: () => show().catch(reportError) },
  });
  const list = el("ol", { class: "steps", test: "techniques" });
  replace(root, el("section", { "aria-label": t("techniques.title") },
    el("div", { class: "view-head" }, el("h1", { text: t("techniques.title") }), el("p", { class: "muted", text: t("techniques.about") })),
    el("div", { class: "row" }, puzzles, el("a", { href: routeTo("explain"), text: t("techniques.back") })), list));
  onTheme(() => show().catch(reportError), signal);
  await show(query?.get("name"));

  async function show(name = null) {
    const kind = puzzles.value;
    const rows = await loadTechniques(kind, null, signal);
    if (kind !== puzzles.value) return; // another puzzle was chosen in the meantime
    const cards = rows.map(card);
    replace(list, cards);
    const wanted = cards.find((card) => card.dataset.technique === name);
    if (wanted) {
      wanted.classList.add("target");
      wanted.scrollIntoView({ block: "start" });
      wanted.focus({ preventScroll: true });
    }
  }

  function card(row) {
    return el("li", { class: "card", "data-technique": row.name, tabindex: "-1" },
      el("h2", { text: row.title }),
      el("p", {}, el("code", { text: row.name }), " ", el("span", { class: "level", text: tOr(`level.${row.level}`, row.level) })),
      exampleElements(row));
  }
}
