// The controls that choose the current board: an example, a pasted or opened board, or a new one.

import { currentBoard, findKind, firstExample, isProblem, onBoardChange, setCurrentBoard, loadExample } from "../app/current-board.js";
import { el, option, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { openNewBoard } from "./new-board.js";
import { openBoardDialog } from "./open-board.js";
import { reportError } from "../app/status.js";
import { solvedTimes } from "../data/storage.js";
import { rating, t } from "../app/messages.js";

/**
 * Create the controls; `problems` also offers the instances of classic problems.
 * @param {Server.About} about
 * @param {AbortSignal} signal
 * @param {{ problems?: boolean }} given
 */
export function createPicker(about, signal, { problems = false } = {}) {
  const puzzles = el("select", {
    test: "puzzle", "aria-label": t("picker.puzzle"),
    on: { change: () => choose(puzzleNamed(puzzles.value), null) },
  }, problems ? [group("picker.puzzles", about.puzzles), group("picker.problems", about.problems)] : about.puzzles.map(kindOption));
  const examples = el("select", {
    test: "example", "aria-label": t("picker.example"),
    on: { change: () => examples.value && choose(puzzleNamed(puzzles.value), examples.value) },
  });
  const button = (test, sign, key, action) =>
    el("button", { type: "button", test, on: { click: action } }, icon(sign), el("span", { text: t(key) }));
  const element = el("div", { class: "picker", role: "group", "aria-label": t("picker.label") },
    puzzles, examples,
    button("new-board", "plus", "picker.new", () => openNewBoard(about, puzzles.value, setCurrentBoard)),
    button("paste-board", "rules", "picker.paste", () => openBoardDialog(about.puzzles.map((puzzle) => puzzle.name), problems, setCurrentBoard)));

  function puzzleNamed(name) {
    return findKind(about, name) ?? about.puzzles[0];
  }

  function choose(puzzle, example) {
    loadExample(puzzle.name, example ?? firstExample(puzzle), signal).catch(reportError);
  }

  /** Show the current board in the selects. */
  function show(board) {
    const puzzle = puzzleNamed(board?.kind ?? puzzles.value);
    const solved = solvedTimes();
    puzzles.value = puzzle.name;
    const text = (example) => isProblem(puzzle.name) ? example.title
      : t(example.name in solved ? "picker.example.solved" : "picker.example.text", { name: example.title, rows: example.rows, cols: example.cols, rating: rating(example) ? `, ${rating(example)}` : "" });
    replace(examples, puzzle.examples.map((example) => option([example.name, text(example), [example.name, example.note].filter(Boolean).join(" · ")])));
    const isListed = puzzle.examples.some((example) => example.name === board?.example);
    if (board && !isListed) {
      const name = board.called || board.name || t("picker.custom", { rows: board.rows, cols: board.cols });
      examples.prepend(option(["", board.shared ? t("picker.shared", { name }) : name]));
      examples.value = "";
    } else if (board) examples.value = board.example;
    element.dataset.on = board?.example ?? ""; // the board that is loaded, not the one that was requested; for tests
  }

  show(currentBoard());
  onBoardChange(show, signal);
  return element;
}

function group(key, kinds) {
  return el("optgroup", { label: t(key) }, kinds.map(kindOption));
}

function kindOption({ name, title }) {
  return option([name, title]);
}
