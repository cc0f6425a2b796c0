// A button that starts a long task and becomes its Stop button.

import { el, replace } from "./dom.js";
import { icon } from "./icons.js";
import { reportError } from "../app/status.js";
import { t } from "../app/messages.js";

/** Create the button; `work(signal)` is the task, `prefix` names the messages, as in "lab.start" and "lab.stop". */
export function createRunButton({ prefix, sign = "play", work, signal }) {
  let running = null;
  const line = el("p", { class: "progress", test: `${prefix}-line`, role: "status" });
  const button = el("button", { type: "button", class: "primary", test: `${prefix}-start`, on: { click: () => (running ? stop() : start()) } });
  signal.addEventListener("abort", stop);
  show(null);

  function show(controller) {
    running = controller;
    replace(button, icon(running ? "stop" : sign), el("span", { text: t(running ? `${prefix}.stop` : `${prefix}.start`) }));
    line.classList.toggle("busy", Boolean(running));
  }

  function stop() {
    running?.abort();
    show(null);
  }

  async function start() {
    stop();
    const mine = new AbortController();
    show(mine);
    try {
      await work(mine.signal);
    } catch (fault) {
      if (mine.signal.aborted) line.textContent = t("end.stopped");
      else {
        line.textContent = "";
        reportError(fault);
      }
    }
    if (running === mine) show(null);
  }

  return { button, line, start, stop, isRunning: () => running !== null, tell: (text) => { line.textContent = text; } };
}
