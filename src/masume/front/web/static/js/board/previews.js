// Pictures of boards that nobody plays on.

import { ask } from "../data/api.js";
import { theme } from "../app/theme.js";

/** The board as it is printed. */
export async function emptyBoard({ board, name }, signal) {
  const { svg } = await ask("/api/session", { board, name: name ?? "", theme: theme() }, signal);
  return svg;
}

/** The board with an answer on it. */
export async function answeredBoard({ board, answer }, signal) {
  const { svgs } = await ask("/api/picture", { board, positions: [answer], theme: theme() }, signal);
  return svgs[0];
}
