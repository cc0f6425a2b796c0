// The form of a search: algorithm, space and heuristic. Only combinations that the server allows can be chosen.

import { findKind } from "../app/current-board.js";
import { choice, el, field, replace } from "../ui/dom.js";
import { t } from "../app/messages.js";

const NONE = ""; // option value for no heuristic

/**
 * @param {Server.About} about
 * @param {string} kind
 * @param {{ test: string, wished?: { algorithm?: string, space?: string, heuristic?: string, options?: Record<string, string> }, brief?: boolean, extra?: HTMLElement[], changed?: () => void }} given
 */
export function createSearchForm(about, kind, { test, wished = {}, brief = false, extra = [], changed = () => {} }) {
  const name = (part) => `${test}-${part}`;
  const algorithm = choice(about.algorithms.map((algorithm) => [algorithm.name, toWords(algorithm.name), algorithm.summary]), {
    test: name("algorithm"), value: wished.algorithm ?? "astar", on: { change: () => update(algorithm) },
  });
  const space = el("select", { test: name("space"), on: { change: () => update(space) } });
  const heuristic = el("select", { test: name("heuristic"), on: { change: () => update(heuristic) } });
  const summary = el("p", { class: "muted", test: name("summary"), hidden: brief });
  const options = el("div", { class: "options" });
  const more = el("details", { test: name("options") }, el("summary", { text: t("search.options") }), el("div", { class: "fields" }, options, extra));
  const element = el("div", { class: "search-form" },
    field(t("search.algorithm"), algorithm), field(t("search.space"), space), field(t("search.heuristic"), heuristic), summary, more);
  let puzzle = null;
  let shown = null; // the algorithm whose options are shown

  function setKind(next) {
    puzzle = findKind(about, next);
    replace(space, puzzle.spaces.map((space) => el("option", { value: space.name, title: space.summary, text: space.name })));
    replace(heuristic, el("option", { value: NONE, text: t("search.none") }),
      puzzle.heuristics.map((heuristic) => el("option", { value: heuristic.name, title: heuristic.summary, text: toWords(heuristic.name) })));
    if (wished.space) space.value = wished.space;
    update(null);
    if (wished.heuristic) heuristic.value = wished.heuristic;
    update(null);
  }

  /** Return the heuristics that an algorithm accepts in a space; "" stands for none. */
  function compatibleHeuristics(algorithmName, spaceName) {
    const accepted = puzzle.spaces.find((space) => space.name === spaceName)?.algorithms?.[algorithmName] ?? [];
    return accepted.map((name) => name ?? NONE);
  }

  /** Make the choices compatible, keeping the one that was just made. */
  function update(made) {
    const spaces = puzzle.spaces.map((space) => space.name);
    if (!compatibleHeuristics(algorithm.value, space.value).length) {
      const fitsNowhere = !spaces.some((space) => compatibleHeuristics(algorithm.value, space).length); // a best-first search in a problem of repairs, say
      if (made === space || fitsNowhere) algorithm.value = about.algorithms.find((algorithm) => compatibleHeuristics(algorithm.name, space.value).length).name;
      else space.value = spaces.find((space) => compatibleHeuristics(algorithm.value, space).length) ?? spaces[0];
    }
    const heuristics = compatibleHeuristics(algorithm.value, space.value);
    if (!heuristics.includes(heuristic.value)) heuristic.value = heuristics[0];
    for (const option of algorithm.options) option.disabled = !spaces.some((where) => compatibleHeuristics(option.value, where).length);
    for (const option of space.options) option.disabled = !compatibleHeuristics(algorithm.value, option.value).length;
    for (const option of heuristic.options) option.disabled = !heuristics.includes(option.value);
    heuristic.disabled = heuristics.length === 1 && heuristics[0] === NONE;
    showDetails();
    changed();
  }

  function showDetails() {
    const chosen = about.algorithms.find((item) => item.name === algorithm.value);
    const estimate = puzzle.heuristics.find((item) => item.name === heuristic.value);
    const where = puzzle.spaces.find((item) => item.name === space.value);
    algorithm.title = chosen.summary;
    space.title = where?.summary ?? "";
    heuristic.title = estimate?.summary ?? "";
    summary.textContent = [chosen.summary, where?.summary, estimate?.summary].filter(Boolean).join(" ");
    if (shown === chosen.name) return;
    shown = chosen.name;
    more.hidden = !chosen.options.length && !extra.length;
    replace(options, chosen.options.map((option) =>
      field(toWords(option.name), el("input", { test: name(`option-${option.name}`), "data-key": option.name, placeholder: option.default ?? t("search.none"), title: option.help, size: 8, on: { change: changed } }))));
  }

  /** Return the algorithm with its options, as `astar:weight=2`. */
  function spec() {
    const typed = [...options.querySelectorAll("input")].filter((input) => input.value.trim());
    const parts = typed.map((input) => `${input.dataset.key}=${input.value.trim()}`);
    return parts.length ? `${algorithm.value}:${parts.join(",")}` : algorithm.value;
  }

  setKind(kind);
  for (const input of options.querySelectorAll("input")) input.value = wished.options?.[input.dataset.key] ?? "";
  return {
    element, setKind,
    value: () => ({ algorithm: spec(), space: space.value, heuristic: heuristic.value || null }),
  };
}

/** Return an identifier as words; `ida_star` becomes IDA*. */
export function toWords(name) {
  return name.replace(/^([a-z]+?)_?star\b/, (_, letters) => `${letters.toUpperCase()}*`).replaceAll("_", " ");
}

/** Describe a search in a few words. */
export function searchText({ algorithm, heuristic, space }) {
  const key = heuristic ? "search.text" : "search.text.plain";
  return t(key, { algorithm: toWords(algorithm).replace(/:(.*)/, " ($1)"), heuristic: toWords(heuristic ?? ""), space: toWords(space ?? "") });
}
