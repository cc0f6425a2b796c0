// Describes nodes of a film: move, values and fate.

import { number, t } from "../app/messages.js";

/** Return the label of a node in the tree. */
export function labelOf(nodes, id, name) {
  if (name === "none") return "";
  if (name === "move") return nodes.move[id] ?? "";
  const value = { f: nodes.f(id), g: nodes.g[id], h: nodes.h[id] }[name];
  if (value === null || value === undefined) return nodes.fate[id] === "dead" ? "∞" : "";
  return number(value);
}

/** Return f, g and h of a node as text, or g alone without h. */
export function valuesText(nodes, id, key = "lists.values") {
  const [g, h] = [number(nodes.g[id]), number(nodes.h[id])];
  if (nodes.h[id] === null || nodes.h[id] === undefined) return t("lists.g", { g });
  return t(key, { f: number(nodes.f(id)), g, h, formula: nodes.formula(`g ${g}`, `h ${h}`) });
}

/** Describe a node at a frame: its move, values and fate. */
export function nodeText(film, id, place) {
  const { nodes } = film;
  const values = nodes.fate[id] === "dead" ? t("lists.values", { g: number(nodes.g[id]), h: "∞", f: "∞" }) : valuesText(nodes, id, "tree.values");
  const gap = nodes.skipped.has(id) ? `\n${t("tree.skipped", { n: nodes.skipped.get(id) })}` : "";
  return `${nodes.move[id] ?? t("tree.root")} · ${values}\n${fateText(film, id, place)}${gap}`;
}

/** Describe what has happened to a node up to a frame, with the reason. */
export function fateText(film, id, place) {
  const { nodes } = film;
  const left = nodes.left[id];
  if (nodes.place[id] >= 0 && nodes.place[id] <= place) return t("fate.expanded", { step: nodes.step[id] ?? film.frames[nodes.place[id]].step });
  if (left && left[0] <= place) return t(`fate.${left[1]}`);
  const fate = nodes.fate[id];
  if (fate === "kept") return t("fate.kept");
  if (fate === "seen" && nodes.same[id] !== undefined) return t("fate.seen.at", { where: sameText(film, nodes.same[id]) });
  return t(`fate.${fate}`, { heuristic: film.about()?.search.heuristic ?? "" });
}

function sameText({ nodes, frames }, id) {
  const step = nodes.place[id] >= 0 ? t("fate.step", { step: frames[nodes.place[id]].step }) : "";
  return [nodes.path(id).map((item) => nodes.move[item]).filter(Boolean).join(", ") || t("tree.root"), step].filter(Boolean).join(" · ");
}
