"""Sixty submissions with their points: honest, slow, wrong, and every way of cheating we know.

Each is a heuristic and an algorithm; most replace one of the two honest parts. `EXPECTED` is a list
made by hand: the points of each criterion.
"""

from __future__ import annotations

from masume.teach.bundles import TEMPLATES
from masume.teach.notebooks import split_source

ASSIGNMENT = """
title = "Sixty submissions"
secret = 2718

[limits]
seconds = 0.7
expansions = 6000
megabytes = 150

[[tasks]]
name = "my_heuristic"
role = "heuristic"
algorithm = "astar"
space = "shade"

[[tasks]]
name = "my_search"
role = "algorithm"

[[boards]]
group = "small"
examples = ["hitori/first"]

[[boards]]
group = "hidden boards"
hidden = true
generate = "hitori"
sizes = ["4x4"]
count = 2

[[boards]]
group = "short walk"
walk = "n_puzzle/easy"
steps = 9
count = 1

[[boards]]
group = "hidden walks"
hidden = true
walk = "n_puzzle/easy"
steps = 11
count = 2

[[criteria]]
name = "A* with your heuristic"
points = 3
check = "solves"
task = "my_heuristic"
boards = "small"
expansions = 80

[[criteria]]
name = "Admissible"
points = 2
check = "admissible"
task = "my_heuristic"
boards = "hidden boards"
least = 0.3

[[criteria]]
name = "Your search"
points = 3
check = "optimal"
task = "my_search"
boards = "short walk"

[[criteria]]
name = "Your search on hidden boards"
points = 2
check = "optimal"
task = "my_search"
boards = "hidden walks"
reference = "breadth_first"
factor = 3
"""

HEAD = """
from collections import deque
from heapq import heappop, heappush
import itertools, os, sys, time
from masume import Expanded, Node, Status, algorithm, heuristic
from masume.puzzles.hitori.spaces import HitoriShade, HitoriRepair
"""

# The honest parts are those of a reference solution.
REFERENCE = (TEMPLATES / "informed-search" / "reference" / "solution.py").read_text("utf-8")
_, SEARCH, ASTAR, _, HEURISTIC = (f"\n{part}\n" for part in split_source(REFERENCE))
SEARCH = SEARCH.replace("complete=True", "complete=True, optimal=True")
SEARCH = SEARCH.replace("my_breadth_first", "my_search")
ASTAR = ASTAR.replace("my_astar", "my_search").replace("count()", "itertools.count()")
HEURISTIC = HEURISTIC.replace("my_hitori", "my_heuristic")


