// Static pictures of boards.

import { request } from "../data/api.js";
import { picture } from "../ui/dom.js";
import { theme } from "../app/theme.js";

/** Return the picture of a board without marks. */
export async function boardPicture({ board }, signal) {
  const { svg } = await request("/api/draft", { board, theme: theme() }, signal);
  return svg;
}

/** Return the picture of a board with an answer. */
export async function answerPicture({ board, answer }, signal) {
  const { svgs } = await request("/api/picture", { board, positions: [answer], theme: theme() }, signal);
  return svgs[0];
}

/** Return a small picture of a board, given by its text or its name. */
export async function thumbnail(board, signal) {
  const drawn = picture(await boardPicture({ board }, signal));
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}
