// Cards of the closest boards so far, while boards are searched.

import { el, picture, replace } from "../ui/dom.js";
import { t, tOr } from "../app/messages.js";

/** Describe how a board differs from the wish. */
export function describeDifference({ level, distance }, { difficulty, needs }) {
  const name = (level) => tOr(`level.${level}`, level);
  if (needs && !distance) return t("nearest.technique", { level: name(level) });
  return difficulty ? t("nearest.level", { level: name(level), wanted: name(difficulty) }) : name(level);
}

/** Create the cards, keyed by board number. `take(row, wish)` uses a board, `searchAgain(wish)` searches again. */
export function createNearest({ gallery, take, searchAgain }) {
  const cards = new Map(); // number -> { card, row, wish, attempts, over }

  function draw(number, given) {
    const { card, row, wish, attempts, over } = given;
    const drop = (act) => () => {
      leave(number);
      act();
    };
    replace(card,
      el("h2", { text: row ? t("nearest.title") : t("nearest.board", { n: number + 1 }) }),
      row && el("p", { test: `nearest-level-${number}`, text: describeDifference(row, wish) }),
      row && picture(row.svg),
      el("p", { class: over ? "error-line" : "muted", test: `nearest-line-${number}`, text: over || t("nearest.searching", { n: attempts }) }),
      el("div", { class: "row" },
        row && el("button", { type: "button", class: "primary", test: `nearest-use-${number}`, text: t("nearest.use"), on: { click: drop(() => take({ ...row, number }, wish)) } }),
        over && el("button", { type: "button", test: `nearest-continue-${number}`, text: t("nearest.continue"), on: { click: () => searchAgain({ ...wish, first: number, count: 1 }) } })));
  }

  /**
   * Update a card: attempts, closest board, or the reason why the search ended.
   * @param {{ number: number, attempts?: number, nearest?: any, error?: string }} line
   * @param {any} wish
   */
  function show({ number, attempts, nearest, error }, wish) {
    const known = cards.get(number) ?? { card: el("article", { class: "card nearest", test: `nearest-${number}` }), row: null, attempts: 0 };
    const nearer = nearest && !(known.row?.distance <= nearest.distance);
    const now = { ...known, wish, row: nearer ? nearest : known.row, attempts: attempts ?? known.attempts, over: error ?? "" };
    if (!cards.has(number)) gallery.append(now.card);
    cards.set(number, now);
    draw(number, now);
  }

  /** Remove a card: its board was found or is no longer wanted. */
  function leave(number) {
    cards.get(number)?.card.remove();
    cards.delete(number);
  }

  /** Mark all cards as stopped; those without a board are removed. */
  function stop() {
    for (const [number, given] of cards) {
      if (!given.row && !given.over) leave(number);
      else if (!given.over) show({ number, error: t("end.stopped") }, given.wish);
    }
  }

  return { show, leave, stop, clear: () => cards.clear(), cards: () => Array.from(cards.values(), ({ card }) => card) };
}
