// Keyboard control of a board: arrows move the cursor, Shift with an arrow drags, digits enter symbols.
// A digit soon after another one continues a number, such as 12, if there is one.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const SAME_NUMBER_MS = 1500; // from digit to digit

export function watchKeys(board, { way, touch, enabled, symbols = () => [], signal }) {
  let typed = { text: "", cell: -1, second: false, when: -Infinity };

  board.grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || !handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });

  function handleKey(event) {
    if (event.key in STEPS) return arrow(event);
    if (event.key === "Home" || event.key === "End") return edge(event);
    if (!enabled()) return false;
    const cell = board.cursor();
    if (event.key === "Enter" || event.key === " ") touch({ cell, second: event.shiftKey });
    else if (symbols().length && !event.ctrlKey && symbolKey(event, cell)) return true;
    else if (event.key.toLowerCase() === "x" && !event.ctrlKey) touch({ cell, second: true });
    else return false;
    return true;
  }

  /** Enter the symbol of a digit key, or clear the cell; return whether the key did. */
  function symbolKey(event, cell) {
    if (event.key === "Delete" || event.key === ".") {
      touch({ cell, symbol: "" });
      return true;
    }
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    if (digit === undefined) return false;
    const [second, now] = [event.shiftKey, performance.now()];
    const isSame = typed.cell === cell && typed.second === second && now - typed.when < SAME_NUMBER_MS;
    const joins = isSame && symbols().includes(typed.text + digit);
    if (joins && second) touch({ cell, symbol: typed.text, second, joins }); // takes back the shorter pencil mark
    const text = joins ? typed.text + digit : digit;
    typed = { text, cell, second, when: now };
    if (symbols().includes(text)) touch({ cell, symbol: text, second, joins });
    else if (text === "0") touch({ cell, symbol: "" });
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

/** Move the focus among the cells of a grid if an arrow key was pressed. */
export function moveFocus(event, cells, size) {
  const from = cells.indexOf(event.target);
  const to = event.key in STEPS ? neighbour(from, STEPS[event.key], size) : null;
  if (to === null) return;
  event.preventDefault();
  cells[from].tabIndex = -1;
  cells[to].tabIndex = 0;
  cells[to].focus();
}

/** Return whether a key goes to an input or a dialog instead of being a command. */
export function isTyping(event) {
  const { target } = event;
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
