// Lab: comparison of searches on one board, and results of studies.

import { mountCompare } from "./compare.js";
import { el, replace } from "../ui/dom.js";
import { mountStudies } from "./studies.js";
import { isSite } from "../app/edition.js";
import { t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

export async function mount(root, view) {
  const isStudies = !isSite() && (view.query.has("studies") || view.query.has("study")); // the server reads them
  const part = el("div", { class: "part" });
  const link = (test, address, isHere) =>
    el("a", { href: address, test: `lab-${test}`, "aria-current": isHere ? "page" : null, text: t(`lab.part.${test}`) });
  replace(root, el("section", { class: "lab", "aria-label": t("nav.lab") },
    el("div", { class: "view-head" }, el("h1", { text: t("lab.title") }), el("p", { class: "muted", text: t(isStudies ? "studies.about" : "lab.about") })),
    isSite() ? null : el("div", { class: "segments", role: "navigation", "aria-label": t("lab.parts") },
      link("compare", routeTo("lab"), !isStudies), link("studies", routeTo("lab", "studies"), isStudies)),
    part));
  await (isStudies ? mountStudies : mountCompare)(part, view);
}
