// The button that shows the current board and opens the dialog to change it: an example of any puzzle, a
// new board, or one from a text or a file.

import { currentBoard, findKind, isProblem, onBoardChange, setCurrentBoard, loadExample } from "../app/current-board.js";
import { el, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { openDialog } from "../ui/dialog.js";
import { openNewBoard } from "./new-board.js";
import { openBoardDialog } from "./open-board.js";
import { thumbnail } from "./previews.js";
import { routeTo } from "../app/routes.js";
import { reportError } from "../app/status.js";
import { solvedTimes } from "../data/storage.js";
import { rating, t } from "../app/messages.js";

/**
 * Create the button; `problems` also offers the instances of classic problems, `named` shows the current board,
 * `taken` is called when an example was chosen.
 * @param {Server.About} about
 * @param {AbortSignal} signal
 * @param {{ problems?: boolean, named?: boolean, taken?: () => void }} given
 */
export function createPicker(about, signal, { problems = false, named = true, taken = () => {} } = {}) {
  const label = el("span", {});
  const element = el("button", { type: "button", class: "picker", test: "change-board", title: t("picker.change"), on: { click: () => openPicker(about, problems, taken, signal) } }, icon("board"), label);

  function show(board) {
    const name = board && (board.called || board.name || t("picker.custom", { rows: board.rows, cols: board.cols }));
    const text = [board?.title, board?.shared ? t("picker.shared", { name }) : exampleTitle(about, board) ?? name].filter(Boolean).join(" · ");
    label.textContent = named && board ? text : t("picker.change");
    element.setAttribute("aria-label", named && board ? t("picker.current", { text }) : t("picker.change"));
    element.dataset.on = board?.example ?? ""; // the board that is loaded, not the one that was requested; for tests
  }

  show(currentBoard());
  onBoardChange(show, signal);
  return element;
}

function exampleTitle(about, board) {
  return findKind(about, board?.kind)?.examples.find((example) => example.name === board.example)?.title;
}

/** Open the dialog. */
function openPicker(about, problems, taken, signal) {
  const closed = new AbortController();
  const lists = [["picker.puzzles", about.puzzles], ...(problems ? [["picker.problems", about.problems]] : [])];
  const boards = el("ol", { class: "tiles", test: "picker-boards" });
  const chips = lists.flatMap(([, kinds]) => kinds).map((kind) => el("button", { type: "button", test: `puzzle-${kind.name}`, text: kind.title, on: { click: () => showKind(kind) } }));
  const groups = lists.map(([key, kinds]) => el("div", { class: "chips", role: "group", "aria-label": t(key) }, chips.splice(0, kinds.length)));
  const action = (test, sign, key, act) => el("button", { type: "button", test, on: { click: act } }, icon(sign), el("span", { text: t(key) }));
  let shown = null;
  const sheet = openDialog(t("picker.change"), [
    el("div", { class: "row" },
      action("new-board", "plus", "picker.new", () => { sheet.close(); openNewBoard(about, shown.name, setCurrentBoard); }),
      action("paste-board", "rules", "picker.paste", () => { sheet.close(); openBoardDialog(problems, setCurrentBoard); }),
      problems ? null : el("a", { class: "button", href: routeTo("library") }, icon("board"), el("span", { text: t("nav.library") }))),
    ...groups, boards], { test: "picker", wide: true });
  sheet.addEventListener("close", () => closed.abort());
  // Boards are drawn when they come into view.
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const small = target.querySelector(".thumbnail");
      thumbnail(/** @type {HTMLElement} */ (target).dataset.example, closed.signal).then((drawn) => replace(small, drawn)).catch(reportError);
    }
  }, { root: sheet });
  showKind(findKind(about, currentBoard()?.kind) ?? about.puzzles[0]);

  function showKind(kind) {
    shown = kind;
    for (const group of groups) for (const chip of group.children) chip.setAttribute("aria-pressed", String(chip.getAttribute("data-test") === `puzzle-${kind.name}`));
    const solved = solvedTimes();
    const examples = [...kind.examples].sort((a, b) => a.rows * a.cols - b.rows * b.cols || 0); // those of problems stay as they are
    replace(boards, examples.map((example) => {
      const { name, title, note, rows, cols } = example;
      const isHere = currentBoard()?.example === name;
      const facts = [rows ? `${rows}×${cols}` : "", isProblem(kind.name) ? "" : rating(example)].filter(Boolean).join(" · ");
      const entry = el("button", { type: "button", class: "tile", test: `example-${name}`, "data-example": name, title: [name, note].filter(Boolean).join(" · "), "aria-current": isHere ? "true" : null, on: { click: () => take(kind, name) } },
        isProblem(kind.name) ? null : el("span", { class: "thumbnail" }), el("span", { class: "tile-name", text: name in solved ? t("picker.solved", { name: title }) : title }), facts ? el("span", { class: "muted", text: facts }) : null);
      if (!isProblem(kind.name)) seen.observe(entry);
      return el("li", {}, entry);
    }));
  }

  function take(kind, name) {
    sheet.close();
    loadExample(kind.name, name, signal).then(taken).catch(reportError);
  }
}
