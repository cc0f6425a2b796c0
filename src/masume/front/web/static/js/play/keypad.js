// Buttons below the board for the symbols that can be entered into the selected cell.

import { el, replace } from "../ui/dom.js";
import { t } from "../app/messages.js";

const MOST = 16; // larger numbers are typed

export function createKeypad({ board, touch, enabled }) {
  let shown = "";
  let isPencil = false;
  const pencil = el("button", { type: "button", test: "key-notes", "aria-pressed": "false", text: t("keypad.notes"), title: t("keypad.notes.title"), on: { click: toggle } });
  const clear = el("button", { type: "button", test: "key-clear", text: t("keypad.clear"), on: { click: () => enter("") } });
  const element = el("div", { class: "keypad", role: "group", test: "keypad", hidden: true, "aria-label": t("keypad.title") });

  function toggle() {
    isPencil = !isPencil;
    pencil.setAttribute("aria-pressed", String(isPencil));
    board.setCursor(board.cursor(), { scroll: false });
  }

  function enter(symbol) {
    if (enabled()) touch({ cell: board.cursor(), symbol, second: isPencil && symbol !== "" });
    board.setCursor(board.cursor(), { scroll: false });
  }

  return {
    element,
    /** Show the buttons of some symbols. */
    show(symbols) {
      element.hidden = !symbols.length;
      if (shown === symbols.join()) return;
      shown = symbols.join();
      const keys = symbols.slice(0, MOST).map((symbol) =>
        el("button", { type: "button", class: "key", test: `key-${symbol}`, text: symbol, on: { click: () => enter(symbol) } }));
      replace(element, [...keys, pencil, clear]);
    },
  };
}
