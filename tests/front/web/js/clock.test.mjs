// The clock of a game.

import assert from "node:assert/strict";
import test from "node:test";

const { createClock } = await import(`${process.env.MASUME_SCRIPTS}/play/clock.js`);

test("it stands still while it is stopped, and starting twice changes nothing", () => {
  let now = 0;
  const clock = createClock(() => now);
  clock.start();
  now = 2000;
  clock.start();
  now = 3000;
  clock.stop();
  now = 9000;
  assert.equal(clock.seconds(), 3);
  clock.stop();
  assert.equal(clock.running(), false);
  clock.set(10, true);
  now = 9500;
  assert.equal(clock.seconds(), 10.5);
});
