// Numbers and times as people read them.

import assert from "node:assert/strict";
import test from "node:test";

const { clockText, duration, number, t } = await import(`${process.env.MASUME_SCRIPTS}/app/messages.js`);

test("times", () => {
  assert.deepEqual([0, 65, 3723].map(clockText), ["0:00", "1:05", "1:02:03"]);
  assert.deepEqual([null, 0.0000123, 0.01234, 12.345].map(duration), ["–", "12 µs", "12.3 ms", "12.3 s"]);
});

test("numbers", () => {
  assert.deepEqual([null, undefined, 1234567, 0.256, 3].map(number), ["–", "–", "1,234,567", "0.26", "3"]);
});

test("a text that is not there is its key", () => {
  assert.equal(t("no.such", { n: 1 }), "no.such");
});
