// Offline use: service.js caches the files of a site after the first visit.

import { siteUrl } from "./edition.js";
import { ready } from "../data/local-server.js";
import { showMessage } from "./status.js";
import { t } from "./messages.js";

/** Register the service worker, and announce a new version. */
export async function keepOffline() {
  if (!navigator.serviceWorker) return; // not available without https
  const had = Boolean(navigator.serviceWorker.controller);
  if (!had) await ready; // on a first visit, the board and Python come first
  await navigator.serviceWorker.register(siteUrl("service.js"));
  navigator.serviceWorker.addEventListener("controllerchange", () => had && showMessage(t("status.newer"), { stays: true }));
}
