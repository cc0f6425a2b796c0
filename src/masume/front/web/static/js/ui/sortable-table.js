// A table that can be sorted by each column.

import { el, replace } from "./dom.js";
import { t } from "../app/messages.js";

/** Create a table. Columns are {name, words, text(row), value(row)}. */
export function createTable(columns, { test }) {
  const body = el("tbody");
  const heads = columns.map(({ name, words }, place) => el("th", { scope: "col", class: words ? "text-column" : "" },
    el("button", { type: "button", test: `${test}-sort-${name}`, text: t(`column.${name}`), on: { click: () => sortBy(place) } })));
  const element = el("div", { class: "wide-table", tabindex: "0" }, el("table", { class: "data", test }, el("thead", {}, el("tr", {}, heads)), body));
  let rows = [];
  let order = null; // [column, 1 or -1]

  function sortBy(place) {
    order = [place, order?.[0] === place ? -order[1] : 1];
    heads.forEach((head, at) => (at === place
      ? head.setAttribute("aria-sort", order[1] > 0 ? "ascending" : "descending")
      : head.removeAttribute("aria-sort")));
    show();
  }

  function show() {
    replace(body, sortRows().map((row) => el("tr", {}, columns.map(({ name, words, text }) => el("td", { class: words ? "text-column" : "", "data-column": name, text: text(row) })))));
  }

  function sortRows() {
    if (!order) return rows;
    const { value } = columns[order[0]];
    return [...rows].sort((a, b) => order[1] * compare(value(a), value(b)));
  }

  return {
    element,
    rows: sortRows,
    set(next) {
      rows = next;
      show();
    },
  };
}

/** Compare numbers by size, then words alphabetically; missing values come last. */
function compare(one, other) {
  const missing = (value) => value === null || value === undefined;
  if (missing(one) || missing(other)) return Number(missing(one)) - Number(missing(other));
  const isWord = (value) => typeof value !== "number";
  if (isWord(one) || isWord(other)) return Number(isWord(one)) - Number(isWord(other)) || String(one).localeCompare(String(other));
  return one - other;
}

/** Format rows as CSV. */
export function csv(names, rows) {
  const quoted = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
}
