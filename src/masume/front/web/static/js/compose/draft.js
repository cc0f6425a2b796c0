// Drafts: boards being composed, as the texts of their cells. Nothing here depends on a puzzle: an empty
// cell is ".", and the server defines the other texts.

export const EMPTY = ".";

/**
 * @typedef {{ head: string[], rows: number, cols: number, cells: string[] }} Draft
 */

/**
 * Return the draft of a board that the server has written; the rows are its last lines.
 * @param {{ board: string, rows: number, cols: number, cells: string[] }} given
 * @returns {Draft}
 */
export function parseDraft({ board, rows, cols, cells }) {
  const lines = board.trimEnd().split("\n");
  return { head: lines.slice(0, lines.length - rows), rows, cols, cells: [...cells] };
}

/** Return an empty draft. @returns {Draft} */
export function emptyDraft(kind, rows, cols) {
  return { head: [kind], rows, cols, cells: Array(rows * cols).fill(EMPTY) };
}

/** Format a draft as a text that the server reads. @param {Draft} draft */
export function formatDraft({ head, rows, cols, cells }) {
  // Commas: otherwise a row of one cell with two digits would be read as two cells.
  const line = (row) => `${cells.slice(row * cols, (row + 1) * cols).join(",")},`;
  return [...head, ...Array.from({ length: rows }, (_, row) => line(row))].join("\n");
}

/** Return the draft with a text in these cells. @param {Draft} draft */
export function setCells(draft, cells, text) {
  const changed = [...draft.cells];
  for (const cell of cells) changed[cell] = text;
  return { ...draft, cells: changed };
}

/** Return the cell opposite under 180° rotation. @param {Draft} draft */
export function opposite({ rows, cols }, cell) {
  return rows * cols - 1 - cell;
}

/** Return the draft with rows and columns added or removed at the bottom and right. @param {Draft} draft */
export function resizeDraft(draft, rows, cols) {
  return mapCells(draft, rows, cols, (row, col) => [row, col]);
}

/** Return the draft shifted; what leaves the board is lost. @param {Draft} draft */
export function shiftDraft(draft, down, right) {
  return mapCells(draft, draft.rows, draft.cols, (row, col) => [row - down, col - right]);
}

/** Return the draft rotated by 90° clockwise. @param {Draft} draft */
export function rotateDraft(draft) {
  return mapCells(draft, draft.cols, draft.rows, (row, col) => [draft.rows - 1 - col, row]);
}

/** Return the draft mirrored left to right. @param {Draft} draft */
export function mirrorDraft(draft) {
  return mapCells(draft, draft.rows, draft.cols, (row, col) => [row, draft.cols - 1 - col]);
}

/** Build a draft cell by cell; `from` maps a cell to its old row and column, outside of the board it is empty. */
function mapCells({ head, rows: oldRows, cols: oldCols, cells }, rows, cols, from) {
  const texts = Array.from({ length: rows * cols }, (_, cell) => {
    const [row, col] = from(Math.floor(cell / cols), cell % cols);
    const isInside = row >= 0 && col >= 0 && row < oldRows && col < oldCols;
    return isInside ? cells[row * oldCols + col] : EMPTY;
  });
  return { head, rows, cols, cells: texts };
}

/**
 * Return the text of a cell after a key, or null if the key is no text. Digits are appended if the
 * palette has the result, such as 1 and then 2.
 */
export function typeKey(key, before, palette) {
  if (key === "Backspace" || key === "Delete" || key === "." || key === "-") return EMPTY;
  if (key.length !== 1) return null;
  const text = palette.includes(key.toUpperCase()) ? key.toUpperCase() : key;
  if (/[0-9]/.test(key)) {
    if (palette.includes(before + key)) return before + key;
    return palette.some((item) => /^[0-9]/.test(item)) && key !== "0" ? key : null;
  }
  return palette.includes(text) ? text : null;
}

/** Create an undo history of drafts. */
export function createHistory(first) {
  let drafts = [first];
  let at = 0;
  return {
    now: () => drafts[at],
    canUndo: () => at > 0,
    canRedo: () => at < drafts.length - 1,
    /** Add a draft; later cells of a stroke (`joins`) replace its last draft, so a stroke is one change. */
    add(draft, { joins = false } = {}) {
      if (joins && at > 0) drafts = [...drafts.slice(0, at), draft];
      else drafts = [...drafts.slice(0, at + 1), draft].slice(-MOST);
      at = drafts.length - 1;
    },
    undo: () => { at = Math.max(0, at - 1); },
    redo: () => { at = Math.min(drafts.length - 1, at + 1); },
  };
}

const MOST = 500; // drafts kept for undo
