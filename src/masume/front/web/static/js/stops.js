// Moments of a film at which a lecture stops, and the question which node comes next.

/** What to stop at: each tells whether a frame is such a moment. Those of `depth` take a number. */
const MOMENTS = {
  backtrack: (film, at) => at > 0 && !film.frames[at].isAnswer && isSameRound(film, at) && film.frames[at].parent !== film.frames[at - 1].id,
  rises: (film, at) => at > 0 && isSameRound(film, at) && film.frames[at].f !== null && film.frames[at].f > mostBefore(film, at),
  round: (film, at) => at > 0 && !isSameRound(film, at),
  depth: (film, at, depth) => film.frames[at].depth === depth,
  goal: (film, at) => film.frames[at].id !== null && film.frames[at].id === film.end()?.goal?.parent && !film.frames[at].isAnswer,
  duplicate: (film, at) => (film.frames[at].children ?? []).some(([, fate]) => fate === "seen"),
  deadend: (film, at) => !film.frames[at].isAnswer && film.frames[at].kept === 0,
};
export const STOPS = Object.keys(MOMENTS);

function isSameRound(film, at) {
  return film.frames[at].round === film.frames[at - 1].round;
}

function mostBefore(film, at) {
  let most = -Infinity;
  for (let one = at - 1; one >= 0 && film.frames[one].round === film.frames[at].round; one--) most = Math.max(most, film.frames[one].f ?? -Infinity);
  return most;
}

/** The first such moment after a place; null if there is none. */
export function nextStop(film, place, name, depth = 5) {
  for (let at = place + 1; at < film.frames.length; at++) if (MOMENTS[name](film, at, depth)) return at;
  return null;
}

/**
 * "Which node is expanded next?": up to four nodes that wait, the right one among them; null where there is nothing to ask.
 * The order depends on the step alone, so that a question is the same each time.
 */
export function question(film, place) {
  const [now, next] = [film.frames[place], film.frames[place + 1]];
  if (!next || now.isAnswer || next.round !== now.round || next.step !== now.step + 1) return null;
  const right = next.id;
  const others = (now.head ?? []).filter((id) => id !== right);
  if (!others.length || right === null || (!next.isAnswer && !(now.head ?? []).includes(right))) return null;
  const choices = [right, ...spread(others, 3)];
  for (let at = choices.length - 1, seed = now.step * 7919 + 13; at > 0; at--) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const other = Math.floor((seed / 2147483648) * (at + 1));
    [choices[at], choices[other]] = [choices[other], choices[at]];
  }
  return { right, choices };
}

/** Some of a list, from its beginning to its end. */
function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.round((at * (list.length - 1)) / (most - 1))]);
}
