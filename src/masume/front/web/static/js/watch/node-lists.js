// The panels beside the tree: the open list in order, the size of the closed list, and the children of the
// expanded node with their boards and the reasons for pruning.

import { request } from "../data/api.js";
import { el, picture, replace } from "../ui/dom.js";
import { fateText, valuesText } from "../film/node-text.js";
import { reportError } from "../app/status.js";
import { theme } from "../app/theme.js";
import { number, t } from "../app/messages.js";

/** Create the panel of both lists; `chosen(id)` is called when a node is clicked. */
export function createListsPanel({ chosen }) {
  const waiting = el("h3", { test: "open-title", text: t("lists.open", { n: 0 }) });
  const head = el("ol", { class: "nodes", test: "open-list" });
  const more = el("p", { class: "muted" });
  const done = el("p", { test: "closed-size" });
  const element = el("div", { class: "panel" }, waiting, head, more, done);

  function show(film, place) {
    const frame = film.frames[place];
    const { nodes } = film;
    const open = frame.open ?? frame.frontier; // without stale entries, if the film records it
    const known = frame.head ?? [];
    waiting.textContent = frame.open === null ? t("lists.open.none") : t("lists.open", { n: open });
    replace(head, known.map((id) => el("li", {}, nodeButton(nodes, id, () => chosen(id)))));
    const rest = frame.open === null ? 0 : open - known.length;
    more.textContent = rest > 0 ? t(known.length ? "lists.more" : "lists.unknown", { n: rest }) : "";
    done.hidden = frame.closed === undefined; // the film does not record it
    done.textContent = frame.closed === null ? t("lists.closed.none") : t("lists.closed", { n: frame.closed ?? 0 });
  }

  return { element, show };
}

function nodeButton(nodes, id, action) {
  return el("button", { type: "button", class: "node-row plain", "data-node": id, on: { click: action } },
    el("span", { class: "node-move", text: nodes.move[id] ?? t("tree.root") }),
    el("span", { class: "node-values", text: valuesText(nodes, id) }));
}

/** Create the panel of the expanded node's children; pruning can be explained on boards of puzzles only. */
export function createChildrenPanel({ way, canExplain, chosen }) {
  const list = el("ol", { class: "nodes", test: "children-list" });
  const title = el("h3");
  const button = el("button", { type: "button", test: "children-boards", text: t("children.boards"), on: { click: () => load().catch(reportError) } });
  const boards = el("div", { class: "small-boards", test: "children-pictures" });
  const left = el("ul", { class: "excluded", test: "children-excluded" });
  const node = el("div", { class: "one-node", test: "node-detail" });
  const element = el("div", { class: "panel" }, node, title, list, button, boards, left);
  let film = null;
  let place = 0;

  function show(nextFilm, nextPlace, detail) {
    [film, place] = [nextFilm, nextPlace];
    const frame = film.frames[place];
    const { nodes } = film;
    title.textContent = t("children.title", { n: frame.isAnswer ? 0 : frame.generated, kept: frame.kept });
    replace(list, (frame.children ?? []).map(([, fate], at) => {
      const id = frame.first + at;
      const row = el("li", { class: `fate-${fate}` }, nodeButton(nodes, id, () => chosen(id)), el("span", { class: "fate", text: fateText(film, id, place) }));
      if (detail === at + 1) row.setAttribute("aria-current", "step");
      return row;
    }));
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    replace(boards);
    replace(left);
    replace(node);
    button.hidden = frame.isAnswer || frame.id === null;
  }

  /** Show one node: its board, and why it was pruned. */
  async function detail(id) {
    const [mine, now] = [film, place];
    const { nodes } = film;
    const text = el("p", { text: fateText(film, id, place) });
    const why = el("button", { type: "button", class: "plain", test: "node-why", text: t("children.why"), hidden: nodes.fate[id] === "kept" || !canExplain(), on: { click: () => explainPruning(id, why).catch(reportError) } });
    const frame = el("div", { class: "small-board" });
    replace(node, el("h3", { text: nodes.move[id] ?? t("tree.root") }), frame, text, why);
    element.scrollTop = 0;
    const { svgs } = await request("/api/picture", { board: film.board, shots: [nodes.shot(id)], theme: theme() });
    if (film === mine && place === now) replace(frame, picture(svgs[0]));
  }

  async function explainPruning(id, after) {
    const { position, moves } = film.nodes.way(id);
    const { hopeless, reasons } = await request("/api/refusal", { board: film.board, position, moves, theme: theme() });
    after.replaceWith(el("p", { test: "node-reason", text: hopeless ? t("children.hopeless", { reasons: reasons.join("; ") }) : t("children.not-hopeless") }));
  }

  /** Request the boards of all children, and the moves that the space does not generate. */
  async function load() {
    const [mine, now] = [film, place];
    const frame = film.frames[place];
    const { position, moves } = film.nodes.way(film.nodes.path(frame.id)[0]);
    const path = film.nodes.path(frame.id).slice(1).map((id) => film.nodes.move[id]);
    const answer = await request("/api/children", { board: film.board, ...way(), position, moves: [...moves, ...path], theme: theme() });
    if (film !== mine || place !== now) return;
    replace(boards, answer.children.map((child) => el("figure", { class: child.dead ? "dead" : "" }, picture(child.svg),
      el("figcaption", { text: child.dead ? t("children.caption.dead", { move: child.move }) : child.h === null ? child.move : t("children.caption", { move: child.move, h: number(child.h) }) }))));
    replace(left, answer.left_out.map((item) => el("li", { text: t(item.reason ? "children.excluded" : "children.excluded.plain", { move: item.move, reason: item.reason }) })));
  }

  return { element, show, detail };
}
