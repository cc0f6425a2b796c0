// The timeline of a race.

import assert from "node:assert/strict";
import test from "node:test";

const { frameAt, findMoments } = await import(`${process.env.MASUME_SCRIPTS}/watch/race-timeline.js`);
const film = (...steps) => steps.map((step) => ({ step, ms: step / 10 }));

test("a race stops wherever anything happens in any lane", () => {
  assert.deepEqual(findMoments([film(1, 2, 3), film(1, 5)], "step"), [1, 2, 3, 5]);
  const long = findMoments([film(...Array.from({ length: 50_001 }, (_, at) => at))], "step");
  assert.ok(long.length <= 20_000 && long.at(-1) === 50_000);
});

test("a lane shows the last frame that has come by then", () => {
  const frames = film(1, 2, 10);
  assert.deepEqual([0, 1, 9, 10, 99].map((at) => frameAt(frames, "step", at)), [0, 0, 1, 2, 2]);
  assert.equal(frameAt(frames, "ms", 0.2), 1);
});
