// Drafts of boards: what is done to their cells.

import assert from "node:assert/strict";
import test from "node:test";

const { createHistory, parseDraft, emptyDraft, mirrorDraft, opposite, setCells, resizeDraft, rotateDraft, shiftDraft, formatDraft, typeKey } = await import(`${process.env.MASUME_SCRIPTS}/compose/draft.js`);

const DRAFT = { head: ["hitori", "name: mine"], rows: 2, cols: 3, cells: ["1", "2", "3", "4", "5", "6"] };

test("a draft comes from the server's text and goes back as one", () => {
  const { head, rows, cols, cells } = DRAFT;
  assert.deepEqual(parseDraft({ board: "hitori\nname: mine\n1 2 3\n4 5 6\n", rows, cols, cells }), DRAFT);
  assert.equal(formatDraft({ head, rows: 2, cols: 1, cells: ["12", "."] }), "hitori\nname: mine\n12,\n.,");
});

test("four quarter turns, two mirrors and a way and back change nothing", () => {
  assert.deepEqual(rotateDraft(DRAFT).cells, ["4", "1", "5", "2", "6", "3"]);
  assert.deepEqual(rotateDraft(rotateDraft(rotateDraft(rotateDraft(DRAFT)))), DRAFT);
  assert.deepEqual(mirrorDraft(DRAFT).cells, ["3", "2", "1", "6", "5", "4"]);
  assert.deepEqual(mirrorDraft(mirrorDraft(DRAFT)), DRAFT);
  assert.deepEqual(shiftDraft(DRAFT, 0, 1).cells, [".", "1", "2", ".", "4", "5"]);
  assert.deepEqual(resizeDraft(resizeDraft(DRAFT, 4, 4), 2, 3), DRAFT);
  for (let cell = 0; cell < 6; cell++) {
    assert.equal(rotateDraft(rotateDraft(DRAFT)).cells[opposite(DRAFT, cell)], DRAFT.cells[cell]);
  }
});

test("digits are put together where that is something to choose from", () => {
  const numbers = ["2", "3", "10", "12", "?"];
  assert.equal(typeKey("1", "", numbers), "1");
  assert.equal(typeKey("2", "1", numbers), "12");
  assert.equal(typeKey("3", "12", numbers), "3");
  assert.equal(typeKey("?", "2", numbers), "?");
  assert.equal(typeKey("Delete", "2", numbers), ".");
  assert.equal(typeKey("a", "", ["A", "B"]), "A");
  assert.equal(typeKey("7", "", ["A", "B"]), null);
  assert.equal(typeKey("ArrowUp", "", numbers), null);
});

test("a stroke is one change to take back", () => {
  const history = createHistory(emptyDraft("hitori", 1, 3));
  history.add(setCells(history.now(), [0], "1"));
  history.add(setCells(history.now(), [1], "1"), { joins: true });
  history.add(setCells(history.now(), [2], "2"));
  history.undo();
  assert.deepEqual(history.now().cells, ["1", "1", "."]);
  history.undo();
  assert.deepEqual(history.now().cells, [".", ".", "."]);
  assert.ok(!history.canUndo() && history.canRedo());
  history.redo();
  history.add(setCells(history.now(), [2], "5"));
  assert.ok(!history.canRedo());
});
