// Layout of a search tree: which nodes are shown, and where. The path to the current node is always open;
// other branches are opened level by level while there is room. A closed branch is one sign with its number
// of nodes, so a tree of 100,000 nodes is laid out quickly.

const ROOM = 90; // nodes shown besides the path and branches opened by hand
const MOST_SIBLINGS = 36; // children shown of the current node and of nodes opened by hand
const FEW_SIBLINGS = 5; // of all other nodes
const MOST_LEVELS = 120; // of the path; one sign stands for those above

/**
 * Return how a node is drawn at a frame.
 * @returns {"current" | "expanded" | "open" | "duplicate" | "pruned" | "dropped" | "goal"}
 */
export function kindOf(nodes, id, place, current, goal) {
  if (id === goal) return "goal";
  if (id === current) return "current";
  if (nodes.place[id] >= 0 && nodes.place[id] <= place) return "expanded";
  const left = nodes.left[id];
  if (left && left[0] <= place) return left[1] === "stale" ? "duplicate" : "dropped";
  const fate = nodes.fate[id];
  return fate === "kept" ? "open" : fate === "seen" ? "duplicate" : "pruned";
}

/** Return the size of each subtree; `upto` is the number of nodes known so far. */
export function sizes(nodes, from, upto) {
  const counts = new Int32Array(Math.max(0, upto - from)).fill(1);
  for (let id = upto - 1; id > from; id--) {
    const parent = nodes.parent[id];
    if (parent >= from) counts[parent - from] += counts[id - from];
  }
  return counts;
}

/**
 * Lay out a tree. `items` are {id, x, y, sign}: sign is null, "closed", "more" (siblings) or "above", with n, the number of
 * nodes that it stands for (`of` is their parent); x counts leaves, y levels.
 */
export function layOut(nodes, { roots, upto, current, opened, shut, room = ROOM, siblings = MOST_SIBLINGS, few = FEW_SIBLINGS }) {
  if (!roots.length) return { items: [], leaves: 0, levels: 0 };
  const from = roots[0];
  const size = sizes(nodes, from, upto);
  const path = current === null ? [] : nodes.path(current).filter((id) => id >= from);
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

  /** Number the leaves; iterative, as paths may be long. */
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

  /** Return the children of an item to show; always includes the one on the path. */
  function fewOf(item) {
    const children = childrenOf(nodes, item.id, upto);
    const most = opened.has(item.id) ? MOST_SIBLINGS : item.id === current ? siblings : few;
    const row = (id) => ({ id, sign: null, n: size[id - from] });
    if (children.length <= most + 1) return children.map(row);
    // Children with successors come first; each group keeps its order of generation.
    const rank = (id) => (onPath.has(id) ? 0 : size[id - from] > 1 ? 1 : nodes.fate[id] === "kept" ? 2 : 3);
    const some = new Set([...children].sort((a, b) => rank(a) - rank(b) || a - b).slice(0, most));
    return [...children.filter((id) => some.has(id)).map(row), { id: null, sign: "more", n: children.length - most, of: item.id }];
  }
}

/** Return the nodes whose children are shown. */
function opening(nodes, { tops, upto, size, from, onPath, opened, shut, room, few }) {
  const open = new Set();
  let left = room;
  let level = tops;
  while (level.length) {
    const next = [];
    // Small branches first, so that more of them are complete.
    const wished = [...level].sort((a, b) => size[a - from] - size[b - from]);
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
