// Icons, drawn with strokes on a 24 × 24 grid.

import { svgEl } from "./dom.js";

const PATHS = {
  board: "M4 4h16v16H4zM4 12h16M12 4v16",
  library: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h2",
  restart: "M4 5v6h6M4.6 15a8 8 0 1 0 1.5-8.2L4 11",
  check: "M4 13l5 5L20 6",
  hint: "M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.4 1 2.4h6c0-1 .2-1.700 1-2.400a6.500 6.500 0 0 0-4-11.600z",
  trial: "M12 21V12M12 12 5 5M12 12l7-7M5 10V5h5M14 5h5v5",
  share: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  rules: "M5 3h11l3 3v15H5zM9 9h6M9 13h6M9 17h4",
  solve: "M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 4v16M16 4v16",
  back: "M17 5l-8 7 8 7zM6 5v14",
  forward: "M7 5l8 7-8 7zM18 5v14",
  first: "M20 5l-7 7 7 7M12 5l-7 7 7 7",
  last: "M4 5l7 7-7 7M12 5l7 7-7 7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  sun: "M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM12 1.500v3M12 19.500v3M1.500 12h3M19.500 12h3M4.600 4.600l2 2M17.400 17.400l2 2M4.600 19.400l2-2M17.400 6.600l2-2",
  moon: "M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z",
  help: "M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1.200-1.500 2.300M12 18.500v.5",
  why: "M4 4h16v16H4zM9.500 9.500a2.500 2.500 0 1 1 3.600 2.200c-.8.400-1.100.900-1.100 1.800M12 16.500v.300",
  turn: "M19 9a8 8 0 1 0 1 6M19 3v6h-6",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  flag: "M5 21V4M5 4h13l-3 4.500 3 4.500H5",
  chart: "M4 20h16M7 16v-5M12 16V5M17 16V9",
  steps: "M10 6h10M10 12h10M10 18h10M4 6h2M4 12h2M4 18h2",
  wand: "M4 20 14 10M17 3v4M15 5h4M20 11v3M18.500 12.500h3M9 3v3M7.500 4.500h3",
  up: "M6 14l6-6 6 6",
  down: "M6 10l6 6 6-6",
  mirror: "M12 3v18M9 7l-6 10h6zM15 7l6 10h-6z",
  picture: "M4 4h16v16H4zM4 16l5-5 4 4 3-3 4 4M15 9.500a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
  save: "M12 3v12M6.500 10l5.500 5.500 5.500-5.500M4 20.500h16",
  stop: "M6 6h12v12H6z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  follow: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v5M12 17v5M2 12h5M17 12h5",
  screen: "M3 4h18v12H3zM8 20h8M12 16v4",
};

/** Return an icon by name. */
export function icon(name) {
  return svgEl(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svgEl("path", { d: PATHS[name] }),
  );
}
