// One line at the foot of the page for what goes wrong, and a region that is read aloud.

import { el, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "./messages.js";

let timer = null;
let kept = null; // the bar: a dialog may leave the page with it

function statusBar() {
  return (kept ??= document.getElementById("status"));
}

/** Show a line; faults stay until they are closed, notices go by themselves. */
export function tell(text, { fault = false, stays = fault } = {}) {
  const bar = statusBar();
  clearTimeout(timer);
  const close = el("button", {
    type: "button", class: "plain", test: "status-close", "aria-label": t("status.close"),
    on: { click: hush },
  }, icon("close"));
  replace(bar, el("span", { text }), close);
  bar.classList.toggle("fault", fault);
  bar.hidden = false;
  // Beside an open dialog everything is dimmed and cannot be clicked, so the line goes into it.
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  (sheet ?? document.body).append(bar);
  sheet?.addEventListener("close", () => document.body.append(bar), { once: true });
  if (!stays) timer = setTimeout(hush, 5000);
}

/** Take the line away. */
export function hush() {
  statusBar().hidden = true;
}

/** Say a text to those who listen. The same text twice is said twice. */
export function say(text) {
  const region = document.getElementById("live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Show a fault, unless it is only that something was called off. */
export function complain(fault) {
  if (fault?.name === "AbortError") return;
  if (fault?.status === undefined) console.error(fault);
  tell(fault?.message ?? String(fault), { fault: true });
}
