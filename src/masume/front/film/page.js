// The player of an exported film: boards drawn in advance, and the search around them. The page includes the app's
// tree modules before this one (createNodes, layOut, kindOf, mark).

const film = JSON.parse(document.getElementById("film").textContent);
const get = (id) => document.getElementById(id);
const [ACROSS, DOWN, EDGE, RADIUS] = [22, 46, 24, 6];
const dark = matchMedia("(prefers-color-scheme: dark)");
const lanes = film.lanes.map((data, index) => createLane(data, document.querySelectorAll(".lane")[index]));
let at = 0, playing = 0, ticks = [];
get("lanes").classList.toggle("alone", lanes.length === 1);
get("by-label").hidden = lanes.length === 1;
get("speed").value = String(film.speed);

/** The lane of one film; `frames` are the indices of its lines that have a picture. */
function createLane({ lines, frames, code, f, blind }, root) {
  const nodes = Object.assign(createNodes(), { factors: f, isBlind: blind });
  let round = 1;
  lines.forEach((line, number) => {
    round = line.round ?? round;
    nodes.add({ ...line, round }, number);
    if (line.goal) nodes.addGoal(line.goal, number, round);
    Object.assign(line, { round, step: line.step ?? line.expanded, ms: line.ms ?? lines[number - 1]?.ms ?? 0 });
  });
  const goal = lines.at(-1).goal?.id ?? null;
  const open = { opened: new Set(), shut: new Set() };
  const canvas = root.querySelector("canvas");
  let place = 0, laid = { items: [], leaves: 0, levels: 0 };

  const line = () => lines[frames[place]];
  const current = () => (line().end ? line().goal?.id : line().id) ?? null;
  const point = (item) => [EDGE + (item.x + 0.5) * ACROSS, EDGE + item.y * DOWN];

  function text(id) {
    const [g, h] = [nodes.g[id], nodes.h[id]];
    const values = h === null || h === undefined ? `g ${g}` : `f ${short(nodes.f(id))}, g ${g}, h ${short(h)}`;
    return `${nodes.move[id] ?? "start"} (${values})`;
  }

  function fate(id) {
    const kind = kindOf(nodes, id, frames[place], current(), null);
    return kind === "pruned" || kind === "duplicate" ? (film.fates[nodes.fate[id]] ?? film.fates[nodes.left[id]?.[1]] ?? kind) : kind;
  }

  function drawTree() {
    const now = line();
    const upto = now.end ? nodes.count() : now.first + now.children.length;
    laid = layOut(nodes, { roots: nodes.roots.get(now.round) ?? [], upto, current: current(), ...open });
    const [wide, high] = [laid.leaves * ACROSS + 2 * EDGE, (laid.levels + 1) * DOWN + EDGE];
    const scale = devicePixelRatio || 1;
    Object.assign(canvas, { width: wide * scale, height: high * scale });
    Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
    const pen = canvas.getContext("2d");
    const ink = dark.matches ? "#f0f4f9" : "#1f2933";
    const colours = { ink, soft: dark.matches ? "#9aa5b1" : "#66717c", main: dark.matches ? "#7cb0ff" : "#1d5fbf", card: dark.matches ? "#1b222b" : "#fff", warn: "#f2b33d", bad: dark.matches ? "#ff8f87" : "#b3261e", good: "#3f9c5a" };
    pen.scale(scale, scale);
    pen.strokeStyle = colours.soft;
    for (const item of laid.items) {
      const above = item.parent ?? item.below;
      if (!above) continue;
      pen.beginPath();
      pen.moveTo(...point(above));
      pen.lineTo(...point(item));
      pen.stroke();
    }
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    for (const item of laid.items) {
      const [x, y] = point(item);
      if (item.id !== null) mark(pen, kindOf(nodes, item.id, frames[place], current(), now.end ? goal : null), x, y, RADIUS, colours);
      const label = item.id === null ? `+${item.n}` : item.sign === "closed" ? `▾${item.n - 1}` : nodes.f(item.id) === null ? "" : short(nodes.f(item.id));
      pen.fillStyle = ink;
      pen.fillText(label, x, y + RADIUS + 11);
    }
    const item = laid.items.find((candidate) => candidate.id !== null && candidate.id === current());
    const paper = canvas.parentElement;
    if (!item) return;
    const [x, y] = point(item);
    if (x < paper.scrollLeft + EDGE || x > paper.scrollLeft + paper.clientWidth - EDGE) paper.scrollLeft = x - paper.clientWidth / 2;
    if (y < paper.scrollTop + EDGE || y > paper.scrollTop + paper.clientHeight - EDGE) paper.scrollTop = y - paper.clientHeight / 2;
  }

  function itemAt(event) {
    const box = canvas.getBoundingClientRect();
    const distance = (item) => Math.hypot(point(item)[0] - event.clientX + box.left, point(item)[1] - event.clientY + box.top);
    const [best] = [...laid.items].sort((a, b) => distance(a) - distance(b));
    return best && distance(best) < 14 ? best : null;
  }

  canvas.addEventListener("mousemove", (event) => {
    const item = itemAt(event);
    canvas.title = !item || item.id === null ? "" : `${text(item.id)}\n${fate(item.id)}`;
  });
  canvas.addEventListener("click", (event) => {
    const item = itemAt(event);
    if (!item) return;
    const branch = item.sign === "more" ? item.of : item.sign === "closed" ? item.id : null;
    if (branch !== null) {
      open.opened.add(branch);
      drawTree();
    } else if (nodes.place[item.id] >= 0) jump(lane, nodes.place[item.id]);
  });
  root.querySelector("details").addEventListener("toggle", drawTree);

  const lane = {
    frames: frames.map((number) => lines[number]),
    numbers: frames,
    show(next) {
      place = next;
      const now = line();
      const events = eventsOf(now);
      root.querySelectorAll(".boards > svg").forEach((picture, number) => picture.classList.toggle("current", number === place));
      root.querySelectorAll(".code li").forEach((item, number) => item.classList.toggle("active", code.lines[number][2].some((event) => events.has(event))));
      root.querySelector(".open").textContent = now.open === null ? "Open list: none" : now.frontier === undefined ? "Open list" : `Open list: ${now.frontier.toLocaleString("en")}`;
      root.querySelector(".closed").textContent = now.closed === undefined ? "" : now.closed === null ? "Closed list: none" : `Closed list: ${now.closed.toLocaleString("en")}`;
      fill(root.querySelector(".waiting"), now.head ?? [], (item, id) => { item.textContent = text(id); });
      fill(root.querySelector(".children"), now.children ?? [], (item, [, fate], number) => {
        const reason = fate === "kept" ? "" : ` – ${film.fates[fate] ?? fate}`;
        item.textContent = text(now.first + number) + reason;
        item.className = fate === "kept" ? "kept" : "refused";
      });
      if (root.querySelector("details").open) drawTree();
    },
    /** Return the canvas coordinates of a node; tests click there. */
    pointOf: (id) => point(laid.items.find((item) => item.id === id)),
  };
  Object.assign(canvas, { pointOf: lane.pointOf });
  return lane;
}

