// The film of the home page: a search on a small board, with its tree. It plays while it is visible, and
// stands still for readers who prefer reduced motion.

import { createFilm } from "../film/film.js";
import { narrate } from "../film/narration.js";
import { createTree } from "../film/tree.js";
import { el, picture, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { routeTo } from "../app/routes.js";
import { reportError } from "../app/status.js";
import { request } from "../data/api.js";
import { onTheme } from "../app/theme.js";
import { t } from "../app/messages.js";

const SHOWN = { board: "kuromasu/br-5x5-2", algorithm: "astar", space: "shade", heuristic: "black_needed" };
const [STEP, PAUSE] = [650, 4000]; // ms per expansion, and at the end

/** Create the card of the film. */
export function createFeature({ signal }) {
  const tree = createTree({ test: "home-tree", chosen: () => {}, signal });
  const paper = el("div", { class: "feature-board", "aria-hidden": "true" });
  const line = el("p", { class: "muted", test: "home-film-line" });
  const query = String(new URLSearchParams(SHOWN));
  const link = (view, sign, more = "") => el("a", { class: "button", href: routeTo(view, more), test: `home-${view}` }, icon(sign), el("span", { text: t(`nav.${view}`) }));
  const element = el("article", { class: "card band feature", test: "home-film" }, el("h2", { text: t("home.teach") }), el("p", { text: t("home.teach.about") }),
    el("div", { class: "feature-film" }, paper, tree.element), line,
    el("div", { class: "row" }, link("watch", "play", query), link("race", "flag"), link("lab", "chart")));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let film = null;
  let place = 0;
  let due = null;
  let isSeen = false;
  const seen = new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
    if (isSeen && !film) start().catch(reportError);
  });
  seen.observe(element);
  signal.addEventListener("abort", () => { seen.disconnect(); clearTimeout(due); });
  onTheme(() => { film?.forget(); tree.repaint(); show().catch(reportError); }, signal);
  return element;

  async function start() {
    const { boards } = await request("/api/load", { text: SHOWN.board, kind: null }, signal);
    const { algorithm, space, heuristic } = SHOWN;
    film = createFilm(boards[0].board);
    await film.run({ algorithm, space, heuristic, seconds: 10 }, () => {}, signal);
    place = calm.matches ? Math.min(12, film.frames.length - 1) : 0;
    await show();
    if (!calm.matches) wait();
  }

  function wait() {
    const isLast = place === film.frames.length - 1;
    due = setTimeout(() => {
      if (isSeen && !document.hidden) {
        place = isLast ? 0 : place + 1;
        show().catch(reportError);
      }
      wait();
    }, isLast ? PAUSE : STEP);
  }

  async function show() {
    if (!film || signal.aborted) return;
    tree.show(film, place);
    line.textContent = narrate(film, place);
    await film.fetch(place);
    const svg = film.picture(place);
    if (svg && !signal.aborted) replace(paper, picture(svg));
  }
}
