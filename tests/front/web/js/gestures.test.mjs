// Ways over a board, in numbers of cells.

import assert from "node:assert/strict";
import test from "node:test";

const { between, straight } = await import(`${process.env.MASUME_SCRIPTS}/board/gestures.js`);

test("a quick pointer leaves no cell out", () => {
  assert.deepEqual(between(0, 3, 5), [1, 2, 3]);
  assert.deepEqual(between(3, 3, 5), []);
  assert.deepEqual(between(12, 2, 5), [7, 2]);
});

test("every step of the way goes to a neighbour, whatever the ends", () => {
  const cols = 7;
  for (let from = 0; from < 35; from++) {
    for (let to = 0; to < 35; to++) {
      let [row, col] = [Math.floor(from / cols), from % cols];
      const way = between(from, to, cols);
      for (const cell of way) {
        const [nextRow, nextCol] = [Math.floor(cell / cols), cell % cols];
        assert.equal(Math.abs(nextRow - row) + Math.abs(nextCol - col), 1);
        [row, col] = [nextRow, nextCol];
      }
      assert.equal(row * cols + col, to);
      assert.equal(way.length, Math.abs((to % cols) - (from % cols)) + Math.abs(Math.floor(to / cols) - Math.floor(from / cols)));
    }
  }
});

test("a drag in no straight line means the nearer one", () => {
  assert.equal(straight(0, 8, 5), 3); // one down, three to the right
  assert.equal(straight(0, 16, 5), 15); // three down, one to the right
  assert.equal(straight(12, 12, 5), 12);
});