function short(number) {
  return String(Math.round(number * 100) / 100);
}

/** Return the events of a line, by the names used in the pseudocode. */
function eventsOf(line) {
  if (line.end) return new Set([line.end]);
  const events = new Set(["take", ...(line.children ?? []).map((row) => row[1]), ...(line.dropped ?? []).map((row) => row[1])]);
  if (line.parent === null) events.add(line.round > 1 ? "round" : "start");
  return events;
}

function fill(list, rows, look) {
  list.replaceChildren(...rows.map((row, number) => {
    const item = document.createElement("li");
    look(item, row, number);
    return item;
  }));
}

function setTicks() {
  const measure = get("by").value;
  ticks = [...new Set(lanes.flatMap((lane) => lane.frames.map((frame) => frame[measure])))].sort((a, b) => a - b);
  if (lanes.length === 1) ticks = lanes[0].frames.map((_, number) => number);
  get("place").max = String(ticks.length - 1);
  show(0);
}

function frameOf(lane) {
  if (lanes.length === 1) return at;
  const measure = get("by").value;
  return Math.max(0, lane.frames.findLastIndex((frame) => frame[measure] <= ticks[at]));
}

/** Go to the line in which a lane expanded a node; do nothing if the export does not include it. */
function jump(lane, number) {
  const frame = lane.numbers.indexOf(number);
  if (frame < 0) return;
  play(false);
  show(lanes.length === 1 ? frame : ticks.indexOf(lane.frames[frame][get("by").value]));
}

function show(next) {
  at = Math.max(0, Math.min(ticks.length - 1, next));
  get("place").value = String(at);
  get("status").textContent = `${at + 1} / ${ticks.length}`;
  for (const lane of lanes) lane.show(frameOf(lane));
}

function play(isPlaying) {
  clearInterval(playing);
  playing = isPlaying ? setInterval(() => { at < ticks.length - 1 ? show(at + 1) : play(false); }, 1000 / Number(get("speed").value)) : 0;
  get("play").textContent = isPlaying ? "❚❚" : "▶";
}

get("place").addEventListener("input", () => { play(false); show(Number(get("place").value)); });
get("play").addEventListener("click", () => { if (!playing && at === ticks.length - 1) show(0); play(!playing); });
get("first").addEventListener("click", () => { play(false); show(0); });
get("previous").addEventListener("click", () => { play(false); show(at - 1); });
get("next").addEventListener("click", () => { play(false); show(at + 1); });
get("speed").addEventListener("change", () => { if (playing) play(true); });
get("by").addEventListener("change", setTicks);
dark.addEventListener("change", () => show(at));
addEventListener("keydown", (event) => {
  if (event.target.matches("select, input") || (event.key === " " && event.target.matches("button, summary"))) return;
  const keys = { " ": () => get("play").click(), ArrowRight: () => get("next").click(), ArrowLeft: () => get("previous").click(), Home: () => show(0), End: () => show(ticks.length - 1) };
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
setTicks();
