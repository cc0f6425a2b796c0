// The dialog that generates one board and makes it the current one.

import { requestStream } from "../data/api.js";
import { choice, el, field, option, replace } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { theme } from "../app/theme.js";
import { t, tOr } from "../app/messages.js";

const SIDES = [5, 6, 7, 8, 10, 12, 15]; // offered for puzzles of any size
const [SIDE, MOST_SIDE] = [7, 9]; // of a board unless another one is chosen

export function openNewBoard(about, kind, chosen) {
  const makers = about.puzzles.filter((puzzle) => puzzle.maker);
  const puzzle = choice(makers.map((puzzle) => [puzzle.name, puzzle.title]), { test: "new-puzzle", value: makers.some((puzzle) => puzzle.name === kind) ? kind : makers[0].name, on: { change: offerSizes } });
  const size = choice([], { test: "new-size" });
  const level = choice(levelOptions(about), { test: "new-level" });
  const line = el("p", { class: "muted", test: "new-line", "aria-live": "polite", text: t("new.about") });
  const go = el("button", { type: "submit", class: "primary", test: "new-make", text: t("new.make") });
  const near = el("button", { type: "button", test: "new-use", hidden: true });
  const stop = new AbortController();
  const form = el("form", { on: { submit: make } },
    el("div", { class: "fields" }, field(t("picker.puzzle"), puzzle), field(t("new.size"), size), field(t("new.level"), level)),
    line, el("div", { class: "row" }, go, near));
  const sheet = openDialog(t("new.title"), form, { test: "new" });
  sheet.addEventListener("close", () => stop.abort());
  offerSizes();

  function offerSizes() {
    const { maker } = makers.find((item) => item.name === puzzle.value);
    replace(size, (maker.sides.length ? maker.sides : SIDES).map((n) => option([n, `${n}×${n}`])));
    size.value = String(usualSide(maker));
  }

  async function make(event) {
    event.preventDefault();
    go.disabled = near.hidden = true;
    line.textContent = t("new.busy");
    try {
      for await (const made of requestStream("/api/generate", wish(), stop.signal)) {
        if (made.error) line.textContent = made.error;
        else if (made.nearest) offer(made.nearest);
        else if (made.board) take(made);
      }
    } catch (fault) {
      if (fault.name !== "AbortError") line.textContent = fault.message;
    }
    go.disabled = false;
  }

  function wish() {
    return {
      puzzle: puzzle.value, rows: Number(size.value), cols: Number(size.value),
      difficulty: level.value || null, count: 1, seed: randomSeed(), symmetry: false, nearest: true, theme: theme(),
    };
  }

  /** Offer the closest board so far. */
  function offer(nearest) {
    near.textContent = t("new.use", { level: tOr(`level.${nearest.level}`, nearest.level) });
    near.onclick = () => take(nearest);
    near.hidden = false;
  }

  function take(made) {
    const { title } = makers.find((puzzle) => puzzle.name === made.kind);
    sheet.close();
    chosen({ kind: made.kind, title, rows: Number(size.value), cols: Number(size.value), name: made.name, board: made.board });
  }
}

/** Return a side of small boards that suits a puzzle. */
export function usualSide({ sides }) {
  return sides.findLast((side) => side <= MOST_SIDE) ?? SIDE;
}

/** Return the levels as options; the first is any. */
export function levelOptions(about) {
  return [["", t("level.any")], ...about.levels.map((name) => [name, tOr(`level.${name}`, name)])];
}

/** Return a random seed. */
export function randomSeed() {
  return Math.floor(Math.random() * 2 ** 31);
}