def h(body, *, of="space", space="HitoriShade", claims=""):
    """A heuristic with this body."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f'\n@heuristic({space}{claims})\ndef my_heuristic({of}):\n    """Mine."""\n{lines}\n'


def s(body, *, of="space", claims=""):
    """An algorithm with this body."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f'\n@algorithm({claims})\ndef my_search({of}):\n    """Mine."""\n{lines}\n    yield\n'


# What an honest algorithm does, for cheats that need a correct search underneath.
INNER = SEARCH.replace("my_search", "inner").replace("@algorithm(complete=True, optimal=True)", "")
NOTHING, ALL = (0, 0, 0, 0), (3, 2, 3, 2)
ONLY_H, ONLY_S = (3, 2, 0, 0), (0, 0, 3, 2)

DEPTH_FIRST = SEARCH.replace("popleft", "pop").replace("optimal=True", "optimal=False")

# name: (heuristic, algorithm, points by criterion)
PARTS = {
    # honest
    "honest": (HEURISTIC, SEARCH, ALL),
    "honest-astar": (HEURISTIC, ASTAR, ALL),
    "honest-own-name-for-h": (HEURISTIC.replace("surplus", "extra"), SEARCH, ALL),
    "honest-early-test": (
        HEURISTIC,
        SEARCH.replace(
            "kept.append(Node(state, node, move, node.g + cost))",
            "kept.append(Node(state, node, move, node.g + cost))\n"
            "                if space.is_goal(state):\n                    return kept[-1]",
        ),
        ALL,
    ),
    "honest-builtin-bound": (h("return space.black_needed"), SEARCH, ALL),
    "honest-prints": (HEURISTIC, SEARCH.replace(
        "    root =", "    print('x' * 10**6)\n    root ="), ALL),
    "honest-rows-only": (HEURISTIC.replace("max(surplus(rows, state), surplus(columns, state))",
                                           "surplus(rows, state)"), SEARCH, (0, 2, 3, 2)),
    "honest-zero": (h("return lambda state: 0"), SEARCH, (0, 0, 3, 2)),
    "honest-depth-first": (HEURISTIC, DEPTH_FIRST, (3, 2, 0, 0)),
    "honest-only-heuristic": (HEURISTIC, "", ONLY_H),
    "honest-only-search": ("", SEARCH, ONLY_S),
    "honest-gives-up": (HEURISTIC, s("return Status.STUCK"), ONLY_H),
    # slow
    "slow-sleep": (h("time.sleep(60)\nreturn lambda state: 0"), SEARCH, ONLY_S),
    "slow-estimate": (h("return lambda state: sum(range(10**7))"), SEARCH, ONLY_S),
    "slow-search": (HEURISTIC, s("sum(range(10**9))\nreturn Status.STUCK"), ONLY_H),
    "slow-import": ("\nfor _ in range(10**9): pass\n" + HEURISTIC, SEARCH, NOTHING),
    # wrong
    "wrong-overestimates": (h("return lambda state: 3 * space.black_needed(state)",
                              claims=", admissible=True"), SEARCH, (3, 0, 3, 2)),
    "wrong-negative": (h("return lambda state: -1"), SEARCH, (0, 0, 3, 2)),
    "wrong-nan": (h("return lambda state: float('nan')"), SEARCH, ONLY_S),
    "wrong-none": (h("return lambda state: None"), SEARCH, ONLY_S),
    "wrong-text": (h("return lambda state: '5'"), SEARCH, ONLY_S),
    "wrong-number": (h("return 5"), SEARCH, ONLY_S),
    "wrong-exception": (h("return lambda state: 1 / 0"), SEARCH, ONLY_S),
    "wrong-recursion": (h("f = lambda state: f(state)\nreturn f"), SEARCH, ONLY_S),
    "wrong-space": (h("return lambda state: 0", space="HitoriRepair"), SEARCH, ONLY_S),
    "wrong-start-is-goal": (HEURISTIC, s("return Node(space.initial())"), ONLY_H),
    "wrong-no-solution": (HEURISTIC, s("return Status.EXHAUSTED"), ONLY_H),
    "wrong-returns-state": (HEURISTIC, s("return space.initial()"), ONLY_H),
    "wrong-no-generator": (HEURISTIC, "\n@algorithm()\ndef my_search(space):\n    '''Mine.'''\n"
                                      "    return Node(space.initial())\n", ONLY_H),
    "wrong-path": (HEURISTIC, s("list(space.successors(0))\nreturn Node(1, Node(2))"), ONLY_H),
    "wrong-unknown-state": (HEURISTIC, s("return Node(10**6, Node(0))"), ONLY_H),
    "wrong-syntax": (HEURISTIC, "\ndef my_search(space)\n    return\n", NOTHING),
    "wrong-names": (HEURISTIC.replace("my_heuristic", "heuristik"),
                    SEARCH.replace("my_search", "suche"), NOTHING),
    "wrong-import": ("\nimport nosuchmodule\n", SEARCH, NOTHING),
    "wrong-empty": ("", "", NOTHING),
    # cheats about figures
    "cheat-hidden-work": (HEURISTIC, INNER + s(
        "work = inner(space)\ntry:\n    while True: next(work)\nexcept StopIteration as end:\n"
        "    yield Expanded(Node(space.initial()), [], 0, 0, 0)\n    return end.value"), ALL),
    "cheat-forged-cost": (HEURISTIC, INNER + s(
        "goal = yield from inner(space)\nnode = goal\n"
        "while node:\n    node.g, node = 0, node.parent\n"
        "return goal"), ALL),
    "cheat-false-claim": (HEURISTIC, DEPTH_FIRST.replace("optimal=False", "optimal=True"), ONLY_H),
    "cheat-ring": (HEURISTIC, s("a = Node(0); b = Node(0, a); a.parent = b\nreturn a"), ONLY_H),
    "cheat-finds-the-board": (HEURISTIC, s(
        "import gc\nfor thing in gc.get_objects():\n"
        "    if type(thing).__name__ in ('NPuzzle', 'ProblemBoard', 'Assignment'):\n"
        "        return Node(0)\nraise LookupError('no board')"), ONLY_H),
    "cheat-asks-for-more": (HEURISTIC, s("return space._ask('board')"), ONLY_H),
    "cheat-patched-referee": (HEURISTIC, s(
        "from masume.core.plugins.registry import kind_named\n"
        "object.__setattr__(kind_named('n_puzzle'), 'violations', lambda puzzle, view: [])\n"
        "import masume.teach.judge as judge\njudge.cheapest_cost = lambda *a: None\n"
        "return Node(space.initial())"), ONLY_H),
    "cheat-patched-check": (h(
        "import masume.api.heuristic_check as check\ncheck._more = lambda a, b: False\n"
        "import masume.teach.player as player\n"
        "player.Performer.do_estimate = lambda self, state: {'value': 99}\n"
        "return lambda state: 99"), SEARCH, (0, 0, 3, 2)),
    "cheat-patched-import": ("\nimport masume.core.search.events as e\n"
                             "e.Status.STUCK._value_ = 'solved'\n" + HEURISTIC,
                             s("return Status.STUCK"), ONLY_H),
    "cheat-forged-replies": (HEURISTIC, s(
        "for _ in range(50):\n    os.write(int(sys.argv[2]), b'{\"path\": [0], \"cost\": 0}\\n')\n"
        "return Status.STUCK"), ONLY_H),
    "cheat-garbage-replies": (HEURISTIC, s(
        "os.write(int(sys.argv[2]), b'\\x80\\x04K\\x01.' * 99 + b'\\n')\nreturn Status.STUCK"),
        ONLY_H),
    "cheat-huge-reply": (HEURISTIC, s(
        "while True: os.write(int(sys.argv[2]), b'x' * 65536)"), ONLY_H),
    "cheat-closes-pipes": (HEURISTIC, s("os.closerange(0, 99)\nreturn Status.STUCK"), ONLY_H),
    # cheats about resources
    "cheat-fork-bomb": (h("while True: os.fork()"), SEARCH, ONLY_S),
    "cheat-processes": (HEURISTIC, s(
        "import subprocess\nwhile True: subprocess.Popen(['/bin/sleep', '9'])"), ONLY_H),
    "cheat-threads": (HEURISTIC, s(
        "import threading\nwhile True: threading.Thread(target=time.sleep, args=(9,)).start()"),
        ONLY_H),
    "cheat-memory": (h("rows = []\nwhile True: rows.append(bytearray(10**7))"), SEARCH, ONLY_S),
    "cheat-kills": (HEURISTIC, s(
        "for pid in (os.getppid(), -1, 1): os.kill(pid, 9)\nreturn Status.STUCK"), ONLY_H),
    "cheat-limits": (HEURISTIC, s(
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nreturn Status.STUCK"),
        ONLY_H),
    "cheat-network": (HEURISTIC, s(
        "import socket\nsocket.create_connection(('127.0.0.1', 9))\nreturn Status.STUCK"), ONLY_H),
    "cheat-reads-hidden": (HEURISTIC, s("open(FOLDER + '/assignment.toml').read()\n"
                                        "return Status.STUCK"), ONLY_H),
    "cheat-reads-others": (HEURISTIC, s("open(FOLDER + '/submissions/honest/solution.py').read()\n"
                                        "return Status.STUCK"), ONLY_H),
    "cheat-writes": (HEURISTIC, s("open(FOLDER + '/grades.csv', 'w').write('cheat')\n"
                                  "return Status.STUCK"), ONLY_H),
    # endings
    "ends-at-import": ("\nimport os; os._exit(0)\n" + HEURISTIC, SEARCH, NOTHING),
    "loops-with-events": (HEURISTIC, s(
        "while True: yield Expanded(Node(0), [], 0, 0, 0)"), ONLY_H),
}  # fmt: skip
EXPECTED = {name: points for name, (_, _, points) in PARTS.items()}
# Some of them with fewer runs: the heuristic of one and the algorithm of another.
FEW = {
    f"{first}+{second}": (
        PARTS[first][0], PARTS[second][1], EXPECTED[first][:2] + EXPECTED[second][2:],
    )
    for first, second in (
        ("honest", "honest-astar"),
        ("honest-zero", "cheat-hidden-work"),
        ("wrong-overestimates", "cheat-asks-for-more"),
        ("cheat-fork-bomb", "cheat-patched-referee"),
        ("cheat-memory", "cheat-forged-replies"),
        ("honest-builtin-bound", "cheat-reads-hidden"),
    )
} | {"wrong-syntax": PARTS["wrong-syntax"]}  # fmt: skip


def write(folder, parts):
    """Write the assignment and these submissions; return the folder with the submissions."""
    (folder / "assignment.toml").write_text(ASSIGNMENT)
    submissions = folder / "submissions"
    for name, (heuristic, search, _) in parts.items():
        place = submissions / name
        place.mkdir(parents=True)
        head = f"{HEAD}FOLDER = {str(folder)!r}\n"
        (place / "solution.py").write_text(head + heuristic + search)
    return submissions
