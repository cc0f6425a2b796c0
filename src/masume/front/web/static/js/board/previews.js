// Static pictures of boards.

import { ask } from "../data/api.js";
import { theme } from "../app/theme.js";

/** Return the picture of a board without marks. */
export async function emptyBoard({ board, name }, signal) {
  const { svg } = await ask("/api/session", { board, name: name ?? "", theme: theme() }, signal);
  return svg;
}

/** Return the picture of a board with an answer. */
export async function answeredBoard({ board, answer }, signal) {
  const { svgs } = await ask("/api/picture", { board, positions: [answer], theme: theme() }, signal);
  return svgs[0];
}
