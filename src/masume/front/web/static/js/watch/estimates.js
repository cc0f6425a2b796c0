// Comparison of heuristics with the true cost: on a small board all states are known.

import { request } from "../data/api.js";
import { el, picture, replace } from "../ui/dom.js";
import { theme } from "../app/theme.js";
import { toWords } from "../film/search-form.js";
import { number, t } from "../app/messages.js";

/** Create the panel; `wish()` returns the board and the space. */
export function createEstimates({ wish, signal }) {
  const go = el("button", { type: "button", test: "estimates-start", text: t("estimates.start"), on: { click: load } });
  const line = el("p", { class: "progress", role: "status", test: "estimates-line", text: t("estimates.about") });
  const list = el("div", { class: "estimates", test: "estimates-list" });
  const element = el("div", { class: "panel" }, line, go, list);

  async function load() {
    line.classList.add("busy");
    go.disabled = true;
    replace(list);
    try {
      show(await request("/api/heuristics", { ...wish(), theme: theme() }, signal));
    } catch (fault) {
      line.textContent = fault.message;
    }
    line.classList.remove("busy");
    go.disabled = false;
  }

  function show(report) {
    line.textContent = t("estimates.states", { n: report.states, dead: report.dead_ends, space: report.space });
    replace(list, report.heuristics.map((heuristic) => el("section", { test: `estimate-${heuristic.name}` },
      el("h3", { text: toWords(heuristic.name) }),
      el("p", { text: [t(heuristic.admissible ? "estimates.admissible" : "estimates.inadmissible", { n: heuristic.overestimates }), t(heuristic.consistent ? "estimates.consistent" : "estimates.inconsistent", { n: heuristic.drops })].join(", ") }),
      el("p", { class: "muted", text: shareText(heuristic) }),
      heuristic.overestimate ? figure(heuristic.overestimate, heuristic.overestimate_svg) : null, heuristic.drop ? figure(heuristic.drop, heuristic.drop_svg) : null)),
    report.dominates.map(([one, other]) => el("p", { class: "dominates", text: t("estimates.dominates", { one: toWords(one), other: toWords(other) }) })));
  }

  return { element, clear() { replace(list); line.textContent = t("estimates.about"); } };
}

function shareText(one) {
  const counts = { exact: number(one.exact), dead: number(one.dead) };
  if (one.mean_share === null) return t("estimates.none", counts);
  return t("estimates.share", { ...counts, share: Math.round(one.mean_share * 100) });
}

function figure(text, svg) {
  return el("figure", { class: "small-board" }, picture(svg), el("figcaption", { text }));
}
