// A board that is being composed, as the texts of its cells. Nothing here knows a puzzle: a cell
// without anything is ".", and what else it may hold is for the server to say.

export const EMPTY = ".";

/**
 * @typedef {{ head: string[], rows: number, cols: number, cells: string[] }} Draft
 */

/**
 * The draft of a board that the server has written: the lines of the grid are its last ones.
 * @param {{ board: string, rows: number, cols: number, cells: string[] }} given
 * @returns {Draft}
 */
export function draftOf({ board, rows, cols, cells }) {
  const lines = board.trimEnd().split("\n");
  return { head: lines.slice(0, lines.length - rows), rows, cols, cells: [...cells] };
}

/** An empty board of a puzzle. @returns {Draft} */
export function emptyDraft(kind, rows, cols) {
  return { head: [kind], rows, cols, cells: Array(rows * cols).fill(EMPTY) };
}

/** The board as a text that the server reads. @param {Draft} draft */
export function textOf({ head, rows, cols, cells }) {
  // Commas, since a row of one cell with two digits would be read as two cells otherwise.
  const line = (row) => `${cells.slice(row * cols, (row + 1) * cols).join(",")},`;
  return [...head, ...Array.from({ length: rows }, (_, row) => line(row))].join("\n");
}

/** With a text in some cells. @param {Draft} draft */
export function put(draft, cells, text) {
  const changed = [...draft.cells];
  for (const cell of cells) changed[cell] = text;
  return { ...draft, cells: changed };
}

/** The cell that half a turn brings to another one. @param {Draft} draft */
export function opposite({ rows, cols }, cell) {
  return rows * cols - 1 - cell;
}

/** With more or fewer rows and columns at the lower and right sides. @param {Draft} draft */
export function resized(draft, rows, cols) {
  return mapped(draft, rows, cols, (row, col) => [row, col]);
}

/** Everything moved by some rows and columns; what leaves at one side is gone. @param {Draft} draft */
export function shifted(draft, down, right) {
  return mapped(draft, draft.rows, draft.cols, (row, col) => [row - down, col - right]);
}

/** A quarter turn to the right. @param {Draft} draft */
export function rotated(draft) {
  return mapped(draft, draft.cols, draft.rows, (row, col) => [draft.rows - 1 - col, row]);
}

/** Left and right exchanged. @param {Draft} draft */
export function mirrored(draft) {
  return mapped(draft, draft.rows, draft.cols, (row, col) => [row, draft.cols - 1 - col]);
}

/** `from` says where the text of a cell comes from; outside of the board there is nothing. */
function mapped({ head, rows: oldRows, cols: oldCols, cells }, rows, cols, from) {
  const texts = Array.from({ length: rows * cols }, (_, cell) => {
    const [row, col] = from(Math.floor(cell / cols), cell % cols);
    const isInside = row >= 0 && col >= 0 && row < oldRows && col < oldCols;
    return isInside ? cells[row * oldCols + col] : EMPTY;
  });
  return { head, rows, cols, cells: texts };
}

/**
 * What a key makes of the text of a cell; null if it is no text. Digits are put together if that
 * gives one of the texts to choose from, as 1 and then 2 give 12.
 */
export function typed(key, before, palette) {
  if (key === "Backspace" || key === "Delete" || key === "." || key === "-") return EMPTY;
  if (key.length !== 1) return null;
  const text = palette.includes(key.toUpperCase()) ? key.toUpperCase() : key;
  if (/[0-9]/.test(key)) {
    if (palette.includes(before + key)) return before + key;
    return palette.some((one) => /^[0-9]/.test(one)) && key !== "0" ? key : null;
  }
  return palette.includes(text) ? text : null;
}

/** Drafts that were there before, and those that were taken back. */
export function createHistory(first) {
  let drafts = [first];
  let at = 0;
  return {
    now: () => drafts[at],
    canUndo: () => at > 0,
    canRedo: () => at < drafts.length - 1,
    /** A stroke is one change, however many cells it paints: its later ones join the first. */
    add(draft, { joins = false } = {}) {
      if (joins && at > 0) drafts = [...drafts.slice(0, at), draft];
      else drafts = [...drafts.slice(0, at + 1), draft].slice(-MOST);
      at = drafts.length - 1;
    },
    undo: () => { at = Math.max(0, at - 1); },
    redo: () => { at = Math.min(drafts.length - 1, at + 1); },
  };
}

const MOST = 500; // drafts to go back to
