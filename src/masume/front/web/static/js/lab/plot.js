// Plots of nodes expanded on a logarithmic axis: as bars, or against time.

import { svgEl } from "../ui/dom.js";
import { number, t } from "../app/messages.js";
import { searchText, toWords } from "../film/search-form.js";

const [FOOT, TOP] = [34, 6];
const small = matchMedia("(max-width: 40rem)"); // names stand above the bars instead of beside them
const SETTLED = new Set(["solved", "exhausted"]);

export function bars(rows) {
  const shown = [...rows].sort((a, b) => a.expanded - b.expanded);
  const [wide, left, line, down] = small.matches ? [360, 10, 34, 14] : [900, 330, 20, 0];
  const height = TOP + shown.length * line + FOOT;
  const x = logScale(shown.map((row) => row.expanded), left, wide - 70);
  const items = shown.flatMap((row, place) => {
    const y = TOP + place * line;
    const width = Math.max(1, x.at(row.expanded) - left);
    const where = down ? { x: left, "text-anchor": "start" } : { x: left - 8, "text-anchor": "end" };
    return [
      svgEl("text", { class: "name", y: y + 14, text: name(row), ...where }),
      svgEl("rect", { class: `bar ${look(row)}`, x: left, y: y + down + 3, width, height: 14, rx: 2 }, tip(row)),
      svgEl("text", { x: left + width + 6, y: y + down + 14, text: number(row.expanded) }),
    ];
  });
  return frame(wide, height, rows.length, ...x.lines(TOP, height - FOOT), ...items,
    svgEl("text", { x: (left + wide) / 2, y: height - 4, "text-anchor": "middle", text: t("lab.plot.x") }));
}

export function scatter(rows) {
  const [wide, height] = small.matches ? [360, 300] : [900, 420];
  const x = logScale(rows.map((row) => row.expanded), 70, wide - 30);
  const y = logScale(rows.map((row) => Math.max(row.seconds, 1e-6)), height - 50, 20);
  const dots = rows.map((row) =>
    svgEl("circle", { class: `dot ${look(row)}`, cx: x.at(row.expanded), cy: y.at(Math.max(row.seconds, 1e-6)), r: 6 }, tip(row)));
  return frame(wide, height, rows.length, ...x.lines(20, height - 50), ...y.lines(70, wide - 30, true), ...dots,
    svgEl("text", { x: wide / 2, y: height - 8, "text-anchor": "middle", text: t("lab.plot.x") }),
    svgEl("text", { x: 8, y: 12, text: t("lab.plot.y") }));
}

function frame(wide, height, n, ...items) {
  return svgEl("svg", { class: "chart plot", viewBox: `0 0 ${wide} ${height}`, role: "img", "aria-label": t("lab.plot.label", { n }) }, items);
}

/** Create a logarithmic scale with a grid line for each power of ten. */
function logScale(values, from, to) {
  const least = Math.floor(Math.log10(Math.max(1e-6, Math.min(...values.filter((value) => value > 0), Infinity))));
  const low = Number.isFinite(least) ? least : 0;
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values, 1))));
  const at = (value) => from + ((to - from) * (Math.log10(Math.max(value, 10 ** low)) - low)) / (high - low);
  const powers = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  const label = (power) => (power >= 0 ? number(10 ** power) : String(10 ** power));
  return {
    at,
    lines: (begin, end, across = false) => powers.flatMap((power) => {
      const place = at(10 ** power);
      return across
        ? [svgEl("path", { class: "axis", d: `M${begin} ${place}H${end}` }), svgEl("text", { x: begin - 6, y: place + 4, "text-anchor": "end", text: label(power) })]
        : [svgEl("path", { class: "axis", d: `M${place} ${begin}V${end}` }), svgEl("text", { x: place, y: end + 14, "text-anchor": "middle", text: label(power) })];
    }),
  };
}

function look(row) {
  return SETTLED.has(row.status) ? "" : "open";
}

function name(row) {
  const text = searchText(row);
  return text.length > 48 ? `${text.slice(0, 47)}…` : text;
}

function tip(row) {
  return svgEl("title", { text: `${searchText(row)}: ${toWords(row.status)}, ${number(row.expanded)}` });
}
