// Talking to the server, or to the Python in the page where there is none. Every request can be made again without harm (the server keeps nothing),
// so a busy or silent server is simply asked again until it answers or the page loses interest.

import { isSite } from "../app/edition.js";
import { hush, tell } from "../app/status.js";
import { t } from "../app/messages.js";

const SILENCE = [1, 2, 3, 5]; // seconds to wait while the server cannot be reached
const MOST_BUSY = 10; // times to come again; work that kills its process would do so for ever

/** What the server has refused, in its own words. */
export class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Ask and get an object.
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

/** Ask and get the bytes of a file. */
export async function askFile(path, body, signal) {
  const response = await reach(path, body, signal);
  return response.blob();
}

/**
 * Ask and get objects one by one, each as soon as it is there.
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
    reader.cancel().catch(() => {}); // whoever stops reading early ends the work on the server too
  }
}

/**
 * The server has gone in the middle of its answer; unless it was us who called it off.
 * @returns {never}
 */
function cut(fault, signal) {
  if (signal?.aborted || fault.name === "AbortError") throw fault;
  throw new ServerError(t("status.interrupted"), 0);
}

function row(line) {
  const value = parsed(line);
  // A board that could not be made tells its own error; any other one ends the stream.
  if (value.error && value.number === undefined) throw new ServerError(value.error, value.status ?? 400);
  return value;
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new ServerError(t("status.interrupted"), 0); // half a line is the last one of a broken answer
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
    return null; // nobody there
  }
}

/** What brings answers: the browser's own fetch; on a site without a server the page itself. */
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

/** Let some time pass, unless it is called off. */
export function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("called off", "AbortError"));
    }, { once: true });
  });
}
