// The timeline of a race: the moments at which anything happens in any lane, in order.

const MOST = 20_000;

/** `measure` is "step" or "ms"; of very many moments every so many are taken, the last always. */
export function ticksOf(films, measure) {
  const all = [...new Set(films.flatMap((frames) => frames.map((frame) => frame[measure])))].sort((one, other) => one - other);
  const every = Math.ceil(all.length / MOST);
  return all.filter((_, at) => at % every === 0 || at === all.length - 1);
}

/** The last frame that is not beyond a moment; the first if all are. */
export function frameAt(frames, measure, at) {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle][measure] <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
