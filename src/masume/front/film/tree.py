"""The search tree of a film after a step, as SVG and TikZ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import cos, pi, sin

from masume.core.search.algorithm import Evaluation
from masume.core.search.journal import DEAD, KEPT, SEEN, STALE
from masume.draw.svg import escape_text
from masume.errors import BadOption, NotApplicable
from masume.front.film.recording import Frame
from masume.front.film.reel import Reel, step_of

MAX_NODES = 1500  # more are unreadable on paper
_ACROSS, _DOWN, _EDGE, _RADIUS = 26, 52, 24, 7


@dataclass
class TreeNode:
    """A node of the tree; `x` counts the leaves to its left, `level` its ancestors."""

    move: str | None
    g: float
    h: float | None
    fate: str
    children: list[TreeNode] = field(default_factory=list)
    expanded: bool = False
    is_current: bool = False
    is_goal: bool = False
    x: float = 0
    level: int = 0

    @property
    def look(self) -> str:
        """The style it is drawn in."""
        if self.is_goal:
            return "goal"
        if self.is_current:
            return "current"
        if self.expanded:
            return "expanded"
        if self.fate in (SEEN, STALE):
            return "duplicate"
        return "open" if self.fate == KEPT else "pruned"

    def label(self, f: Evaluation) -> str:
        """Return f as text, or g if there is no h."""
        return "∞" if self.fate == DEAD else f"{f.value(self.g, self.h):g}"


def tree_at(reel: Reel, step: int | None) -> list[TreeNode]:
    """Return the nodes of the current round after a step, parents before children.

    Raises NotApplicable if the film records no tree, and BadOption if it has too many nodes.
    """
    nodes: dict[int, TreeNode] = {}
    roots: list[TreeNode] = []
    last: TreeNode | None = None
    for line in reel.lines:
        if step is not None and step_of(line) > step:
            break
        if "restart" in line:
            nodes, roots, last = {}, [], None
            continue
        last = _add_nodes(line, nodes, roots) or last
    if not roots:
        raise NotApplicable("the film has no tree: the search expanded no node")
    if len(nodes) > MAX_NODES:
        too_many = f"the tree has {len(nodes):,} nodes, the maximum is {MAX_NODES:,}"
        raise BadOption(f"{too_many}; choose an earlier step with --to")
    if last is not None:
        last.is_current = True
    return _lay_out(roots)


def _add_nodes(line: Frame, nodes: dict[int, TreeNode], roots: list[TreeNode]) -> TreeNode | None:
    """Add the nodes of a line and return the one that it expands, if any."""

    def add(number: int, parent: int | None, node: TreeNode) -> TreeNode:
        nodes[number] = node
        (roots if parent is None else nodes[parent].children).append(node)
        return node

    def node_of(entry: Frame) -> TreeNode:
        return nodes.get(entry["id"]) or add(
            entry["id"], entry["parent"], TreeNode(entry["move"], entry["g"], entry["h"], KEPT)
        )

    for number, parent, move, g, h in line.get("way", ()):
        add(number, parent, TreeNode(move, g, h, KEPT))
    for number, fate in line.get("dropped", ()):
        nodes[number].fate = fate
    if goal := line.get("goal"):
        node_of(goal).is_goal = True
    if "id" not in line:
        return None
    node = node_of(line)
    node.expanded = True
    for at, (move, fate, g, h, *_) in enumerate(line["children"]):
        add(line["first"] + at, line["id"], TreeNode(move, g, h, fate))
    return node


def _lay_out(roots: list[TreeNode]) -> list[TreeNode]:
    """Place all nodes and return them in depth-first order; iterative, as paths can be long."""
    order: list[TreeNode] = []
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        order.append(node)
        for child in reversed(node.children):
            child.level = node.level + 1
            stack.append(child)
    leaves = 0
    for node in order:
        if not node.children:
            node.x = leaves
            leaves += 1
    for node in reversed(order):
        if node.children:
            node.x = (node.children[0].x + node.children[-1].x) / 2
    return order


def tree_svg(reel: Reel, step: int | None) -> str:
    """Return the tree as a black-and-white SVG.

    Expanded nodes are filled, open ones empty, duplicates square, pruned ones crossed, the goal is
    a star.
    """
    order, f = tree_at(reel, step), reel.f
    wide = max(node.x for node in order) * _ACROSS + 2 * _EDGE
    high = max(node.level for node in order) * _DOWN + 2 * _EDGE + 10
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" '
        f'viewBox="0 0 {wide:g} {high:g}" font-family="sans-serif" font-size="10" '
        'text-anchor="middle" stroke="#000" fill="none">',
        f"<title>{escape_text(reel.name)}</title>",
        f'<rect width="{wide:g}" height="{high:g}" fill="#fff" stroke="none"/>',
    ]
    lines += [
        f'<path d="M{_x(node):g} {_y(node):g}L{_x(child):g} {_y(child):g}" stroke="#777"/>'
        for node in order
        for child in node.children
    ]
    for node in order:
        lines.append(_SIGNS[node.look](_x(node), _y(node)))
        if not node.children:
            lines.append(
                f'<text x="{_x(node):g}" y="{_y(node) + _RADIUS + 11:g}" stroke="none" '
                f'fill="#000">{node.label(f)}</text>'
            )
    return "\n".join([*lines, "</svg>", ""])


def _x(node: TreeNode) -> float:
    return _EDGE + node.x * _ACROSS


def _y(node: TreeNode) -> float:
    return _EDGE + node.level * _DOWN


def _disc(fill: str, width: float = 1.4) -> Callable[[float, float], str]:
    return lambda x, y: (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS}" fill="{fill}" stroke-width="{width}"/>'
    )


def _square(x: float, y: float) -> str:
    side = 2 * _RADIUS - 2
    corner = side / 2
    return (
        f'<rect x="{x - corner:g}" y="{y - corner:g}" width="{side}" height="{side}" fill="#fff"/>'
    )


def _cross(x: float, y: float) -> str:
    r = _RADIUS - 2
    return (
        f'<path d="M{x - r:g} {y - r:g}L{x + r:g} {y + r:g}M{x - r:g} {y + r:g}'
        f'L{x + r:g} {y - r:g}" stroke-width="1.6"/>'
    )


def _star(x: float, y: float) -> str:
    points = []
    for at in range(10):
        far = _RADIUS * (0.55 if at % 2 else 1.5)
        angle = at * pi / 5 - pi / 2
        points.append(f"{x + far * cos(angle):.1f},{y + far * sin(angle):.1f}")
    return f'<polygon points="{" ".join(points)}" fill="#000"/>'


_SIGNS: dict[str, Callable[[float, float], str]] = {
    "expanded": _disc("#000"),
    "current": _disc("#999", 3.5),
    "open": _disc("#fff"),
    "duplicate": _square,
    "pruned": _cross,
    "goal": _star,
}

_TIKZ = {
    "expanded": "circle, fill=black",
    "current": "circle, fill=black!40, very thick",
    "open": "circle",
    "duplicate": "rectangle",
    "pruned": "cross out, thick",
    "goal": "star, fill=black, minimum size=9pt",
}


_TIKZ_ACROSS, _TIKZ_DOWN = 7.0, 11.0  # millimetres from leaf to leaf and from level to level
_TIKZ_MAX = 5000  # TeX has no lengths above 5,758 mm


def _unit(usual: float, count: float) -> float:
    return min(usual, round(_TIKZ_MAX / max(1.0, count), 3))


def tree_tikz(reel: Reel, step: int | None) -> str:
    """Return the tree as a TikZ picture for \\input."""
    order, f = tree_at(reel, step), reel.f
    numbers = {id(node): at for at, node in enumerate(order)}
    across = _unit(_TIKZ_ACROSS, max(node.x for node in order))
    down = _unit(_TIKZ_DOWN, max(node.level for node in order))
    lines = [
        f"% {' '.join(reel.name.split())}",
        r"% \usetikzlibrary{shapes.geometric,shapes.misc}",
        rf"\begin{{tikzpicture}}[x={across:g}mm, y=-{down:g}mm, every node/.style={{draw, "
        "inner sep=0pt, minimum size=5pt}]",
    ]
    lines += [rf"\tikzset{{search {look}/.style={{{style}}}}}" for look, style in _TIKZ.items()]
    for at, node in enumerate(order):
        text = node.label(f).replace("∞", r"$\infty$")
        label = "" if node.children else rf", label={{[draw=none, font=\tiny]below:{text}}}"
        place = f"({node.x:g}, {node.level})"
        lines.append(rf"\node[search {node.look}{label}] (n{at}) at {place} {{}};")
    lines += [
        rf"\draw (n{numbers[id(node)]}) -- (n{numbers[id(child)]});"
        for node in order
        for child in node.children
    ]
    return "\n".join([*lines, r"\end{tikzpicture}", ""])
