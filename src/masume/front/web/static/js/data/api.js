// Requests to the server, or to the Python in the page of a site. The server keeps no state, so every
// request can be repeated: while the server is busy or unreachable, it is retried until the page aborts.

import { isSite } from "../app/edition.js";
import { hideMessage, showMessage } from "../app/status.js";
import { t } from "../app/messages.js";

const RETRY_SECONDS = [1, 2, 3, 5]; // retry delays in seconds while the server is unreachable
const MAX_BUSY_RETRIES = 10; // retries of a busy server; a request that crashes its worker would otherwise repeat forever

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
export async function request(path, body, signal) {
  const response = await fetchWithRetry(path, body, signal);
  return response.json();
}

/** Request a file. */
export async function requestFile(path, body, signal) {
  const response = await fetchWithRetry(path, body, signal);
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
export async function* requestStream(path, body, signal) {
  const response = await fetchWithRetry(path, body, signal);
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((fault) => raiseInterrupted(fault, signal));
      const lines = (rest + (value ?? "")).split("\n");
      rest = done ? "" : lines.pop();
      for (const line of lines) if (line.trim()) yield parseLine(line);
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
function raiseInterrupted(fault, signal) {
  if (signal?.aborted || fault.name === "AbortError") throw fault;
  throw new ServerError(t("status.interrupted"), 0);
}

function parseLine(line) {
  const value = parseJson(line);
  // A line with a number reports the failure of one board; any other error ends the stream.
  if (value.error && value.number === undefined) throw new ServerError(value.error, value.status ?? 400);
  return value;
}

function parseJson(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ServerError(t("status.interrupted"), 0); // half a line: the answer was interrupted
  }
}

async function fetchWithRetry(path, body, signal) {
  for (let attempt = 0; ; attempt++) {
    const response = await tryFetch(path, body, signal);
    if (response === null) {
      const seconds = RETRY_SECONDS[Math.min(attempt, RETRY_SECONDS.length - 1)];
      showMessage(t("status.offline", { seconds }), { fault: true });
      await wait(seconds, signal);
    } else if (response.status === 503 && attempt < MAX_BUSY_RETRIES) {
      const seconds = Number(response.headers.get("Retry-After")) || 1;
      showMessage(t("status.busy", { seconds }), { stays: true });
      await wait(seconds, signal);
    } else {
      if (attempt) hideMessage();
      if (response.ok) return response;
      throw new ServerError(await readError(response), response.status);
    }
  }
}

async function tryFetch(path, body, signal) {
  const given = body === undefined
    ? { signal }
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  try {
    return await (await findTransport())(path, given);
  } catch (fault) {
    if (signal?.aborted) throw fault;
    return null; // unreachable
  }
}

/** Return what answers requests: the browser's fetch, or on a site the Python in the page. */
async function findTransport() {
  return isSite() ? (await import("./local-server.js")).fetchLocally : fetch;
}

async function readError(response) {
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
