// Translates pointer events into gestures: a click, a secondary click, or a drag from cell to cell. The
// puzzle decides what they mean; here only the kind of drag matters:
//   paint  every cell is touched when the pointer reaches it
//   path   the same, except for the first cell
//   span   only the first cell and the direction count, at the end
//   side   every side that the pointer crosses is touched; a click touches the nearest side
//   select a first click only selects its cell, for typing; a drag is like a path
// A mouse acts immediately. A finger acts when it is lifted, since it may become a scroll or a pinch,
// which must not leave marks. `isFresh` says that a stroke began on an empty cell, so that its effect on
// other cells can be predicted.

import { feedback } from "../ui/feedback.js";

const LONG_PRESS_MS = 450; // long press, in ms
const TAP_PIXELS = 9; // movement in pixels that is still a tap

export function watchGestures(board, { way, touch, enabled, isSolved, signal }) {
  const { grid } = board;
  const down = new Set();
  let stroke = null;
  let timer = null;

  function begin(event) {
    down.add(event.pointerId);
    if (down.size > 1 || !enabled()) return cancel();
    if (event.button !== 0 && event.button !== 2) return undefined;
    const cell = board.at(event.clientX, event.clientY);
    if (cell === null) return undefined;
    const finger = event.pointerType === "touch";
    const isSelected = board.cursor() === cell && board.hasFocus();
    stroke = {
      id: event.pointerId, finger, cells: [cell], x: event.clientX, y: event.clientY,
      second: event.button === 2 || board.isSecondOnly(cell), wasOpen: board.isOpen(cell), isSelected, dragged: false, hasBegun: false, wasSolved: isSolved(),
    };
    if (finger) timer = setTimeout(startLongPress, LONG_PRESS_MS);
    else {
      event.preventDefault(); // prevents text selection; the focus is set below
      grid.setPointerCapture(event.pointerId);
    }
    board.setCursor(cell, { scroll: false });
    // A click and a stroke give an empty cell the same mark, so there is nothing to wait for.
    if (!finger && way() === "paint" && stroke.wasOpen) paint({ cell, second: stroke.second });
    return undefined;
  }

  function startLongPress() {
    if (!stroke || stroke.dragged) return;
    stroke.second = true;
    board.mark("pressed", stroke.cells);
    feedback("move");
  }

  function move(event) {
    if (!stroke || event.pointerId !== stroke.id) return;
    const slipped = Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) > TAP_PIXELS;
    if (stroke.finger && slipped && !board.isHandle(stroke.cells[0])) return void cancel();
    if (slipped) clearTimeout(timer);
    // The message about a solved board may shift the board under the pointer.
    if (isSolved() && !stroke.wasSolved) return void cancel();
    const cell = board.at(event.clientX, event.clientY);
    if (cell === null || cell === stroke.cells.at(-1)) return;
    stroke.dragged = true;
    for (const next of between(stroke.cells.at(-1), cell, board.size()[1])) advance(next);
    board.mark("stroke", way() === "span" ? [stroke.cells[0], cell] : stroke.cells);
    if (way() === "span") preview(straight(stroke.cells[0], cell, board.size()[1]));
  }

  /** Show the line that releasing the pointer would draw. */
  function preview(to) {
    stroke.unshow?.();
    stroke.unshow = stroke.second ? null : board.showPending({ cell: stroke.cells[0], to, look: "stroke" });
  }

  function advance(cell) {
    const from = source(stroke, stroke.cells.length);
    stroke.cells.push(cell);
    if (stroke.finger || way() === "span") return;
    paint({ cell: from, to: cell, second: stroke.second });
  }

  /** Return the cell whose mark is copied at a position of a stroke; cells that cannot take it are skipped. */
  function source({ cells, second }, place) {
    let from = place - 1;
    while (from > 0 && way() === "paint" && !second && board.isSecondOnly(cells[from])) from--;
    return cells[from];
  }

  /** Touch a cell; all touches of a stroke are one undo step. */
  function paint(gesture) {
    touch({ ...gesture, isFresh: stroke.wasOpen, joins: stroke.hasBegun });
    stroke.hasBegun = true;
  }

  function end(event) {
    down.delete(event.pointerId);
    const done = stroke;
    if (!done || event.pointerId !== done.id) return;
    cancel();
    if (done.hasBegun && !done.dragged) return; // already painted on pointerdown
    if (!done.dragged) {
      if (way() !== "select" || done.isSelected) touch({ cell: done.cells[0], second: done.second, side: board.side(done.x, done.y), isFresh: done.wasOpen });
    } else if (way() === "span") {
      const to = straight(done.cells[0], done.cells.at(-1), board.size()[1]);
      if (to !== done.cells[0]) touch({ cell: done.cells[0], to, second: done.second });
    } else if (done.finger) {
      const isPainted = way() === "paint" && done.wasOpen;
      if (isPainted) touch({ cell: done.cells[0], second: done.second, isFresh: true });
      done.cells.slice(1).forEach((to, place) => touch({ cell: source(done, place + 1), to, second: done.second, isFresh: done.wasOpen, joins: isPainted || place > 0 }));
    }
    if (way() !== "span") board.setCursor(done.cells.at(-1), { scroll: false });
  }

  function cancel() {
    clearTimeout(timer);
    stroke?.unshow?.();
    stroke = null;
    board.mark("stroke", []);
    board.mark("pressed", []);
  }

  grid.addEventListener("pointerdown", begin, { signal });
  grid.addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    cancel();
  }, { signal });
  grid.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
}

/** Return the cells between two cells, without the first; a fast pointer skips cells. */
export function between(from, to, cols) {
  const cells = [];
  let [row, col] = [Math.floor(from / cols), from % cols];
  const [toRow, toCol] = [Math.floor(to / cols), to % cols];
  while (row !== toRow || col !== toCol) {
    // Move along the longer axis first, to stay close to the straight line.
    if (Math.abs(toCol - col) >= Math.abs(toRow - row)) col += Math.sign(toCol - col);
    else row += Math.sign(toRow - row);
    cells.push(row * cols + col);
  }
  return cells;
}

/** Return the cell in the row or column of `from` that is closest to `to`. */
export function straight(from, to, cols) {
  const down = Math.floor(to / cols) - Math.floor(from / cols);
  const right = (to % cols) - (from % cols);
  return Math.abs(right) >= Math.abs(down) ? from + right : from + down * cols;
}
