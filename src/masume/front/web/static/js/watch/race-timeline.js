// The timeline of a race: the moments at which any lane changes.

const MOST = 20_000;

/** Return the sorted moments; `measure` is "step" or "ms". Very long timelines are thinned, keeping the last moment. */
export function findMoments(films, measure) {
  const all = [...new Set(films.flatMap((frames) => frames.map((frame) => frame[measure])))].sort((a, b) => a - b);
  const every = Math.ceil(all.length / MOST);
  return all.filter((_, at) => at % every === 0 || at === all.length - 1);
}

/** Return the last frame at or before a moment, else the first. */
export function frameAt(frames, measure, at) {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle][measure] <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
