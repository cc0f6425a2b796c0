import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const { applyDifference } = await import(`${process.env.MASUME_SCRIPTS}/data/patch.js`);

test("what has changed is put into what was there, which stays as it was", () => {
  const old = { a: 1, b: ["x", "y", "z"], c: { d: null } };
  const change = { fields: { a: null, b: { items: [[0, 1, []], [2, 1, ["w", "v"]]] }, c: { fields: { d: { value: [2] } } }, e: { value: null } } };
  assert.deepEqual(applyDifference(old, change), { b: ["y", "w", "v"], c: { d: [2] }, e: null });
  assert.deepEqual(old, { a: 1, b: ["x", "y", "z"], c: { d: null } });
});

test("a game assembled from differences equals the whole game", () => {
  for (const { answers, whole } of JSON.parse(readFileSync(process.env.MASUME_GAMES, "utf8"))) {
    let [now, version] = [null, null];
    for (const answer of answers) {
      now = answer.whole ?? applyDifference(now, answer.changed);
      assert.notEqual(answer.version, version);
      version = answer.version;
    }
    assert.deepEqual({ ...now, seconds: 0, state: { ...now.state, seconds: 0 } }, whole);
  }
});
