// Games inside links.

import assert from "node:assert/strict";
import test from "node:test";

const { packGame, unpackGame } = await import(`${process.env.MASUME_SCRIPTS}/data/game-link.js`);
const GAME = { board: "a board\nname: Füße 升目\n1 . 2", moves: ["r1c1=black +", "r1c2=white"], at: 1 };

test("what is packed comes out again, in letters that an address can hold", async () => {
  const text = await packGame(GAME);
  assert.match(text, /^z[A-Za-z0-9_-]+$/);
  const { board, moves, at } = await unpackGame(text);
  assert.deepEqual({ board, moves, at }, GAME);
});

test("browsers that cannot squeeze write it plainly, and all can read that", async (context) => {
  const kept = globalThis.CompressionStream;
  context.after(() => { globalThis.CompressionStream = kept; });
  delete globalThis.CompressionStream;
  const text = await packGame(GAME);
  assert.equal(text[0], "j");
  assert.deepEqual((await unpackGame(text)).moves, GAME.moves);
});

test("what is no game is refused", async () => {
  for (const text of ["", "z", "zAAAA", "jbm9uc2Vuc2U", "!!"]) await assert.rejects(unpackGame(text), text);
});
