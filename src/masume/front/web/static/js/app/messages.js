// All texts of the pages come from messages/<language>.json, by keys such as "play.undo".
// messages/languages.json lists the languages there are; whatever one lacks is said in English.

import { read, write } from "../data/storage.js";

let english = {};
let chosen = {};
export let languages = { en: "English" };
export let language = "en";

/** Read the messages; the language is the one chosen before, or the browser's. */
export async function loadWords() {
  languages = await message("languages");
  english = chosen = await message("en");
  const wished = [read("language"), ...(navigator.languages ?? []).map((name) => name.slice(0, 2))];
  language = wished.find((name) => name in languages) ?? "en";
  if (language !== "en") chosen = await message(language);
  document.documentElement.lang = language;
}

async function message(name) {
  const answer = await fetch(new URL(`../../messages/${name}.json`, import.meta.url));
  return answer.json();
}

/** Keep another language and start anew in it. */
export function chooseLanguage(name) {
  write("language", name);
  location.reload();
}

/** The text of a key, with {names} filled in; `n` of 1 takes the key with ".one" if it exists. */
export function t(key, values = {}) {
  const one = values.n === 1 ? (wording(`${key}.one`) ?? null) : null;
  const text = one ?? wording(key) ?? key;
  if (typeof text !== "string") return text;
  const written = (value) => (typeof value === "number" ? number(value) : String(value));
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name]) : whole));
}

function wording(key) {
  return chosen[key] ?? english[key];
}

/** The text of a key that need not exist, or what stands for it. */
export function tOr(key, other) {
  return wording(key) ?? other;
}

/**
 * How hard a board is, or that it has no solution or several; "" if nothing is known.
 * @param {{ level?: string, solutions?: number }} board
 */
export function ratingOf({ level, solutions = 1 }) {
  if (solutions !== 1) return t(solutions ? "rating.several" : "rating.none", { n: solutions });
  return level ? tOr(`level.${level}`, level) : "";
}

/** Seconds as 1:05 or 1:02:03. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

/** A number in short: 1,234 or 0.25 or –. */
export function number(value) {
  if (value === null || value === undefined) return "–";
  return Number.isInteger(value) ? value.toLocaleString(language) : String(Number(value.toFixed(2)));
}

/** A short time in fitting units. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  return `${Number(seconds.toPrecision(3))} s`;
}
