// Search trees: which of their nodes are shown, and where.

import assert from "node:assert/strict";
import test from "node:test";

const { createNodes } = await import(`${process.env.MASUME_SCRIPTS}/film/nodes.js`);
const { kindOf, layOut, sizes } = await import(`${process.env.MASUME_SCRIPTS}/film/tree-layout.js`);

/** A film of a tree in which each of the first nodes has so many children. */
function grown(expansions, children) {
  const nodes = createNodes();
  let first = 1;
  for (let at = 0; at < expansions; at++) {
    const rows = Array.from({ length: children }, (_, n) => [`m${n}`, n === 0 ? "seen" : "kept", 1, null]);
    nodes.add({ step: at + 1, id: at, parent: at ? Math.floor((at - 1) / children) : null, move: null, g: 0, h: null, round: 1, first, children: rows }, at);
    first += children;
  }
  return nodes;
}

const show = (nodes, current, given = {}) =>
  layOut(nodes, { roots: nodes.roots.get(1), upto: nodes.count(), current, opened: new Set(), shut: new Set(), ...given });

test("a small tree is shown whole, each node below the middle of its parent", () => {
  const nodes = grown(4, 3);
  const { items, leaves } = show(nodes, 0);
  assert.equal(items.length, nodes.count());
  assert.equal(leaves, items.filter((item) => !item.kids.length).length);
  for (const item of items) if (item.kids.length) assert.equal(item.x, (item.kids[0].x + item.kids.at(-1).x) / 2);
});

test("of a hundred thousand nodes few are shown, the path among them, and all are counted", () => {
  const nodes = grown(25_000, 4);
  assert.equal(nodes.count(), 100_001);
  const current = 24_999;
  const { items } = show(nodes, current);
  assert.ok(items.length < 250, `${items.length}`);
  for (const id of nodes.path(current)) assert.ok(items.some((item) => item.id === id));
  assert.equal(sizes(nodes, 0, nodes.count())[0], 100_001);
  const told = items.filter((item) => item.sign === "closed").reduce((sum, item) => sum + item.n - 1, 0);
  const shown = items.filter((item) => item.id !== null).length;
  assert.equal(told + shown, 100_001);
});

test("a branch opens and closes by hand, and a long path is cut above", () => {
  const nodes = grown(25_000, 4);
  const { items } = show(nodes, 24_999);
  const closed = items.find((item) => item.sign === "closed").id;
  const more = show(nodes, 24_999, { opened: new Set([closed]) }).items;
  assert.ok(more.some((item) => nodes.parent[item.id] === closed));
  const none = show(nodes, null, { shut: new Set([0]) }).items;
  assert.deepEqual([none.length, none[0].sign, none[0].n], [1, "closed", 100_001]);
  const line = grown(1000, 1);
  const cut = show(line, 999).items;
  assert.equal(cut.find((item) => item.sign === "above").n, 880);
});

test("nodes are told apart by what has become of them", () => {
  const nodes = grown(3, 3);
  nodes.left[6] = [2, "width"];
  const kinds = [0, 1, 2, 3, 4, 6].map((id) => kindOf(nodes, id, 2, 2, 3));
  assert.deepEqual(kinds, ["expanded", "expanded", "current", "goal", "duplicate", "dropped"]);
  assert.equal(kindOf(nodes, 2, 1, 1, null), "open");
});
