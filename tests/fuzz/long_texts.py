"""Texts that someone wrote to keep masume busy, each as long as one asks.

n is about a thousand times as many characters; what is unpacked is longer by far.
"""

from __future__ import annotations

import base64
import zlib

from format_support import DATA

K = 1000


def packed(text):
    """A drawing of Penpa with this text."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return "https://x/#m=edit&p=" + base64.b64encode(data).decode()


def drawing(question="{}", answer="{}", margins="[0,0,0,0]", size="3,3"):
    """A drawing of Penpa with these layers."""
    return packed(f"square,{size},38\n{margins}\n{{}}\n{question}\n{answer}\n")


def numbered(n):
    """A layer with so many numbers."""
    return "{zN:{" + ",".join(f'"{key}":[1]' for key in range(n)) + "}}"


BOARDS = {
    "a word": lambda n: "x" * n * K,
    "an example": lambda n: "hitori/" + "x" * n * K,
    "two words": lambda n: "x" * n * 500 + "/" + "x" * n * 500,
    "digits": lambda n: "9" * n * K,
    "digits of a size": lambda n: f"kurodoko/{'9' * n * K}/1/",
    "digits of an id": lambda n: "9" * n * K + "x9:a",
    "blanks": lambda n: " " * n * K,
    "blanks and an end": lambda n: " " * n * K + "x",
    "lines": lambda n: "\n" * n * K,
    "lines of another kind": lambda n: "\r\x0b" * n * 500,
    "lines of one digit": lambda n: "1\n" * n * 500,
    "runs": lambda n: f"kurodoko/100/{n * 10}/" + "g" * n * K,
    "too many runs": lambda n: "kurodoko/5/5/" + "z" * n * K,
    "minus signs": lambda n: f"hitori/100/{n * 10}/" + "-" * n * K,
    "old numbers": lambda n: f"hitori/100/{n * 5}/" + "-g" * n * 500,
    "brackets of labels": lambda n: f"eom/100/{n * 10}/" + "(" * n * K,
    "labels": lambda n: f"eom/100/{n * 2}/" + "(abc)" * n * 200,
    "percent signs": lambda n: f"hitori/100/{n * 10}/" + "%" * n * K,
    "question marks": lambda n: "?" * n * K,
    "slashes": lambda n: "https://" + "/" * n * K,
    "dots": lambda n: "a." * n * 500,
    "hashes": lambda n: "https://x/" + "#" * n * K,
    "many addresses of Kanpen": lambda n: "http://" + "/a.html?problem=" * n * 60 + " x",
    "many addresses of Penpa": lambda n: "m=edit&p=" * n * 110 + " x",
    "many modes of Penpa": lambda n: "m=edit&" * n * 140 + "p=",
    "many fields of Penpa": lambda n: "m=edit&" + "a=b&" * n * 250,
    "many addresses of pzprv3": lambda n: "?pzprv3" * n * 140,
    "many scripts": lambda n: "application/x-janko" + "<script" * n * 140,
    "many pages": lambda n: "<script application/x-janko>" * n * 36,
    "many begins": lambda n: "begin\nproblem\n" * n * 70,
    "a long id": lambda n: f"range:100x{n * 10}:" + "a" * n * K,
    "a long id of numbers": lambda n: f"range:100x{n * 5}:" + "1_" * n * 500,
    "a save file": lambda n: (DATA / "range.sav").read_text() + "MOVE    :5:B,0,0\n" * n * 60,
    "a damaged save file": lambda n: "SAVEFILE:0:\n" + "A:0:\n" * n * 200,
    "one long move": lambda n: (
        (DATA / "bridges.sav").read_text() + f"MOVE    :{n * K}:{'M0,0;' * n * 200}"
    ),
    "a JSON string": lambda n: '{"kind": "' + "x" * n * K + '"}',
    "an open list": lambda n: "[{" * n * 500,
    "JSON lines": lambda n: '{"kind":"hitori","grid":[[1]]}\n' * n * 30,
    "a Python list": lambda n: "[[" + "1," * n * 500 + "1]]",
    "addresses": lambda n: "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i\n" * n * 22,
    "game ids": lambda n: "4x4:4334314234314243\n" * n * 50,
    "a bomb of lines": lambda n: packed("\n" * n * 200 * K),
    "a bomb of blanks": lambda n: packed("square,3,3" + " " * n * 200 * K),
    "a bomb of a list": lambda n: drawing("[" + "1," * n * 5_000 + "1]"),
    "a bomb of names": lambda n: drawing("{" + "zA:" * n * 5_000),
    "a bomb of numbers": lambda n: drawing(numbered(n * K)),
    "a large drawing": lambda n: drawing(numbered(n * 400), size=f"20,{n * 20}"),
    "a drawing that claims much": lambda n: drawing(numbered(n * 500), size=f"{n * 40},1000"),
    "a grid": lambda n: "1000\n1000\n" + "1 " * n * 500,
    "a whole grid": lambda n: f"pzprv3\nhitori\n{n * 5}\n100\n" + ("1 " * 100 + "\n") * n * 5,
    "a row": lambda n: "hitori\n" + "1 " * n * 500,
    "rows with words": lambda n: "kuromasu\n" + "1 2 x\n" * n * 160,
    "boards": lambda n: "hitori\n1 2\n3 4\n\n" * n * 60,
    "boards with sizes": lambda n: "hitori\n" + "1 1\n5\n" * n * 160,
    "answers": lambda n: "hitori\n1 2\n3 4\nanswer:\n# .\n" * n * 40,
    "notes": lambda n: "hitori\n" + "".join(f"name{k}: x\n" for k in range(n * 100)),
}

WIDE = 100  # rows and columns of the boards for long answers
CELLS = [f"r{1 + at // WIDE}c{1 + at % WIDE}" for at in range(WIDE * WIDE)]


def cells(n):
    """So many names of cells, from the beginning again after the last."""
    return [CELLS[at % len(CELLS)] for at in range(n)]


MAZE = "exactly_one\n" + ("." * WIDE + "\n") * WIDE
SHADED = "hitori\n" + ("1" * WIDE + "\n") * WIDE
ANSWERS = {  # (a board, an answer to it)
    "one cell again and again": (MAZE, lambda n: "r1c1 " * n * 200),
    "cells": (MAZE, lambda n: " ".join(cells(n * 140))),
    "steps": (MAZE, lambda n: "up down " * n * 120),
    "letters": (MAZE, lambda n: "UD" * n * 500),
    "words of a letter": (MAZE, lambda n: "U D " * n * 250),
    "there and back": (MAZE, lambda n: "up back " * n * 120),
    "crosses": (MAZE, lambda n: " ".join(f"{cell}=off" for cell in cells(n * 90))),
    "ticks": (MAZE, lambda n: "U " + " ".join(f"{cell}=on" for cell in cells(n * 90))),
    "walls": (MAZE, lambda n: "r1c1-r1c2=off r1c1-r1c2=open " * n * 34),
    "a path taken apart": (MAZE, lambda n: "UD" * n * 400 + " r100c1-r99c1=off U" * n * 8),
    "flips": (MAZE, lambda n: "U" * 40 + "R" * 40 + " r60c1=flip" * n * 20),
    "black cells": (SHADED, lambda n: " ".join(f"{cell}=black" for cell in cells(n * 80))),
    "a cell in two colours": (SHADED, lambda n: "r1c1=black r1c1=white " * n * 45),
    "rows": (SHADED, lambda n: "1 # " * n * 250),
    "an object": (SHADED, lambda n: '{"black": [' + "[0, 1], " * n * 120 + "[0, 1]]}"),
    "an open object": (SHADED, lambda n: '{"black": ' + "[" * n * K),
}
