// A web worker with masume's Python: answers requests like the server, one at a time, and runs code of
// the documentation.
//
// In: {id, path, body} or {id, code}, and {id, cancel}.
// Out: {loading} and {ready} once each; then {id, status, kind}, {id, chunk} and {id, end}.

// @ts-expect-error: exists only on a site
import { loadPyodide } from "../../../pyodide/pyodide.mjs";

const CHECK_MS = 30; // ms between checks for cancellations
const home = new URL("../../../", import.meta.url);
const cancelled = new Set();
const channel = new MessageChannel();

const starting = start();
starting.then(() => postMessage({ ready: true }), (fault) => postMessage({ broken: String(fault) }));
let last = starting.catch(() => {}); // requests are answered one after the other

addEventListener("message", ({ data }) => {
  if (data.cancel) cancelled.add(data.id);
  else last = last.then(() => serve(data));
});

async function serve(asked) {
  const { id } = asked;
  try {
    const python = await starting;
    if (!cancelled.has(id)) await (asked.code === undefined ? answer : run)(python, asked);
  } catch (fault) {
    postMessage({ id, status: 500, kind: "application/json" });
    postMessage({ id, chunk: JSON.stringify({ error: String(fault) }) });
  }
  cancelled.delete(id);
  postMessage({ id, end: true });
}

async function start() {
  postMessage({ loading: "python" });
  const bundle = fetch(new URL("pyodide/masume.zip", home)).then(readBundle);
  bundle.catch(() => {}); // reported where it is awaited
  const python = await loadPyodide({ indexURL: new URL("pyodide/", home).href });
  postMessage({ loading: "masume" });
  python.unpackArchive(await bundle, "zip", { extractDir: "/masume" });
  python.runPython("import sys; sys.path.insert(0, '/masume')");
  const local = python.pyimport("masume.front.web.local");
  const code = python.pyimport("masume.front.web.running");
  return { server: local.LocalServer(), code };
}

async function readBundle(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

async function answer({ server }, { id, path, body }) {
  await drain(id, server.respond(path, body), (value) => {
    if (typeof value === "string") return postMessage({ id, chunk: value });
    const plain = value.toJs();
    value.destroy();
    if (plain instanceof Uint8Array) postMessage({ id, chunk: plain });
    else postMessage({ id, status: plain[0], kind: plain[1] });
  });
}

async function run({ code }, { id, code: text }) {
  await drain(id, code.run(text), (value) => postMessage({ id, chunk: value }));
}

/** Iterate over what Python yields until it ends or is cancelled. */
async function drain(id, values, each) {
  let last = performance.now();
  try {
    for (;;) {
      const { done, value } = values.next();
      if (done || cancelled.has(id)) return;
      each(value);
      if (performance.now() - last > CHECK_MS) {
        await yieldToMessages();
        last = performance.now();
      }
    }
  } finally {
    values.return?.();
    values.destroy();
  }
}

/** Let pending messages be handled. */
function yieldToMessages() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}
