// The search tree of a film, built line by line.

/** Create the tree: parents, moves, values, fates and expansions by node number. */
export function createNodes() {
  const [parent, move, g, h, fate, same, place, step, left] = [[], [], [], [], [], [], [], [], []];
  const [firstChild, lastChild, nextSibling] = [[], [], []];
  const roots = new Map(); // by round
  const positions = new Map(); // boards that the film records
  const skipped = new Map(); // number of ancestors that the film leaves out

  function set(id, above, text, cost, estimate, what, now) {
    parent[id] = above ?? -1;
    firstChild[id] = lastChild[id] = nextSibling[id] = -1;
    if (above === null || above === undefined) roots.set(now, [...(roots.get(now) ?? []), id]);
    else {
      if (firstChild[above] < 0) firstChild[above] = id;
      else nextSibling[lastChild[above]] = id;
      lastChild[above] = id;
    }
    move[id] = text ?? null;
    g[id] = cost;
    h[id] = estimate;
    fate[id] = what;
    place[id] = -1;
  }

  return {
    parent, move, g, h, fate, step, firstChild, nextSibling, roots,
    same, // the first node with the same state
    place, // frame of the expansion, or -1
    left, // [frame, fate] of a node removed without expansion
    positions, skipped,
    isBlind: false, // no heuristic
    factors: [1, 1], // weights of g and h in f
    /** Return f for g and h, or null if h is unknown. */
    value(cost, estimate) {
      if (estimate === null || estimate === undefined) return this.isBlind ? cost : null;
      return this.factors[0] * cost + this.factors[1] * estimate;
    },
    f(id) {
      return this.value(g[id], h[id]);
    },
    /** Return f as a sum, of g and h or of their values. */
    formula(cost = "g", estimate = "h") {
      const parts = [[this.factors[0], cost], [this.factors[1], estimate]].filter(([factor]) => factor);
      return parts.map(([factor, text]) => (factor === 1 ? text : `${factor}·${text}`)).join(" + ") || "0";
    },
    count: () => parent.length,
    /** Add a frame; `at` is its number. */
    add(row, at) {
      const now = row.round ?? 1;
      for (const [id, above, text, cost, estimate] of row.way ?? []) set(id, above, text, cost, estimate, "kept", now);
      if (row.gap) {
        positions.set(row.gap.id, row.gap.position);
        if (row.gap.left_out) skipped.set(row.gap.id, row.gap.left_out);
      }
      for (const [id, what] of row.dropped ?? []) left[id] = [at, what];
      if (row.step === undefined) return;
      if (parent[row.id] === undefined) set(row.id, row.parent, row.move, row.g, row.h, "kept", now);
      if (place[row.id] < 0) [place[row.id], step[row.id]] = [at, row.step];
      if (row.position) positions.set(row.id, row.position);
      (row.children ?? []).forEach(([text, what, cost, estimate, first], number) => {
        set(row.first + number, row.id, text, cost, estimate, what, now);
        if (first !== undefined) same[row.first + number] = first;
      });
    },
    /** Add the goal, which may be a node that no frame contains. */
    addGoal(goal, at, now) {
      if (parent[goal.id] === undefined) set(goal.id, goal.parent, goal.move, goal.g, goal.h, "kept", now);
      if (place[goal.id] < 0) place[goal.id] = at;
    },
    /** Return the node numbers from the root to this node. */
    path(id) {
      const path = [];
      for (let at = id; at >= 0; at = parent[at]) path.push(at);
      return path.reverse();
    },
    /** Return the nearest recorded board above a node and the moves from there. */
    way(id) {
      const moves = [];
      let at = id;
      while (at >= 0 && !positions.has(at)) {
        if (move[at] !== null) moves.push(move[at]);
        at = parent[at];
      }
      return { position: at >= 0 ? positions.get(at) : null, moves: moves.reverse() };
    },
    /** Return what the server needs to draw a node. */
    shot(id) {
      if (!positions.has(id)) return this.way(id);
      const before = positions.get(parent[id]) ?? null;
      return { position: positions.get(id), before, move: before ? move[id] : null };
    },
  };
}
