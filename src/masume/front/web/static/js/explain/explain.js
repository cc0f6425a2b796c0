// Explain: a step-by-step solution with a picture for each step, one at a time or all together.

import { requestStream } from "../data/api.js";
import { currentBoard, onBoardChange, ensureBoard } from "../app/current-board.js";
import { el, picture, replace } from "../ui/dom.js";
import { createLink, openLink } from "../app/links.js";
import { createPicker } from "../board/picker.js";
import { createRunButton } from "../ui/run-button.js";
import { createArgument } from "./argument.js";
import { linkCells, wrapNames } from "./cell-links.js";
import { createStepper } from "./stepper.js";
import { announce } from "../app/status.js";
import { hasExample, techniqueLink } from "./techniques.js";
import { onTheme, theme } from "../app/theme.js";
import { t, tOr } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

const CELL = 40; // the side of a cell in the pictures of the server
const LEVELS = ["easy", "medium", "hard", "expert", "extreme"];

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  if (query) await openLink(query, signal);
  await ensureBoard(about, signal);
  const steps = el("ol", { class: "steps", test: "explain-steps" });
  const stepper = createStepper({
    show, signal, texts: { slider: t("explain.slider"), back: t("explain.back"), forward: t("explain.forward"), chart: t("explain.chart") },
  });
  const all = el("button", { type: "button", test: "explain-all", "aria-pressed": "false", text: t("explain.all"), on: { click: () => setStepping(all.getAttribute("aria-pressed") === "true") } });
  const view = el("div", { class: "walk", hidden: true }, stepper.element, steps);
  linkCells(steps, CELL);
  const verdict = el("p", { test: "explain-verdict", hidden: true });
  const runner = createRunButton({ prefix: "explain", work, signal });
  replace(root, el("section", { class: "explain", "aria-label": t("nav.explain") },
    el("div", { class: "view-head" }, el("h1", { text: t("explain.title") }), el("p", { class: "muted", text: t("explain.about") })),
    el("div", { class: "row" }, createPicker(about, signal), runner.button, all, runner.line, verdict), view,
    el("p", { class: "muted" }, `${t("explain.legend")} `, el("a", { href: routeTo("techniques"), test: "all-techniques", text: t("techniques.all") }))));
  setStepping(true);
  onBoardChange(() => runner.start(), signal);
  onTheme(() => runner.start(), signal);
  runner.start();

  /** Show one step at a time, or all. */
  function setStepping(isOn) {
    all.setAttribute("aria-pressed", String(!isOn));
    steps.classList.toggle("stepping", isOn);
    stepper.element.hidden = !isOn;
    show(stepper.place());
  }

  function show(place) {
    const isOn = steps.classList.contains("stepping");
    [...steps.children].forEach((step, n) => { /** @type {HTMLElement} */ (step).hidden = isOn && n !== place; });
  }

  async function work(calledOff) {
    let n = 0;
    const found = [];
    let plain = false; // steps beyond the first ones of a large board have no pictures
    replace(steps);
    stepper.setSteps(found);
    stepper.go(0);
    view.hidden = verdict.hidden = true;
    const link = await createLink({});
    if (!calledOff.aborted) history.replaceState(null, "", routeTo("explain", link)); // the address now links to this explanation
    runner.tell(t("explain.running", { n }));
    for await (const row of requestStream("/api/explain", { board: currentBoard().board, theme: theme() }, calledOff)) {
      if (row.end) showEnd(row);
      else {
        n += 1;
        if (!row.svg && !plain) steps.before(el("p", { class: "muted", test: "no-more-pictures", text: t("explain.text-only") }));
        plain = !row.svg;
        steps.append(card(row));
        found.push({ level: LEVELS.indexOf(row.level), available: row.available, title: t("explain.point", { n, level: tOr(`level.${row.level}`, row.level), available: row.available }) });
        stepper.setSteps(found);
        show(stepper.place());
        view.hidden = false;
        runner.tell(t("explain.running", { n }));
      }
    }
    runner.tell("");
  }

  function showEnd(row) {
    const { level } = row;
    if (!level) replace(verdict, row.verdict);
    else replace(verdict, `${t("explain.level")}: `, el("span", { class: "level", test: "explain-level", text: tOr(`level.${level}`, level) }), ` ${row.verdict.replace(`${level}: `, "")}`); // the badge shows the level already
    verdict.hidden = false;
    announce(verdict.textContent);
  }

  function card(row) {
    const { stages } = row;
    // All pictures stay in the document, as some refer to shapes of others.
    const pictures = [row, ...stages].filter((stage) => stage.svg).map((item, n) => el("div", { hidden: n > 0 }, picture(item.svg)));
    const argument = stages.length ? createArgument(stages, (place) => pictures.forEach((drawing, n) => { drawing.hidden = n !== (place ?? -1) + 1; })) : null;
    const { kind } = currentBoard();
    const title = hasExample(about, kind, row.technique)
      ? el("a", { href: techniqueLink(kind, row.technique), text: row.title }) : row.title;
    return el("li", { class: "card step-card", test: `step-${row.step}` },
      el("p", {}, el("span", { class: "count", text: t("explain.step", { n: row.step }) }), " ", el("span", { class: "level", text: tOr(`level.${row.level}`, row.level) })),
      el("h2", {}, title), pictures,
      stages.length > 1 ? null : wrapNames(el("p", { class: "lines", text: row.text })), argument && wrapNames(argument));
  }
}
