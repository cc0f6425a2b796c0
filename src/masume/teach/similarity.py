"""Compare the sources of submissions: which ideas they use, and which are nearly identical.

Fingerprints are sets of hashed runs of tokens, without names, comments and layout, so that renaming
or reformatting changes nothing. What all submissions share, such as the given stub, counts for
nothing. Two similar submissions are a reason to look, not a verdict.
"""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple
from zlib import crc32

_RUN = 12  # tokens in a run
_SIMILAR = 0.8  # from this share on, a pair is reported
_COMMON = 0.5  # runs that more than this share of all submissions contain are ignored
_LEAST = 20  # runs of their own that two submissions need to be compared
_IDEAS = {  # what its use shows: a name in the source
    "priority queue": {"heapq", "heappush", "PriorityQueue"},
    "queue": {"deque", "Queue"},
    "table of states": {"seen", "visited", "explored", "closed", "reached", "best_g"},
    "cache": {"cache", "lru_cache", "memo"},
    "random moves": {"random", "rng", "shuffle", "choice"},
    "bit operations": {"bit_count"},
    "propagation": {"propagate", "forward_check", "arc", "ac3", "mrv"},
    "numpy": {"numpy", "np"},
}


class SimilarPair(NamedTuple):
    """Two submissions with similar sources."""

    first: str
    second: str
    share: float  # of the runs of the shorter one that both contain


def ideas_of(source: bytes) -> list[str]:
    """Return the ideas that a source seems to use, by the names in it; empty if it has an error."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    names |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    names |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names |= {part for a in node.names for part in a.name.split(".")}
    found = [idea for idea, words in _IDEAS.items() if words & names]
    return found + ["recursion"] * any(map(_calls_itself, ast.walk(tree)))


def _calls_itself(node: ast.AST) -> bool:
    """Return whether a node is a function that calls its own name."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(call, ast.Call) and node.name in (
            getattr(call.func, "id", None), getattr(call.func, "attr", None)
        )
        for call in ast.walk(node)
    )  # fmt: skip


def similar_pairs(sources: Mapping[str, bytes], given: bytes = b"") -> list[SimilarPair]:
    """Return the pairs of students with similar sources, the most similar first.

    `given` is the stub that everybody started from.
    """
    stub = fingerprint(given)
    prints = {name: fingerprint(source) - stub for name, source in sources.items()}
    often = Counter(run for runs in prints.values() for run in runs)
    most = max(2.0, _COMMON * len(prints))
    rare = {name: {run for run in runs if often[run] <= most} for name, runs in prints.items()}
    pairs = []
    for (a, runs_a), (b, runs_b) in combinations(rare.items(), 2):
        shorter = min(len(runs_a), len(runs_b))
        if shorter >= _LEAST and (share := len(runs_a & runs_b) / shorter) >= _SIMILAR:
            pairs.append(SimilarPair(a, b, share))
    return sorted(pairs, key=lambda pair: -pair.share)


def fingerprint(source: bytes) -> set[int]:
    """Return the hashed runs of tokens of a source; empty if it cannot be read."""
    tokens = list(_tokens(source))
    runs = (" ".join(tokens[at : at + _RUN]) for at in range(len(tokens) - _RUN + 1))
    return {crc32(run.encode()) for run in runs}


def _tokens(source: bytes) -> Iterator[str]:
    """Yield the tokens that matter, with a placeholder for names, numbers and texts."""
    stands_for = {tokenize.NUMBER: "0", tokenize.STRING: "''"}
    layout = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
              tokenize.ENCODING, tokenize.ENDMARKER)  # fmt: skip
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.NAME:
                yield token.string if keyword.iskeyword(token.string) else "x"
            elif token.type not in layout:
                yield stands_for.get(token.type, token.string)
    except (tokenize.TokenError, SyntaxError, ValueError):
        return  # the tokens up to the error count


def ideas_by_student(students: Sequence[tuple[str, bytes]]) -> dict[str, list[str]]:
    """Return the students who seem to use each idea, the most frequent idea first."""
    users: dict[str, list[str]] = {}
    for name, source in students:
        for idea in ideas_of(source):
            users.setdefault(idea, []).append(name)
    return dict(sorted(users.items(), key=lambda item: -len(item[1])))
