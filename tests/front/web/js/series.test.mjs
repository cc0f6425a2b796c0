// Which board comes next, and how collections are told apart.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { findUnsolved } = await import(`${process.env.MASUME_SCRIPTS}/library/series.js`);
const { nextExample } = await import(`${process.env.MASUME_SCRIPTS}/app/current-board.js`);
const { getBoards, fingerprint, saveBoard, timeKey } = await import(`${process.env.MASUME_SCRIPTS}/data/collections.js`);

test("the next board is the first that is open, looked for from here on", () => {
  const solved = new Set([0, 2]);
  const from = (place) => findUnsolved(4, (index) => solved.has(index), place);
  assert.deepEqual([0, 1, 2, 3, 4].map(from), [1, 1, 3, 3, 1]);
  assert.equal(findUnsolved(2, () => true), -1);
  assert.equal(findUnsolved(0, () => false), -1);
});

test("the next example is one that can be solved", () => {
  const examples = [["a", 1], ["b", 0], ["c", 2]].map(([name, solutions]) => ({ name, solutions }));
  assert.equal(nextExample({ examples }, "a", {}), "c");
  assert.equal(nextExample({ examples }, "c", { a: 1, c: 1 }), "a");
});

test("files are told apart by their text", () => {
  assert.equal(fingerprint("abc"), fingerprint("abc"));
  assert.equal(new Set(["", "abc", "acb", "abc "].map(fingerprint)).size, 4);
  assert.equal(timeKey("x", 0), "x#1");
});

test("a board of one's own is kept once, in however many batches", async () => {
  const board = (number) => ({ kind: "hitori", rows: 1, cols: 1, called: `no. ${number}`, level: "", board: `text ${number}`, line: 1 });
  let kept = null;
  for (let number = 0; number < 205; number++) kept = await saveBoard("Mine", board(number));
  kept = await saveBoard("Mine", { ...board(7), board: "changed" });
  assert.equal(kept.count, 205);
  assert.deepEqual((await getBoards(kept, 6, 9)).map((board) => board.board), ["text 6", "changed", "text 8"]);
  assert.deepEqual((await getBoards(kept, 98, 203)).length, 105);
});
