// The message catalogue: every text of the pages comes from messages/en.json, by keys such as "tool.undo".

export const LOCALE = "en-GB"; // of dates and numbers

let messages = {};

/** Load the catalogue; must finish before the first call of `t`. */
export async function loadMessages() {
  const response = await fetch(new URL("../../messages/en.json", import.meta.url));
  messages = await response.json();
}

/** Return the text of a key with its {placeholders} filled in; if `n` is 1, the key with ".one" wins if it exists. */
export function t(key, values = {}) {
  const singular = values.n === 1 ? messages[`${key}.one`] : undefined;
  const text = singular ?? messages[key] ?? key;
  if (typeof text !== "string") return text;
  const format = (value) => (typeof value === "number" ? number(value) : String(value));
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? format(values[name]) : whole));
}

/** Return the text of a key, or `fallback` if the catalogue lacks it. */
export function tOr(key, fallback) {
  return messages[key] ?? fallback;
}

/**
 * Describe how hard a board is, or that it has no solution or several; "" if nothing is known.
 * @param {{ level?: string, solutions?: number }} board
 */
export function rating({ level, solutions = 1 }) {
  if (solutions !== 1) return t(solutions ? "rating.several" : "rating.none", { n: solutions });
  return level ? tOr(`level.${level}`, level) : "";
}

/** Format seconds as 1:05 or 1:02:03. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

/** Format a number as 1,234 or 0.25, or as – if it is missing. */
export function number(value) {
  if (value === null || value === undefined) return "–";
  return Number.isInteger(value) ? value.toLocaleString(LOCALE) : String(Number(value.toFixed(2)));
}

/** Format a short time in µs, ms or s, or as – if it is missing. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  return `${Number(seconds.toPrecision(3))} s`;
}
