// Where a lecture stops, and what it asks.

import assert from "node:assert/strict";
import test from "node:test";

const { nextStop, question, STOPS } = await import(`${process.env.MASUME_SCRIPTS}/stops.js`);

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

test("the right answer is among the choices, in an order that stays", () => {
  const { right, choices } = question(small, 0);
  assert.equal(right, 1);
  assert.ok(choices.includes(1) && choices.length === 4);
  assert.deepEqual(question(small, 0).choices, choices);
  assert.equal(question(small, 3), null); // a new round
  assert.equal(question(small, 4), null); // the end
});
