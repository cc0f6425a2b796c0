// Keyboard control of a film.

import { isTyping } from "../board/keyboard.js";

/**
 * Handle the keys of a film while `has()`; `child(by)` steps from child to child, `more(event)` may handle other keys.
 * @param {{ player: any, has: () => boolean, child?: (by: number) => void, more?: (event: KeyboardEvent) => boolean, signal: AbortSignal }} given
 */
export function watchFilmKeys({ player, has, child = () => {}, more = () => false, signal }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event) || !has()) return;
    // Space presses a focused button.
    if (event.key === " " && event.target instanceof Element && event.target.closest("button, summary, a")) return;
    if (!handleKey(event)) return;
    event.preventDefault();
  }, { signal });

  function handleKey(event) {
    const { key } = event;
    if (more(event)) return true;
    if (key === " ") player.playOrPause();
    else if (key === "ArrowRight" || key === "ArrowLeft") {
      const by = key === "ArrowRight" ? 1 : -1;
      if (event.shiftKey) child(by);
      else player.jump(player.place() + by);
    } else if (key === "Home") player.jump(0);
    else if (key === "End") player.jump(Number.MAX_SAFE_INTEGER);
    else if (/^[1-9]$/.test(key)) player.setSpeed(Number(key));
    else return false;
    return true;
  }
}
