// Highlights the cells that a text names while the pointer is over the name, and the names while it is over the cell.

const NAME = /r(\d+)c(\d+)/g;
const LIT = "cell-name"; // name of the highlight in the style sheet

/**
 * Link the cell names in `texts` with the cells of the board.
 * @param {{ board: any, texts: HTMLElement, signal: AbortSignal }} given
 */
export function watchNames({ board, texts, signal }) {
  texts.addEventListener("mousemove", (event) => board.mark("named", cellsAt(event)), { signal });
  texts.addEventListener("mouseleave", () => board.mark("named", []), { signal });
  board.grid.addEventListener("pointermove", (event) => light(board.at(event.clientX, event.clientY)), { signal });
  board.grid.addEventListener("pointerleave", () => light(null), { signal });

  /** Return the cells whose names are under the pointer. */
  function cellsAt({ clientX, clientY }) {
    const place = document.caretRangeFromPoint?.(clientX, clientY);
    if (!(place?.startContainer instanceof Text)) return [];
    const names = namesIn(place.startContainer.data, board.size());
    return names.filter(({ from, to }) => from <= place.startOffset && place.startOffset <= to).map(({ cell }) => cell);
  }

  /** Highlight all names of a cell. */
  function light(cell) {
    const marks = globalThis.CSS?.highlights;
    if (!marks) return;
    marks.delete(LIT);
    if (cell === null) return;
    const ranges = [];
    const walker = document.createTreeWalker(texts, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      for (const { cell: named, from, to } of namesIn(node.data, board.size())) {
        if (named !== cell) continue;
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        ranges.push(range);
      }
    }
    if (ranges.length) marks.set(LIT, new Highlight(...ranges));
  }
}

/** Return the name of a cell, such as r1c2. */
export function nameOf(cell, [, cols]) {
  return `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;
}

/** Return the cells that a text names, each with its position; names outside the board are skipped. */
export function namesIn(text, [rows, cols]) {
  return [...text.matchAll(NAME)].flatMap((match) => {
    const [row, col] = [Number(match[1]) - 1, Number(match[2]) - 1];
    const isThere = row >= 0 && col >= 0 && row < rows && col < cols;
    return isThere ? [{ cell: row * cols + col, from: match.index, to: match.index + match[0].length }] : [];
  });
}
