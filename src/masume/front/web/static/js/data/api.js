// Requests to the server, or to the Python in the page of a site. The server keeps no state, so every
// request can be repeated: while the server is busy or unreachable, it is retried until the page aborts.

import { isSite } from "../app/edition.js";
import { hush, tell } from "../app/status.js";
import { t } from "../app/messages.js";

const SILENCE = [1, 2, 3, 5]; // retry delays in seconds while the server is unreachable
const MOST_BUSY = 10; // retries of a busy server; a request that crashes its worker would otherwise repeat forever

/** An error answer of the server. */
export class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Request an object.
 * @template {string} P
 * @param {P} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<P extends keyof Server.Answers ? Server.Answers[P] : any>}
 */
export async function ask(path, body, signal) {
  const response = await reach(path, body, signal);
  return response.json();
}

/** Request a file. */
export async function askFile(path, body, signal) {
  const response = await reach(path, body, signal);
  return response.blob();
}

/**
 * Request a stream of objects and yield each as it arrives.
 * @template {keyof Server.Lines} P
 * @param {P} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Server.Lines[P]>}
 */
export async function* askStream(path, body, signal) {
  const response = await reach(path, body, signal);
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((fault) => cut(fault, signal));
      const lines = (rest + (value ?? "")).split("\n");
      rest = done ? "" : lines.pop();
      for (const line of lines) if (line.trim()) yield row(line);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {}); // ends the work on the server if the reader stops early
  }
}

/**
 * Raise an error for an interrupted answer, or the cancellation itself.
 * @returns {never}
 */
function cut(fault, signal) {
  if (signal?.aborted || fault.name === "AbortError") throw fault;
  throw new ServerError(t("status.interrupted"), 0);
}

function row(line) {
  const value = parsed(line);
  // A line with a number reports the failure of one board; any other error ends the stream.
  if (value.error && value.number === undefined) throw new ServerError(value.error, value.status ?? 400);
  return value;
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ServerError(t("status.interrupted"), 0); // half a line: the answer was interrupted
  }
}

async function reach(path, body, signal) {
  for (let attempt = 0; ; attempt++) {
    const response = await attemptOnce(path, body, signal);
    if (response === null) {
      const seconds = SILENCE[Math.min(attempt, SILENCE.length - 1)];
      tell(t("status.offline", { seconds }), { fault: true });
      await wait(seconds, signal);
    } else if (response.status === 503 && attempt < MOST_BUSY) {
      const seconds = Number(response.headers.get("Retry-After")) || 1;
      tell(t("status.busy", { seconds }), { stays: true });
      await wait(seconds, signal);
    } else {
      if (attempt) hush();
      if (response.ok) return response;
      throw new ServerError(await reason(response), response.status);
    }
  }
}

async function attemptOnce(path, body, signal) {
  const given = body === undefined
    ? { signal }
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  try {
    return await (await reacher())(path, given);
  } catch (fault) {
    if (signal?.aborted) throw fault;
    return null; // unreachable
  }
}

/** Return what answers requests: the browser's fetch, or on a site the Python in the page. */
async function reacher() {
  return isSite() ? (await import("./local-server.js")).fetchLocally : fetch;
}

async function reason(response) {
  try {
    const answer = await response.json();
    return answer.error ?? t("status.rejected", { status: response.status });
  } catch {
    return t("status.rejected", { status: response.status });
  }
}

/** Wait some seconds; reject when the signal aborts. */
export function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("called off", "AbortError"));
    }, { once: true });
  });
}
