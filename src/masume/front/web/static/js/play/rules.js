// The rules beside a board: small pictures of boards that break them, and how to mark.

import { request } from "../data/api.js";
import { el, picture, replace } from "../ui/dom.js";
import { openRules } from "../ui/dialog.js";
import { reportError } from "../app/status.js";
import { read, write } from "../data/storage.js";
import { theme } from "../app/theme.js";
import { t } from "../app/messages.js";

/** Create the card; it is open at first where there is room, and then as the player left it. @param {{ about: Server.About, signal: AbortSignal }} given */
export function createRules({ about, signal }) {
  const body = el("div", { class: "stack" });
  const element = el("details", { class: "card rules", test: "rules-card", on: { toggle: () => {
    if (!read("rules-open") !== !element.open) write("rules-open", element.open);
    fill().catch(reportError);
  } } }, el("summary", { text: t("tool.rules") }), body);
  element.open = read("rules-open") ?? matchMedia("(min-width: 60.01rem)").matches;
  let board = null;
  let shown = null; // what is shown, as a key

  /** Show the rules of a board. @param {Server.GameView} answer */
  function show({ kind, state }) {
    board = { kind, text: state.board };
    fill().catch(reportError);
  }

  async function fill() {
    if (!board || !element.open) return;
    const puzzle = about.puzzles.find((puzzle) => puzzle.name === board.kind);
    const options = board.text.split("\n").filter((line) => line.includes(":") && !line.startsWith("name:")).join("\n");
    const key = [board.kind, options, theme()].join("\n");
    if (!puzzle || key === shown) return;
    shown = key;
    const list = el("ul", { class: "rule-pictures" });
    replace(body, el("p", { text: puzzle.rules.split("\n")[0] }), list, el("p", { class: "muted", text: t(`welcome.${puzzle.drag}`) }),
      el("div", { class: "row" }, el("button", { type: "button", class: "link", test: "all-rules", text: t("rules.all"), on: { click: () => openRules(puzzle) } })));
    const { rules } = await request("/api/rules", { board: board.text, theme: theme() }, signal);
    if (key !== shown) return;
    replace(list, rules.map(({ text, svg }) => {
      const drawn = picture(svg);
      drawn.setAttribute("aria-hidden", "true");
      return el("li", {}, drawn, el("span", { text: t("rules.broken", { text }) }));
    }));
  }

  return { element, show };
}
