// The status line at the foot of the page, and a live region for screen readers.

import { el, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "./messages.js";

let timer = null;
let kept = null; // an open dialog may hold it, out of reach of getElementById

function statusBar() {
  return (kept ??= document.getElementById("status"));
}

/** Show a message; errors stay until they are closed, notices disappear after 5 s. */
export function showMessage(text, { fault = false, stays = fault } = {}) {
  const bar = statusBar();
  clearTimeout(timer);
  const close = el("button", {
    type: "button", class: "plain", test: "status-close", "aria-label": t("status.close"),
    on: { click: hideMessage },
  }, icon("close"));
  replace(bar, el("span", { text }), close);
  bar.classList.toggle("error", fault);
  bar.hidden = false;
  // Everything outside an open dialog is inert, so the line moves into it.
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  (sheet ?? document.body).append(bar);
  sheet?.addEventListener("close", () => document.body.append(bar), { once: true });
  if (!stays) timer = setTimeout(hideMessage, 5000);
}

/** Hide the status line. */
export function hideMessage() {
  statusBar().hidden = true;
}

/** Announce a text to screen readers; a repeated text is announced again. */
export function announce(text) {
  const region = document.getElementById("live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Report an error, unless it is only a cancellation. */
export function reportError(fault) {
  if (fault?.name === "AbortError") return;
  if (fault?.status === undefined) console.error(fault);
  showMessage(fault?.message ?? String(fault), { fault: true });
}
