// Offline use: service.js caches the files of a site after the first visit.

import { beside } from "./edition.js";
import { ready } from "../data/local-server.js";
import { tell } from "./status.js";
import { t } from "./messages.js";

/** Register the service worker, and announce a new version. */
export async function keepOffline() {
  if (!navigator.serviceWorker) return; // not available without https
  const had = Boolean(navigator.serviceWorker.controller);
  if (!had) await ready; // on a first visit, the board and Python come first
  await navigator.serviceWorker.register(beside("service.js"));
  navigator.serviceWorker.addEventListener("controllerchange", () => had && tell(t("status.newer"), { stays: true }));
}
