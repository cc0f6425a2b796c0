// Explain: a step-by-step solution with a picture for each step.

import { requestStream } from "../data/api.js";
import { currentBoard, onBoardChange, ensureBoard } from "../app/current-board.js";
import { el, picture, replace } from "../ui/dom.js";
import { createLink, openLink } from "../app/links.js";
import { createPicker } from "../board/picker.js";
import { createRunButton } from "../ui/run-button.js";
import { createArgument } from "./argument.js";
import { announce } from "../app/status.js";
import { hasExample, techniqueLink } from "./techniques.js";
import { onTheme, theme } from "../app/theme.js";
import { t, tOr } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  if (query) await openLink(query, signal);
  await ensureBoard(about, signal);
  const steps = el("ol", { class: "steps", test: "explain-steps" });
  const verdict = el("p", { class: "card verdict", test: "explain-verdict", hidden: true });
  const runner = createRunButton({ prefix: "explain", work, signal });
  replace(root, el("section", { class: "explain", "aria-label": t("nav.explain") },
    el("div", { class: "view-head" }, el("h1", { text: t("explain.title") }), el("p", { class: "muted", text: t("explain.about") })),
    el("div", { class: "row" }, createPicker(about, signal), runner.button, runner.line),
    verdict,
    el("p", { class: "muted" }, `${t("explain.legend")} `, el("a", { href: routeTo("techniques"), test: "all-techniques", text: t("techniques.all") })),
    steps));
  onBoardChange(() => runner.start(), signal);
  onTheme(() => runner.start(), signal);
  runner.start();

  async function work(calledOff) {
    let n = 0;
    let plain = false; // steps beyond the first ones of a large board have no pictures
    replace(steps);
    verdict.hidden = true;
    const link = await createLink({});
    if (!calledOff.aborted) history.replaceState(null, "", routeTo("explain", link)); // the address now links to this explanation
    runner.tell(t("explain.running", { n }));
    for await (const row of requestStream("/api/explain", { board: currentBoard().board, theme: theme() }, calledOff)) {
      if (row.end) showEnd(row);
      else {
        n += 1;
        if (!row.svg && !plain) steps.append(el("li", { class: "card", test: "no-more-pictures" }, el("p", { class: "muted", text: t("explain.text-only") })));
        plain = !row.svg;
        steps.append(card(row));
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
    return el("li", { class: "card", test: `step-${row.step}` },
      el("p", {}, el("span", { class: "count", text: t("explain.step", { n: row.step }) }), " ", el("span", { class: "level", text: tOr(`level.${row.level}`, row.level) })),
      el("h2", {}, title), pictures,
      stages.length > 1 ? null : el("p", { class: "lines", text: row.text }), argument);
  }
}
