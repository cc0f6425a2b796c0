// Talking to a server that is slow, busy, gone, or breaks off.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

const bar = { classList: { toggle() {} }, replaceChildren() {}, hidden: true };
const element = () => ({ dataset: {}, setAttribute() {}, addEventListener() {}, append() {}, replaceChildren() {} });
globalThis.document = { body: { append() {} }, querySelectorAll: () => [], getElementById: () => bar, createElement: element, createElementNS: element };
mock.timers.enable({ apis: ["setTimeout"] });
const { request, requestStream, ServerError } = await import(`${process.env.MASUME_SCRIPTS}/data/api.js`);

function answers(...given) {
  const asked = [];
  globalThis.fetch = async (path, options) => {
    asked.push([path, options]);
    const next = given.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  return asked;
}

const stream = (...parts) => new Response(new ReadableStream({
  start(controller) {
    for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
    controller.close();
  },
}));

async function all(rows) {
  const found = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** Let all waiting end, however often something is waited for. */
async function hurried(work) {
  let done = false;
  const ended = work.finally(() => { done = true; });
  ended.catch(() => {});
  while (!done) {
    mock.timers.tick(10_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ended;
}

test("lines may be cut anywhere on their way", async () => {
  answers(stream('{"step":', '1}\n{"step":2}\n', '{"end":', "true}\n"));
  assert.deepEqual(await all(requestStream("/api/search", {})), [{ step: 1 }, { step: 2 }, { end: true }]);
});

test("an answer that breaks off in a line is a fault", async () => {
  answers(stream('{"step":1}\n{"st'));
  await assert.rejects(all(requestStream("/api/search", {})), ServerError);
});

test("a fault in a line ends the stream, but that of one board does not", async () => {
  answers(stream('{"end":"failed","error":"too long"}\n'));
  await assert.rejects(all(requestStream("/api/search", {})), /too long/);
  answers(stream('{"number":0,"error":"none found"}\n{"end":true}\n'));
  assert.equal((await all(requestStream("/api/generate", {}))).length, 2);
});

test("whoever is busy or away is asked again", async () => {
  const busy = new Response("", { status: 503, headers: { "Retry-After": "2" } });
  const asked = answers(new TypeError("nobody"), busy, Response.json({ version: "1" }));
  assert.deepEqual(await hurried(request("/api/about")), { version: "1" });
  assert.equal(asked.length, 3);
});

test("a refusal is told in the server's words, and not tried again", async () => {
  const asked = answers(Response.json({ error: "no such puzzle" }, { status: 400 }));
  await assert.rejects(request("/api/load", { text: "" }), (fault) => fault.status === 400 && fault.message === "no such puzzle");
  assert.equal(asked.length, 1);
});

test("one does not ask for ever", async () => {
  const asked = answers(...Array.from({ length: 30 }, () => new Response("", { status: 503 })));
  await assert.rejects(hurried(request("/api/about")), (fault) => fault.status === 503);
  assert.equal(asked.length, 11);
});
