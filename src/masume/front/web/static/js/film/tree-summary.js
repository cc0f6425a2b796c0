// The shape of a search tree that is too large to be drawn: its nodes per depth, and its largest subtrees.

import { sizes } from "./tree-layout.js";

const LEAST_PART = 0.006; // of the tree; smaller subtrees are left out

/** Return the frame of the last expansion in a subtree, or -1. */
export function lastExpansion(nodes, top) {
  const isBelow = new Set([top]);
  let last = nodes.place[top];
  for (let id = top + 1; id < nodes.count(); id++) {
    if (!isBelow.has(nodes.parent[id])) continue;
    isBelow.add(id);
    last = Math.max(last, nodes.place[id]);
  }
  return last;
}

/**
 * Summarise the nodes from..upto-1: `depths` are {n, expanded, largest}, with the node of the largest subtree;
 * `blocks` are the largest subtrees {id, n, depth, x, width}, as parts of the tree's width.
 * @param {any} nodes
 */
export function summarise(nodes, from, upto, levels = 7) {
  const size = sizes(nodes, from, upto);
  const depth = new Int32Array(Math.max(0, upto - from));
  const depths = [];
  for (let id = from; id < upto; id++) {
    const parent = nodes.parent[id];
    const own = (depth[id - from] = parent < from ? 0 : depth[parent - from] + 1);
    const row = (depths[own] ??= { n: 0, expanded: 0, largest: id });
    row.n += 1;
    if (nodes.place[id] >= 0) row.expanded += 1;
    if (size[id - from] > size[row.largest - from]) row.largest = id;
  }
  const blocks = [];
  const roots = [];
  for (let id = from; id < upto && (nodes.parent[id] ?? -1) < from; id++) roots.push(id);
  const total = roots.reduce((sum, id) => sum + size[id - from], 0);
  let x = 0;
  for (const id of roots) x = block(id, x);
  return { depths, blocks };

  /** Add a subtree and its own; return where the next one begins. */
  function block(id, left) {
    const width = size[id - from] / total;
    if (width < LEAST_PART || depth[id - from] >= levels) return left + width;
    blocks.push({ id, n: size[id - from], depth: depth[id - from], x: left, width });
    let at = left;
    for (let child = nodes.firstChild[id] ?? -1; child >= 0 && child < upto; child = nodes.nextSibling[child] ?? -1) at = block(child, at);
    return left + width;
  }
}
