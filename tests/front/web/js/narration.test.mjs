// The sentence below a film's tree.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const scripts = process.env.MASUME_SCRIPTS;
globalThis.fetch = async (address) => ({ json: async () => JSON.parse(readFileSync(address, "utf8")) });
const { loadMessages } = await import(`${scripts}/app/messages.js`);
const { narrate } = await import(`${scripts}/film/narration.js`);
await loadMessages();

/** A film of one frame, whose algorithm picks nodes like this. */
function film(picks, frame) {
  return { frames: [{ step: 7, f: 5, h: 2, depth: 3, ...frame }], about: () => ({ pseudocode: picks && { picks } }), end: () => ({ end: "solved" }) };
}

test("a step names the priority, its ties and what decides among them", () => {
  const astar = { rule: "the least f", order: "priority", ties: "newest first", priority: "f" };
  assert.equal(narrate(film(astar, { priority: 5, tied: 6 }), 0), "Expanding #7: f = 5, tied with 6 others, newest first");
  assert.equal(narrate(film(astar, { priority: 5, tied: 1 }), 0), "Expanding #7: f = 5, tied with one other, newest first");
  assert.equal(narrate(film(astar, { priority: 5, tied: 0 }), 0), "Expanding #7: f = 5, the least f");
});

test("a step without a priority names the rule; without pseudocode only the value", () => {
  const stack = { rule: "last in, first out", order: "stack", ties: "", priority: "f" };
  assert.equal(narrate(film(stack, { f: null }), 0), "Expanding #7: depth = 3, last in, first out");
  assert.equal(narrate(film({ ...stack, rule: "takes the best neighbour", order: "local" }, {}), 0), "Step 7: h = 2, takes the best neighbour");
  assert.equal(narrate(film(null, {}), 0), "Expanding #7: f = 5");
});

test("the last frame says how the search ended", () => {
  assert.equal(narrate(film(null, { isAnswer: true, step: 39, g: 4 }), 0), "Goal reached after 39 expansions, at cost 4");
});
