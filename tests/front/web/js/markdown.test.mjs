// Markdown of assignments: its blocks, and the parts of its lines.

import assert from "node:assert/strict";
import test from "node:test";

const { parseInline, parseMarkdown } = await import(`${process.env.MASUME_SCRIPTS}/ui/markdown.js`);

test("blocks are told apart", () => {
  const text = "# Task\n\nTwo\nlines\n\n- one\n  more\n- two\n\n1. first\n2) second\n\n    code\n\n      deeper\n\n```\n# no heading\n```\n| a | b |\n|---|--:|\n| 1 | x \\| y |\nend";
  assert.deepEqual(parseMarkdown(text), [
    { kind: "heading", level: 1, text: "Task" },
    { kind: "p", text: "Two\nlines" },
    { kind: "ul", items: ["one\nmore", "two"] },
    { kind: "ol", items: ["first", "second"] },
    { kind: "code", text: "code\n\n  deeper" },
    { kind: "code", text: "# no heading" },
    { kind: "table", rows: [["a", "b"], ["1", "x \\| y"]] },
    { kind: "p", text: "end" },
  ]);
});

test("lines have code, bold, links and signs", () => {
  assert.deepEqual(parseInline("A* and `a*b` **now** \\*"), ["A* and ", ["code", "a*b"], " ", ["strong", "now"], " ", "*"]);
  assert.deepEqual(parseInline("[here](https://example.org/a)"), [["a", "here", "https://example.org/a"]]);
});

test("markup and other addresses stay text", () => {
  assert.deepEqual(parseInline("<img src=x onerror=alert(1)>"), ["<img src=x onerror=alert(1)>"]);
  assert.deepEqual(parseInline("[run](javascript:alert)"), ["run"]);
});

test("unfinished blocks end with the text", () => {
  assert.deepEqual(parseMarkdown("```\nopen"), [{ kind: "code", text: "open" }]);
  assert.deepEqual(parseMarkdown(""), []);
  assert.deepEqual(parseMarkdown("#"), [{ kind: "p", text: "#" }]);
});
