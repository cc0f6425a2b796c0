// Stops of a lecture, and the question which node is expanded next.

/** Stop name -> whether a frame is such a stop; `depth` takes a number. */
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
  for (let step = at - 1; step >= 0 && film.frames[step].round === film.frames[at].round; step--) most = Math.max(most, film.frames[step].f ?? -Infinity);
  return most;
}

/** Return the first stop after a position, or null. */
export function nextStop(film, place, name, depth = 5) {
  for (let at = place + 1; at < film.frames.length; at++) if (MOMENTS[name](film, at, depth)) return at;
  return null;
}

/** Return the order of the open list: "priority", "queue", "stack", "layers", or null if the values of nodes do not decide. */
export function orderOf(film) {
  const order = film.about()?.pseudocode?.picks?.order;
  return order && order !== "local" ? order : null;
}

/** Return the sort keys of nodes; a question shows all of them. */
function keysOf(film, from, upto) {
  const { nodes } = film;
  const depth = [];
  for (let id = from; id < upto; id++) depth[id] = nodes.parent[id] < from ? 0 : depth[nodes.parent[id]] + 1;
  return { priority: (id) => [nodes.f(id)], queue: (id) => [depth[id]], stack: (id) => [-depth[id]], layers: (id) => [depth[id], nodes.f(id)] }[orderOf(film)];
}

function compare(first, other) {
  return first.map((value, at) => value - other[at]).find((difference) => difference) ?? 0;
}

/**
 * Ask "Which node is expanded next?": up to four open nodes {id, tied}, one of them right; null if there is nothing to ask.
 * The wrong ones have other moves and larger sort keys; `tied` counts the other open nodes with the same key, any of
 * which the order of generation could put first.
 * The order depends only on the step, so a question is the same each time.
 */
export function question(film, place) {
  const [now, next] = [film.frames[place], film.frames[place + 1]];
  if (!next || now.isAnswer || next.round !== now.round || next.step !== now.step + 1 || !orderOf(film)) return null;
  const { nodes } = film;
  const [from, upto, right] = [nodes.roots.get(now.round)?.[0] ?? 0, film.upto(place), next.id];
  if (right === null || right >= upto) return null;
  const waiting = [];
  for (let id = from; id < upto; id++) {
    const isGone = (nodes.place[id] >= 0 && nodes.place[id] <= place) || (nodes.left[id] && nodes.left[id][0] <= place + 1);
    if (nodes.fate[id] === "kept" && !isGone) waiting.push(id);
  }
  const key = keysOf(film, from, upto);
  if (waiting.some((id) => compare(key(id), key(right)) < 0)) return null; // a goal that was found early
  const named = new Map();
  for (const id of waiting) if (compare(key(id), key(right)) > 0 && nodes.move[id] !== nodes.move[right] && !named.has(nodes.move[id])) named.set(nodes.move[id], id);
  if (!named.size) return null;
  const others = [...named.values()].sort((a, b) => compare(key(a), key(b)));
  const tied = (id) => waiting.filter((other) => other !== id && compare(key(other), key(id)) === 0).length;
  const choices = [right, ...spread(others, 3)].map((id) => ({ id, tied: tied(id) }));
  for (let at = choices.length - 1, seed = now.step * 7919 + 13; at > 0; at--) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const other = Math.floor((seed / 2147483648) * (at + 1));
    [choices[at], choices[other]] = [choices[other], choices[at]];
  }
  return { right, choices };
}

/** Return up to `most` items, evenly spread over a list. */
function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.round((at * (list.length - 1)) / (most - 1))]);
}
