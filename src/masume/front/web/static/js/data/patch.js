// Differences between answers of the server, in the format of `differences.py`.

/** @typedef {{ value?: any, fields?: Record<string, Difference | null> | null, items?: [number, number, any[]][] | null }} Difference */

/**
 * Return a value with a difference applied; the old value is not changed.
 * @param {any} old
 * @param {Difference} change
 */
export function applyDifference(old, change) {
  if (change.fields) {
    const fields = { ...old };
    for (const [name, inner] of Object.entries(change.fields)) {
      if (inner === null) delete fields[name];
      else fields[name] = applyDifference(old[name], inner);
    }
    return fields;
  }
  if (!change.items) return change.value ?? null;
  const list = [...old];
  applySplices(change.items, (at, count, items) => list.splice(at, count, ...items));
  return list;
}

/**
 * Replace items of a list from the end, so that all positions are those of the old list.
 * @param {[number, number, any[]][]} splices
 * @param {(at: number, count: number, items: any[]) => void} splice
 */
export function applySplices(splices, splice) {
  for (const [at, count, items] of [...splices].reverse()) splice(at, count, items);
}
