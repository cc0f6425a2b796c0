// Studies, the second section of the Lab: a list of results, and the report of each.

import { request, wait } from "../data/api.js";
import { el, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LOCALE, number, t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

const AGAIN = 3; // seconds between updates while a study is running
const FORMS = [["html", "report.html"], ["csv", "rows.csv"], ["parquet", "rows.parquet"]];

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mountStudies(root, { about, query, signal }) {
  const name = query.get("study");
  if (name) await showStudy(root, name, signal);
  else await showList(root, about, signal);
}

// The list

async function showList(root, about, signal) {
  replace(root, busy());
  let shown = null; // avoids touching an unchanged list
  for (;;) {
    const answer = await request("/api/studies", undefined, signal);
    const now = JSON.stringify(answer);
    if (now !== shown) list(root, answer, about);
    shown = now;
    if (!answer.studies.some((study) => study.state === "running")) return;
    await wait(AGAIN, signal);
  }
}

function list(root, { enabled, studies, left_out: leftOut }, about) {
  if (!enabled || !studies.length) {
    const key = enabled ? "studies.none" : "studies.disabled";
    replace(root, el("p", { class: "card", test: "studies-none", text: t(key) }));
    return;
  }
  const focused = document.activeElement?.getAttribute("data-test");
  replace(root,
    el("ul", { class: "study-list", test: "studies", "aria-label": t("studies.list") }, studies.map((study) => entry(study, about))),
    leftOut ? el("p", { class: "muted", text: t("studies.left_out", { n: leftOut }) }) : null);
  // The keyboard focus must survive an update of the list.
  if (focused) root.querySelector(`[data-test="${CSS.escape(focused)}"]`)?.focus();
}

function entry(study, about) {
  const isReady = study.state === "ready";
  const title = study.state !== "broken"
    ? el("a", { href: routeTo("lab", `study=${encodeURIComponent(study.name)}`), test: `study-${study.name}`, text: study.title })
    : el("span", { text: study.title });
  return el("li", { class: `card study ${study.state}` },
    el("h2", {}, title),
    el("p", { class: "muted", text: facts(study, about) }),
    isReady ? null : el("p", { class: study.state === "broken" ? "error-line" : "", text: study.error }),
    study.state === "running" && study.total ? el("progress", { max: study.total, value: study.done, "aria-label": study.title }) : null);
}

function facts({ name, done, total, puzzles, finished }, about) {
  const title = (kind) => about.puzzles.find((puzzle) => puzzle.name === kind)?.title ?? kind;
  const when = finished && new Date(finished).toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "short" });
  const runs = total && (done === total ? t("studies.runs", { n: total }) : t("studies.part", { done: number(done), all: number(total) }));
  return [`${name}.jsonl`, runs, puzzles.map(title).join(", "), when].filter(Boolean).join(" · ");
}

// One study: the page of its report, in a frame

async function showStudy(root, name, signal) {
  const back = el("a", { href: routeTo("lab", "studies"), test: "study-back", class: "back", text: t("studies.back") });
  replace(root, back, busy());
  const { studies } = await request("/api/studies", undefined, signal);
  const study = studies.find((one) => one.name === name);
  if (!study || study.state === "broken") {
    const fault = study?.error ?? t("studies.unknown", { name });
    replace(root, back, el("p", { class: "card error-line", role: "alert", test: "study-fault", text: fault }));
    return;
  }
  const address = (file) => `/api/studies/${encodeURIComponent(name)}/${file}`;
  const heading = el("h2", { class: "visually-hidden", tabindex: "-1", test: "study-title", text: study.title });
  const saved = FORMS.map(([form, file]) => el("a", { class: "button", href: address(file), download: `${name}.${form}`, test: `study-${form}-file`, title: t(`studies.${form}.title`) },
    icon("save"), el("span", { text: t(`studies.${form}`) })));
  replace(root, heading,
    el("div", { class: "study-head" }, back, el("div", { class: "row", role: "group", "aria-label": t("studies.downloads") }, saved)),
    el("iframe", { class: "report", src: address("report.html"), title: study.title, test: "report" }));
  if (document.activeElement === document.body) heading.focus({ preventScroll: true });
}

function busy() {
  return el("p", { class: "progress busy", role: "status", text: t("studies.busy") });
}
