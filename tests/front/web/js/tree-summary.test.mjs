// The numbers of the overview of a large tree.

import assert from "node:assert/strict";
import test from "node:test";

const { lastExpansion, summarise } = await import(`${process.env.MASUME_SCRIPTS}/film/tree-summary.js`);

/** A tree given by the parent of each node; the first two were expanded. */
function tree(parent) {
  const [firstChild, nextSibling, last] = [[], [], []];
  parent.forEach((above, id) => {
    if (above < 0) return;
    if (last[above] === undefined) firstChild[above] = id;
    else nextSibling[last[above]] = id;
    last[above] = id;
  });
  return { parent, count: () => parent.length, firstChild, nextSibling, place: parent.map((_, id) => (id < 2 ? id : -1)) };
}

test("nodes per depth, and the largest subtree of each", () => {
  const { depths } = summarise(tree([-1, 0, 0, 1, 1, 3]), 0, 6);
  assert.deepEqual(depths, [{ n: 1, expanded: 1, largest: 0 }, { n: 2, expanded: 1, largest: 1 }, { n: 2, expanded: 0, largest: 3 }, { n: 1, expanded: 0, largest: 5 }]);
});

test("subtrees lie below their parents, side by side, as wide as they are large", () => {
  const { blocks } = summarise(tree([-1, 0, 0, 1, 1]), 0, 5);
  const parts = blocks.map(({ id, n, depth, x, width }) => [id, n, depth, Math.round(100 * x), Math.round(100 * width)]);
  assert.deepEqual(parts, [[0, 5, 0, 0, 100], [1, 3, 1, 0, 60], [3, 1, 2, 0, 20], [4, 1, 2, 20, 20], [2, 1, 1, 60, 20]]);
});

test("tiny subtrees are left out, and deep ones", () => {
  const wide = summarise(tree([-1, ...Array(1000).fill(0)]), 0, 1001);
  assert.equal(wide.blocks.length, 1);
  const deep = summarise(tree(Array.from({ length: 20 }, (_, id) => id - 1)), 0, 20, 4);
  assert.equal(deep.blocks.length, 4);
  assert.equal(deep.depths.length, 20);
});

test("the last expansion in a subtree", () => {
  const whole = tree([-1, 0, 0, 1, 1]);
  assert.deepEqual([0, 1, 2].map((id) => lastExpansion(whole, id)), [1, 1, -1]);
});
