// Which nodes of a search tree are shown, and where. The path to the current node is always open;
// other branches are, level by level, as long as there is room. What is closed is one sign with the
// number of nodes in it, so a tree of a hundred thousand nodes is laid out in a moment.

const ROOM = 90; // nodes shown besides the path and what somebody has opened
const MOST_SIBLINGS = 36; // children shown of the current node, and of one that somebody has opened
const FEW_SIBLINGS = 5; // of all others
const MOST_LEVELS = 120; // of the path; above them is one sign

/**
 * The kind of a node at a place of the film: what it is drawn as.
 * @returns {"current" | "expanded" | "open" | "duplicate" | "pruned" | "dropped" | "goal"}
 */
export function kindOf(nodes, id, place, current, goal) {
  if (id === goal) return "goal";
  if (id === current) return "current";
  if (nodes.place[id] >= 0 && nodes.place[id] <= place) return "expanded";
  const left = nodes.left[id];
  if (left && left[0] <= place) return left[1] === "stale" ? "seen" : "dropped";
  const fate = nodes.fate[id];
  return fate === "kept" ? "open" : fate === "seen" ? "duplicate" : "pruned";
}

/** How many nodes are below each, itself included; `upto` is the first that is not there yet. */
export function sizes(nodes, from, upto) {
  const counts = new Int32Array(Math.max(0, upto - from)).fill(1);
  for (let id = upto - 1; id > from; id--) {
    const parent = nodes.parent[id];
    if (parent >= from) counts[parent - from] += counts[id - from];
  }
  return counts;
}

/**
 * Lay out a tree: `items` are {id, x, y, sign} with sign null, "closed", "more" (siblings) or "above" and n, how many
 * nodes that stands for (`of` is then whose children they are); x counts leaves, y levels.
 */
export function layOut(nodes, { roots, upto, current, opened, shut, room = ROOM, siblings = MOST_SIBLINGS, few = FEW_SIBLINGS }) {
  if (!roots.length) return { items: [], leaves: 0, levels: 0 };
  const from = roots[0];
  const size = sizes(nodes, from, upto);
  const path = current === null ? [] : nodes.path(current);
  const cut = Math.max(0, path.length - MOST_LEVELS);
  const onPath = new Set(path);
  const tops = cut ? [path[cut]] : roots.filter((id) => id < upto);
  const open = opening(nodes, { tops, upto, size, from, onPath, opened, shut, room, few });
  const items = [];
  let leaves = 0;
  let levels = 0;
  for (const top of tops) place(top);
  if (cut) items.push({ id: null, x: items[0].x, y: -1, sign: "above", n: cut, parent: null, below: items[0] });
  return { items, leaves, levels };

  /** Without recursion: paths may be long. */
  function place(top) {
    const first = { id: top, y: 0, sign: null, n: size[top - from], parent: null, kids: [], x: 0 };
    const stack = [first];
    const order = [];
    while (stack.length) {
      const item = stack.pop();
      order.push(item);
      items.push(item);
      levels = Math.max(levels, item.y);
      if (item.id === null || !hasChildren(nodes, item.id, upto)) continue;
      if (!open.has(item.id)) {
        item.sign = "closed";
        continue;
      }
      item.kids = fewOf(item).map((kid) => ({ ...kid, y: item.y + 1, parent: item, kids: [], x: 0 }));
      for (let at = item.kids.length - 1; at >= 0; at--) stack.push(item.kids[at]);
    }
    for (const item of order) if (!item.kids.length) item.x = leaves++;
    for (let at = order.length - 1; at >= 0; at--) {
      const { kids } = order[at];
      if (kids.length) order[at].x = (kids[0].x + kids.at(-1).x) / 2;
    }
  }

  /** The children of an item; of many only some, and the one on the path. */
  function fewOf(item) {
    const children = childrenOf(nodes, item.id, upto);
    const most = opened.has(item.id) ? MOST_SIBLINGS : item.id === current ? siblings : few;
    const row = (id) => ({ id, sign: null, n: size[id - from] });
    if (children.length <= most + 1) return children.map(row);
    // Those that lead on come first, then the others; all in the order in which they were made.
    const rank = (id) => (onPath.has(id) ? 0 : size[id - from] > 1 ? 1 : nodes.fate[id] === "kept" ? 2 : 3);
    const some = new Set([...children].sort((one, other) => rank(one) - rank(other) || one - other).slice(0, most));
    return [...children.filter((id) => some.has(id)).map(row), { id: null, sign: "more", n: children.length - most, of: item.id }];
  }
}

/** The nodes whose children are shown. */
function opening(nodes, { tops, upto, size, from, onPath, opened, shut, room, few }) {
  const open = new Set();
  let left = room;
  let level = tops;
  while (level.length) {
    const next = [];
    // Small branches first: more of them are seen whole.
    const wished = [...level].sort((one, other) => size[one - from] - size[other - from]);
    for (const id of wished) {
      const children = childrenOf(nodes, id, upto);
      if (!children.length || shut.has(id)) continue;
      const isForced = onPath.has(id) || opened.has(id);
      const count = Math.min(children.length, few);
      if (!isForced && count > left) continue;
      if (!isForced) left -= count;
      open.add(id);
      next.push(...children);
    }
    level = next;
  }
  return open;
}

function childrenOf(nodes, id, upto) {
  const children = [];
  for (let child = nodes.firstChild[id] ?? -1; child >= 0 && child < upto; child = nodes.nextSibling[child] ?? -1) children.push(child);
  return children;
}

function hasChildren(nodes, id, upto) {
  const first = nodes.firstChild[id] ?? -1;
  return first >= 0 && first < upto;
}
