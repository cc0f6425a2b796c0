// What the browser keeps, with a store that can be full.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

const kept = new Map();
let room = Infinity;
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem(name, text) {
    if (text.length > room) throw new Error("full");
    kept.set(name, text);
  },
};
const { saveGame, savedGame, savedGames, read, write } = await import(`${process.env.MASUME_SCRIPTS}/data/storage.js`);
const game = (board, more = {}) => ({ state: { board }, shared: false, ...more });

beforeEach(() => {
  room = Infinity;
  write("games", null);
  kept.clear();
});

test("the newest game comes first, and one board has one game", () => {
  for (const board of ["a", "b", "a"]) saveGame(game(board));
  assert.deepEqual(savedGames().map((game) => game.state.board), ["a", "b"]);
  saveGame(game("a", { shared: true }));
  assert.equal(savedGames().length, 3);
  assert.equal(savedGame("a", true).shared, true);
  assert.equal(savedGame("c"), null);
});

test("thirty games are kept", () => {
  for (let number = 0; number < 40; number++) saveGame(game(`board ${number}`));
  assert.equal(savedGames().length, 30);
  assert.equal(savedGames()[0].state.board, "board 39");
});

test("when there is no room the oldest go, and a page keeps what the store does not take", () => {
  for (const board of ["a", "b", "c"]) saveGame(game(board));
  room = 80;
  assert.equal(saveGame(game("d")), true);
  assert.deepEqual(savedGames().map((game) => game.state.board), ["d", "c"]);
  room = 0;
  assert.equal(saveGame(game("e")), false);
  assert.equal(savedGames()[0].state.board, "e");
});

test("nonsense in the store is nothing", () => {
  kept.set("masume.games", "{");
  assert.deepEqual(savedGames(), []);
  kept.set("masume.games", JSON.stringify([null, 7, { state: {} }]));
  assert.deepEqual(savedGames(), []);
  assert.equal(read("nothing"), null);
});
