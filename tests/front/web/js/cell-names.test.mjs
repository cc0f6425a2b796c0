// Names of cells in sentences.

import assert from "node:assert/strict";
import test from "node:test";

const { nameOf, namesIn } = await import(`${process.env.MASUME_SCRIPTS}/board/cell-names.js`);

test("names are found where they stand, and only those of cells that are there", () => {
  const text = "r1c1 and r3c2 are black, r4c1 is not.";
  const found = namesIn(text, [3, 2]);
  assert.deepEqual(found.map(({ cell }) => cell), [0, 5]);
  for (const { from, to } of found) assert.match(text.slice(from, to), /^r\dc\d$/);
  assert.deepEqual(namesIn("r0c1 r12c9", [11, 9]), []);
  for (let cell = 0; cell < 6; cell++) assert.equal(namesIn(nameOf(cell, [3, 2]), [3, 2])[0].cell, cell);
});
