"""Texts that are nearly right: valid ones with a few changes that know what they are made of."""

from __future__ import annotations

import base64
import json
import re
import zlib
from urllib.parse import unquote

MOST = 20_000  # characters
TOKEN = re.compile(r"r\d+c\d+|\d+|[A-Za-z_]+|\s+|.", re.DOTALL)
NUMBERS = [*"0129²٣", "-1", "10", "16", "255", "4096", "99999", "1000000", "9" * 30]
SIGNS = [
    *["\r\n", "\x1b[31m"],
    *"\n\r\t \0\x0b\x85\u2028\ufeff\ud800/:#%-_?=@&()[]{},;.'\"\\|+*<>é■",
]
WORDS = [
    *["hitori", "kuromasu", "hashi", "exactly_one", "name:", "answer:", "most: 3", "loops: no"],
    *["pzprv3", "begin", "end", "problem", "solution", "SAVEFILE:", "MOVE    :3:", "m=edit&p="],
    *["https://puzz.link/p?", "kurodoko/3/3/", "eom/", "3x3:", "range:", "null", "true", "1e999"],
    *["r1c1=black", "r1c1-r1c2=1", "up", "back", "r1c1=flip", "r1c1-r1c2=off", "# some words"],
]


def mutated(rng, text, others):
    """A text with some changes; `others` are valid texts to take pieces from."""
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        text = rng.choice(CHANGES)(rng, text, others)
    return text[:MOST]


def _tokens(rng, text, others):
    """Some tokens deleted, repeated, exchanged or replaced by others of their kind."""
    tokens = TOKEN.findall(text)
    if not tokens:
        return rng.choice(WORDS)
    at = rng.randrange(len(tokens))
    end = at + rng.choice((1, 1, 1, 2, 5))
    change = rng.randrange(5)
    if change == 0:
        tokens[at:end] = []
    elif change == 1:
        tokens[at:end] = tokens[at:end] * rng.choice((2, 3, 20))
    elif change == 2:
        other = rng.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif tokens[at].isdigit():
        tokens[at] = rng.choice(NUMBERS)
    else:
        tokens[at] = rng.choice((rng.choice(WORDS), rng.choice(tokens), tokens[at].upper()))
    return "".join(tokens)


def _signs(rng, text, others):
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(SIGNS) * rng.choice((1, 1, 3)) + text[at + rng.randrange(3) :]


def _splice(rng, text, others):
    other = rng.choice(others)
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


def _lines(rng, text, others):
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines.insert(to, lines[at] if rng.random() < 0.5 else lines.pop(at))
    return "\n".join(lines)


def _tree(rng, text, others):
    """One value of a JSON text replaced."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict | list):
        return _tokens(rng, text, others)
    here = data
    for _ in range(rng.randrange(6)):
        inner = list(here.values()) if isinstance(here, dict) else here
        nested = [item for item in inner if isinstance(item, dict | list) and item]
        if not nested:
            break
        here = rng.choice(nested)
    odd = rng.choice((None, True, -1, 10**30, 1e308, "", "x", [], [1], {}, {"a": 1}, [[0, 0]], "1"))
    if isinstance(here, dict) and here:
        here[rng.choice(list(here))] = odd
    elif isinstance(here, list) and here:
        here[rng.randrange(len(here))] = odd
    return json.dumps(data, ensure_ascii=rng.random() < 0.5)


def _packed(rng, text, others):
    """A drawing of Penpa, changed before it is packed again."""
    head, mark, packed = text.partition("&p=")
    try:
        raw = base64.b64decode(unquote(packed) + "==", validate=False)
        inner = zlib.decompressobj(-15).decompress(raw, 200_000).decode("utf-8")
    except (ValueError, zlib.error):
        inner = ""
    if not mark or not inner:
        return _tokens(rng, text, others)
    for _ in range(rng.choice((1, 2, 4))):
        inner = rng.choice((_tokens, _signs, _lines))(rng, inner, others)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(inner.encode("utf-8", "replace")) + packer.flush()
    return f"{head}&p={base64.b64encode(data).decode()}"


CHANGES = (_tokens, _tokens, _tokens, _signs, _signs, _splice, _lines, _tree, _packed)
