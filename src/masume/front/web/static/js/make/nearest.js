// While a board is looked for: the nearest one so far, to be taken as it is or to be waited on.

import { el, picture, replace } from "../ui/dom.js";
import { t, tOr } from "../app/messages.js";

/** What a board is, beside what was wanted; `difficulty` and `needs` are of the wish. */
export function compared({ level, distance }, { difficulty, needs }) {
  const name = (one) => tOr(`level.${one}`, one);
  if (needs && !distance) return t("nearest.technique", { level: name(level) });
  return difficulty ? t("nearest.level", { level: name(level), wanted: name(difficulty) }) : name(level);
}

/** Cards by the numbers of boards; `take(row, wish)` and `lookOn(wish)` are what their buttons do. */
export function createNearest({ gallery, take, lookOn }) {
  const cards = new Map(); // number -> { card, row, wish, attempts, over }

  function draw(number, given) {
    const { card, row, wish, attempts, over } = given;
    const drop = (act) => () => {
      leave(number);
      act();
    };
    replace(card,
      el("h2", { text: row ? t("nearest.title") : t("nearest.board", { n: number + 1 }) }),
      row && el("p", { test: `nearest-level-${number}`, text: compared(row, wish) }),
      row && picture(row.svg),
      el("p", { class: over ? "fault-line" : "quiet", test: `nearest-line-${number}`, text: over || t("nearest.searching", { n: attempts }) }),
      el("div", { class: "row" },
        row && el("button", { type: "button", class: "main", test: `nearest-use-${number}`, text: t("nearest.use"), on: { click: drop(() => take({ ...row, number }, wish)) } }),
        over && el("button", { type: "button", test: `nearest-continue-${number}`, text: t("nearest.continue"), on: { click: () => lookOn({ ...wish, first: number, count: 1 }) } })));
  }

  /**
   * What a line says of a board: how many attempts there were, what is nearest, or why it ended.
   * @param {{ number: number, attempts?: number, nearest?: any, error?: string }} line
   * @param {any} wish
   */
  function show({ number, attempts, nearest, error }, wish) {
    const known = cards.get(number) ?? { card: el("article", { class: "card near", test: `nearest-${number}` }), row: null, attempts: 0 };
    const nearer = nearest && !(known.row?.distance <= nearest.distance);
    const now = { ...known, wish, row: nearer ? nearest : known.row, attempts: attempts ?? known.attempts, over: error ?? "" };
    if (!cards.has(number)) gallery.append(now.card);
    cards.set(number, now);
    draw(number, now);
  }

  /** It is there, or nobody waits for it any longer. */
  function leave(number) {
    cards.get(number)?.card.remove();
    cards.delete(number);
  }

  /** Nothing is looked for any longer: what has a board stays to be taken, the rest goes. */
  function stop() {
    for (const [number, given] of cards) {
      if (!given.row && !given.over) leave(number);
      else if (!given.over) show({ number, error: t("end.stopped") }, given.wish);
    }
  }

  return { show, leave, stop, clear: () => cards.clear(), cards: () => Array.from(cards.values(), ({ card }) => card) };
}
