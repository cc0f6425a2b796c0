// The signs of nodes in a search tree. Each kind has its own shape, so colour is not needed. Exported films
// include this file, so it imports nothing.

/** Draw the sign of a node. */
export function mark(pen, kind, x, y, r, colours) {
  pen.lineWidth = Math.max(1.6, 0.14 * r);
  pen.beginPath();
  if (kind === "pruned" || kind === "dropped") {
    const s = r * 0.75;
    pen.moveTo(x - s, y - s);
    pen.lineTo(x + s, y + s);
    if (kind === "pruned") {
      pen.moveTo(x - s, y + s);
      pen.lineTo(x + s, y - s);
    } else pen.arc(x, y, r, Math.PI / 4, 2.25 * Math.PI);
    pen.strokeStyle = colours.bad;
    pen.stroke();
    return;
  }
  if (kind === "duplicate") pen.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
  else if (kind === "goal") star(pen, x, y, r * 1.5);
  else pen.arc(x, y, kind === "current" ? r * 1.25 : r, 0, 2 * Math.PI);
  pen.fillStyle = { current: colours.warn, expanded: colours.main, open: colours.card, duplicate: colours.card, goal: colours.good }[kind];
  pen.strokeStyle = { current: colours.ink, expanded: colours.main, open: colours.main, duplicate: colours.soft, goal: colours.ink }[kind];
  pen.fill();
  pen.lineWidth = Math.max(kind === "current" ? 2.8 : 1.6, 0.14 * r);
  pen.stroke();
  if (kind === "duplicate" && r > 4) {
    pen.beginPath();
    for (const up of [-0.28, 0.28]) {
      pen.moveTo(x - r * 0.45, y + up * r);
      pen.lineTo(x + r * 0.45, y + up * r);
    }
    pen.stroke();
  }
}

function star(pen, x, y, r) {
  for (let point = 0; point < 10; point++) {
    const [angle, far] = [(point * Math.PI) / 5 - Math.PI / 2, point % 2 ? r * 0.45 : r];
    pen[point ? "lineTo" : "moveTo"](x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  pen.closePath();
}
