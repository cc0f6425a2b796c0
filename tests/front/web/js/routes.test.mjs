// Addresses of views, old ones, and the days in a row of the daily board.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.document = { documentElement: { dataset: {} } };
const { parseRoute, routeTo, SECTIONS } = await import(`${process.env.MASUME_SCRIPTS}/app/routes.js`);
const { countStreak } = await import(`${process.env.MASUME_SCRIPTS}/home/daily.js`);

test("every view is found at its address and at that of earlier versions", () => {
  for (const [section, views] of Object.entries(SECTIONS)) {
    for (const view of Object.keys(views)) {
      for (const hash of [routeTo(view, "board=hitori%2Ffirst"), `#/${view}?board=hitori%2Ffirst`]) {
        const found = parseRoute(hash);
        assert.deepEqual([found.section, found.view], [section, view]);
        assert.equal(found.query.get("board"), "hitori/first");
        assert.equal(found.address, routeTo(view, "board=hitori%2Ffirst"));
      }
    }
    assert.equal(parseRoute(`#/${section}`).view, Object.keys(views)[0]);
  }
});

test("other addresses show the home page", () => {
  for (const hash of ["", "#/", "#/nowhere", "#/play/race", "#/search/nowhere"]) assert.equal(parseRoute(hash).view, "home");
});

test("a streak ends today, or yesterday while today's board is open", () => {
  const today = new Date(2026, 2, 1);
  const days = (...names) => Object.fromEntries(names.map((name) => [name, 60]));
  assert.equal(countStreak({}, today), 0);
  assert.equal(countStreak(days("2026-03-01"), today), 1);
  assert.equal(countStreak(days("2026-02-27", "2026-02-28"), today), 2);
  assert.equal(countStreak(days("2026-02-26", "2026-02-28", "2026-03-01"), today), 2);
  assert.equal(countStreak(days("2026-02-26", "2026-02-27"), today), 0);
});
