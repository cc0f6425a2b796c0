// The server of a site without a server: Python in web workers answers the requests.
//
// One worker answers quick requests, such as moves; others take long work, one job at a time. Abandoned
// jobs are cancelled; a worker that ignores the cancellation or exceeds its time limit is replaced.

import { isSite } from "../app/edition.js";
import { findAnswer, quickPaths, storeAnswer } from "./prepared-answers.js";
import { renderPng } from "../ui/png.js";
import { hideMessage, showMessage } from "../app/status.js";
import { t } from "../app/messages.js";

const MAX_LONG_WORKERS = 2; // workers for long work
const CANCEL_MS = 400; // ms that a worker has to stop a cancelled job
const GRACE_SECONDS = 15; // seconds beyond the time limit that the work itself enforces
const DEFAULT_SECONDS = 60; // seconds for requests without a time limit
const MAX_FAILURES = 3; // failed starts of a worker before an error is reported
const LOADING_MS = 400; // ms before the loading message appears

let number = 0;
const quick = createWorker();
const written = createWorker(); // code in the documentation; later blocks see the names of earlier ones
const long = [];
const waiting = []; // jobs without a worker for long work
if (isSite()) quick.begin(); // a page of the documentation has no moves to answer

/**
 * Answer a request like `fetch`.
 * @param {string} path
 * @param {{ body?: string, signal?: AbortSignal }} [given]
 */
export async function fetchLocally(path, { body, signal } = {}) {
  signal?.throwIfAborted();
  if (!quick.isReady()) {
    const answer = await findAnswer(path, body);
    if (answer !== undefined) return new Response(JSON.stringify(answer));
  }
  const asked = body ? JSON.parse(body) : {};
  if (path === "/api/draw" && asked.form === "png") return drawPng(path, asked, signal);
  const job = makeJob({ path, body }, signal, (asked.seconds ?? DEFAULT_SECONDS) + GRACE_SECONDS);
  if ((await quickPaths()).includes(path)) quick.take(job);
  else queue(job);
  return job.response.then((response) => storeAnswer(path, body, response));
}

/** Return a PNG that the browser renders from the SVG; the page has no renderer in Python. */
async function drawPng(path, asked, signal) {
  const drawn = await fetchLocally(path, { body: JSON.stringify({ ...asked, form: "svg" }), signal });
  return drawn.ok ? new Response(await renderPng(await drawn.blob())) : drawn;
}

/**
 * Run Python code and yield its output: {text}, {svg} or {error}.
 * @param {string} code
 * @param {AbortSignal} [signal]
 */
export async function* runPython(code, signal) {
  const job = makeJob({ code }, signal, DEFAULT_SECONDS);
  written.take(job);
  const response = await job.response;
  if (!response.ok) return yield { error: (await response.json()).error };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
    if (done) return;
  }
}

/** Start loading Python. */
export function startPython() {
  quick.begin();
}

/** Resolves when Python is loaded. */
export const ready = new Promise((resolve) => (quick.whenReady = () => resolve(null))).then(() => {
  if (!long.length) addWorker().begin(); // so the first hint does not wait for a second Python
});

/** Restart every worker as if it had crashed; for tests. */
export function killWorkers() {
  for (const process of [quick, written, ...long]) process.restart();
}
/** Create a job: a request and its growing response. */
function makeJob(message, signal, seconds) {
  const job = { message: { ...message, id: ++number }, seconds, ended: false, tries: 0 };
  let stream;
  let settle;
  job.response = new Promise((resolve, reject) => (settle = { resolve, reject }));
  job.leave = () => {}; // replaced by the worker that takes the job
  const abandon = () => {
    job.ended = true;
    job.leave();
  };
  const body = () => new ReadableStream({ start: (given) => (stream = given), cancel: abandon });
  job.head = ({ status, kind }) => {
    if (job.ended) return;
    settle.resolve(new Response(body(), { status, headers: { "Content-Type": kind } }));
  };
  job.chunk = (value) => {
    if (job.ended) return;
    if (!stream) job.head({ status: 200, kind: "application/x-ndjson" });
    stream.enqueue(typeof value === "string" ? new TextEncoder().encode(value) : value);
  };
  job.end = () => {
    if (job.ended) return;
    if (!stream) job.head({ status: 200, kind: "application/x-ndjson" });
    job.ended = true;
    stream.close();
  };
  job.fail = (status, error) => {
    if (job.ended) return;
    job.ended = true;
    if (stream) return stream.error(new TypeError(error));
    settle.resolve(new Response(JSON.stringify({ error }), { status }));
  };
  job.isBegun = () => Boolean(stream);
  signal?.addEventListener("abort", () => {
    if (job.ended) return;
    job.ended = true;
    settle.reject(signal.reason);
    stream?.error(signal.reason);
    job.leave();
  }, { once: true });
  return job;
}

