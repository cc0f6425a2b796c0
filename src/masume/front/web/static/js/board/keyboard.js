// Keyboard control of a board: arrows move the cursor, Shift with an arrow drags.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function watchKeys(board, { way, touch, enabled, signal }) {
  board.grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || !handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });

  // Space acts when it is released, since holding it pans the board.
  board.grid.addEventListener("keyup", (event) => {
    if (event.key === " " && enabled()) touch({ cell: board.cursor(), second: event.shiftKey });
  }, { signal });

  function handleKey(event) {
    if (event.key in STEPS) return arrow(event);
    if (event.key === "Home" || event.key === "End") return edge(event);
    if (!enabled()) return false;
    const cell = board.cursor();
    if (event.key === " ") return true;
    if (event.key === "Enter") touch({ cell, second: event.shiftKey });
    else if (event.key.toLowerCase() === "x" && !event.ctrlKey) touch({ cell, second: true });
    else return false;
    return true;
  }

  function arrow(event) {
    const cell = board.cursor();
    if (event.shiftKey && way() === "side") {
      if (enabled()) touch({ cell, side: event.key.slice("Arrow".length).toLowerCase(), second: event.ctrlKey });
      return true;
    }
    const to = neighbour(cell, STEPS[event.key], board.size());
    if (to === null) return true;
    if (event.shiftKey && enabled()) touch({ cell, to, second: event.ctrlKey });
    // Lines are often drawn twice, so the cursor stays at their start.
    if (!(event.shiftKey && way() === "span")) board.setCursor(to);
    return true;
  }

  function edge(event) {
    const [rows, cols] = board.size();
    const row = event.ctrlKey ? (event.key === "Home" ? 0 : rows - 1) : Math.floor(board.cursor() / cols);
    board.setCursor(row * cols + (event.key === "Home" ? 0 : cols - 1));
    return true;
  }
}

/** Return the neighbour of a cell in a direction, or null at the edge. */
export function neighbour(cell, [down, right], [rows, cols]) {
  const [row, col] = [Math.floor(cell / cols) + down, (cell % cols) + right];
  return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
}

/** Return whether a key goes to an input or a dialog instead of being a command. */
export function isTyping(event) {
  const { target } = event;
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
