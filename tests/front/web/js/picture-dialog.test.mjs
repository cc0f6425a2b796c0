// Which cells of an image are dark.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { findDarkCells } = await import(`${process.env.MASUME_SCRIPTS}/compose/picture-dialog.js`);

test("dark is what lies on the dark side of where both sides differ most", () => {
  assert.deepEqual(findDarkCells([10, 200, 12, 210]), [0, 2]);
  assert.deepEqual(findDarkCells([250, 250, 180, 250]), [2]);
  assert.deepEqual(findDarkCells([255, 255]), []);
  assert.deepEqual(findDarkCells([0, 0]), [0, 1]);
});
