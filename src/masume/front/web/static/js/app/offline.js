// A site that was visited once opens without a network: its files are kept by service.js.

import { beside } from "./edition.js";
import { ready } from "../data/local-server.js";
import { tell } from "./status.js";
import { t } from "./messages.js";

/** Have the site kept, and say so when another version of it is there. */
export async function keepOffline() {
  if (!navigator.serviceWorker) return; // such as a page that was not sent over https
  const had = Boolean(navigator.serviceWorker.controller);
  if (!had) await ready; // whoever comes for the first time wants a board, and Python, before all else
  await navigator.serviceWorker.register(beside("service.js"));
  navigator.serviceWorker.addEventListener("controllerchange", () => had && tell(t("status.newer"), { stays: true }));
}