/** Give a job to a free worker, or queue it. */
function queue(job) {
  const place = () => waiting.indexOf(job);
  job.leave = () => place() >= 0 && waiting.splice(place(), 1);
  const free = long.find((item) => item.isFree()) ?? (long.length < maxLongWorkers() ? addWorker() : null);
  if (free) free.take(job);
  else waiting.push(job);
}

function maxLongWorkers() {
  return Math.max(1, Math.min(MAX_LONG_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
}

function addWorker() {
  const made = createWorker(() => made.isFree() && waiting.length && made.take(waiting.shift()));
  long.push(made);
  return made;
}

/** Create a worker with its queue; `idle` is called when it can take more. */
function createWorker(idle = () => {}) {
  const jobs = []; // the first one is running
  let worker = null;
  let ready = false;
  let failures = 0; // of starting
  let timer = null;

  function begin() {
    if (worker) return;
    ready = false;
    worker = new Worker(new URL("./python-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (ready || ++failures < MAX_FAILURES) restart();
      else receive({ broken: event.message || t("status.interrupted") });
    };
    for (const job of jobs) worker.postMessage(job.message);
    watch();
  }

  function receive(data) {
    if (data.broken) {
      const reason = t("status.python-failed", { reason: data.broken });
      for (const job of jobs.splice(0)) job.fail(500, reason);
      return showMessage(reason, { fault: true });
    }
    if (data.ready) {
      ready = true;
      failures = 0;
      made.whenReady();
      hideLoading();
      return watch();
    }
    const [job] = jobs;
    if (job?.message.id !== data.id) return;
    if (data.status) job.head(data);
    else if (data.chunk !== undefined) job.chunk(data.chunk);
    else if (data.end) {
      jobs.shift();
      job.end();
      watch();
      idle();
    }
  }

  /** Replace the worker when the first job exceeds its time limit. */
  function watch() {
    clearTimeout(timer);
    if (ready && jobs.length) timer = setTimeout(handleTimeout, 1000 * jobs[0].seconds);
  }

  function handleTimeout() {
    jobs.shift().fail(408, t("status.timeout"));
    restart();
  }

  /** Replace the worker and repeat its job, unless the job has crashed it twice. */
  function restart() {
    if (!worker) return;
    worker.terminate();
    const [job] = jobs;
    if (job && (job.isBegun() || ++job.tries > 1)) jobs.shift().fail(500, t("status.crashed"));
    worker = null;
    begin();
    idle();
  }

  function take(job) {
    jobs.push(job);
    job.leave = () => leave(job);
    if (worker) worker.postMessage(job.message);
    else begin();
    if (!ready) showLoading(() => ready);
    if (jobs.length === 1) watch();
  }

  function leave(job) {
    if (!jobs.includes(job)) return;
    worker.postMessage({ id: job.message.id, cancel: true });
    setTimeout(() => {
      if (jobs[0] !== job || !ready) return;
      jobs.shift();
      restart();
    }, CANCEL_MS);
  }

  const made = { take, begin, restart, whenReady() {}, isReady: () => ready, isFree: () => !jobs.length };
  return made;
}

let loading = null;

/** Show the loading message unless Python is ready in a moment. */
function showLoading(isReady) {
  loading ??= setTimeout(() => isReady() || showMessage(t("status.python"), { stays: true }), LOADING_MS);
}

function hideLoading() {
  if (loading === null) return;
  clearTimeout(loading);
  loading = null;
  hideMessage();
}
