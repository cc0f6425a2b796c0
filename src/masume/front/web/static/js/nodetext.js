// A node of a film in words: its move, its values, and what has become of it.

import { number, t } from "./words.js";

/** What stands below a node in the tree. */
export function labelOf(nodes, id, name) {
  if (name === "none") return "";
  if (name === "move") return nodes.move[id] ?? "";
  if (name === "step") return nodes.step[id] ? String(nodes.step[id]) : "";
  const [g, h] = [nodes.g[id], nodes.h[id]];
  if (name === "g" || (name === "f" && nodes.isBlind)) return number(g);
  if (h === null || h === undefined) return nodes.fate[id] === "dead" ? "∞" : "";
  return number(name === "h" ? h : g + h);
}

/** A node in words: its move, values and fate at a frame. */
export function nodeText(film, id, place) {
  const { nodes } = film;
  const h = nodes.fate[id] === "dead" ? "∞" : number(nodes.h[id]);
  const has = nodes.h[id] !== null && nodes.h[id] !== undefined;
  const values = t("tree.values", { g: number(nodes.g[id]), h, f: has ? number(nodes.g[id] + nodes.h[id]) : h === "∞" ? "∞" : "–" });
  return `${nodes.move[id] ?? t("tree.root")} · ${values}\n${fateText(film, id, place)}`;
}

/** What has become of a node by a frame, with the reason. */
export function fateText(film, id, place) {
  const { nodes } = film;
  const left = nodes.left[id];
  if (nodes.place[id] >= 0 && nodes.place[id] <= place) return t("fate.expanded", { step: nodes.step[id] ?? film.frames[nodes.place[id]].step });
  if (left && left[0] <= place) return t(`fate.${left[1]}`);
  const fate = nodes.fate[id];
  if (fate === "kept") return t("fate.kept");
  if (fate === "seen" && nodes.same[id] !== undefined) return t("fate.seen.at", { where: sameText(film, nodes.same[id]) });
  return t(`fate.${fate}`, { heuristic: film.about()?.about.heuristic ?? "" });
}

function sameText({ nodes, frames }, id) {
  const step = nodes.place[id] >= 0 ? t("fate.step", { step: frames[nodes.place[id]].step }) : "";
  return [nodes.path(id).map((one) => nodes.move[one]).filter(Boolean).join(", ") || t("tree.root"), step].filter(Boolean).join(" · ");
}
