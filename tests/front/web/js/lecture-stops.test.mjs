// Where a lecture stops, and what it asks.

import assert from "node:assert/strict";
import test from "node:test";

const { nextStop, question, STOPS } = await import(`${process.env.MASUME_SCRIPTS}/watch/lecture-stops.js`);

/** Frames of [id, parent, f, depth, kept, round]. */
function film(...rows) {
  const frames = rows.map(([id, parent, f, depth, kept = 1, round = 1], at) => ({ id, parent, f, depth, kept, round, step: at + 1, children: kept ? [["m", "kept"]] : [["m", "seen"]], head: [id + 1, 7, 8, 9] }));
  return { frames, end: () => ({ goal: { id: 9, parent: 3 } }) };
}

const small = film([0, null, 5, 0], [1, 0, 5, 1], [2, 1, 5, 2, 0], [3, 0, 6, 1], [4, null, 6, 0, 1, 2]);

test("each sort of moment is found", () => {
  const found = Object.fromEntries(STOPS.map((name) => [name, nextStop(small, 0, name, 2)]));
  assert.deepEqual(found, { backtrack: 3, rises: 3, round: 4, depth: 2, goal: 3, duplicate: 2, deadend: 2 });
  assert.equal(nextStop(small, 3, "backtrack"), null);
});

/** A film of one expansion whose children are [move, f]; the child `next` is expanded then. */
function asking(order, children, next, dropped = []) {
  const nodes = {
    parent: [-1, ...children.map(() => 0)], move: [null, ...children.map(([move]) => move)], fate: ["kept", ...children.map(() => "kept")],
    place: [0, ...children.map((_, at) => (at + 1 === next ? 1 : -1))], left: [], roots: new Map([[1, [0]]]), f: (id) => [0, ...children.map(([, f]) => f)][id],
  };
  for (const id of dropped) nodes.left[id] = [1, "stale"];
  const frames = [{ id: 0, step: 1, round: 1 }, { id: next, step: 2, round: 1 }];
  return { frames, nodes, upto: () => children.length + 1, about: () => ({ pseudocode: { picks: { order } } }) };
}

test("only the right choice has the least f, and names differ; the order stays", () => {
  const film = asking("priority", [["a", 5], ["b", 5], ["a", 6], ["c", 7], ["c", 8], ["d", 6]], 1);
  const { right, choices } = question(film, 0);
  assert.equal(right, 1);
  const order = [...choices].sort((a, b) => a.id - b.id);
  assert.deepEqual(order, [{ id: 1, tied: 1 }, { id: 4, tied: 0 }, { id: 6, tied: 1 }]); // b ties, a and c are named twice
  assert.deepEqual(question(film, 0).choices, choices);
  assert.equal(question(film, 1), null); // the end
});

test("nothing is asked where ties alone decide, or where the order is another", () => {
  assert.equal(question(asking("priority", [["a", 5], ["b", 5]], 1), 0), null);
  assert.equal(question(asking("queue", [["a", 5], ["b", 6]], 1), 0), null);
  assert.equal(question(asking("priority", [["a", 5], ["b", 6]], 2), 0), null); // not the best
  assert.equal(question(asking("priority", [["x", 4], ["a", 5], ["b", 6]], 2, [1]), 0).right, 2); // x is outdated
});
