"""New boards on the command line: the same on any number of processors, in any format, in time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from support import KINDS, by_name, refused, size_of

import masume
from masume.formats.load import load_all
from masume.formats.plain import Board

MAKING = [kind for kind in KINDS if kind.maker]
SMALL = ("--size", "5x6", "--seed", "3")


def small(kind):
    """Return the size and the seed of small boards, as arguments and as options."""
    size = size_of(kind.name, 5, 6)
    return ("--size", "{}x{}".format(*size), "--seed", "1"), {"size": size, "seed": 1}


NAMELESS = {"tatham"}  # formats whose texts do not name the puzzle


def boards_in(text, kind=None):
    found = list(load_all(text, kind=kind))
    assert all(isinstance(board, Board) for board in found), found
    return found


@pytest.mark.long
@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_generated_boards_have_name_and_level(cli, kind):
    wish, options = small(kind)
    code, out, err = cli("generate", kind.name, *wish, "-n", "2", "--answer")
    assert (code, err) == (0, "")
    made = list(masume.generate(kind.name, **options, count=2))
    boards = boards_in(out)
    assert [board.puzzle for board in boards] == [outcome.puzzle for outcome in made]
    assert [board.name for board in boards] == [f"{kind.name}-1-1", f"{kind.name}-1-2"]
    assert [board.note("difficulty") for board in boards] == [outcome.level for outcome in made]
    assert all(masume.check(board.puzzle, board.answer) == [] for board in boards)
    code, bare, _ = cli("generate", kind.name, *wish, "-n", "2")
    assert [board.puzzle for board in boards_in(bare)] == [board.puzzle for board in boards]
    assert all(board.answer is None for board in boards_in(bare))


@pytest.mark.process
def test_generated_boards_are_independent_of_jobs(cli):
    """On a board so small that some are alike, and others take their places."""
    wish = ("generate", "kuromasu", "--size", "3x3", "--seed", "1", "-n", "12", "--no-symmetry")
    sequential = cli(*wish)
    assert sequential[0] == 0 and "name: kuromasu-1-13\n" in sequential[1]
    assert sequential == cli(*wish, "--jobs", "2")


def test_random_seed_is_printed(cli):
    kind = MAKING[0].name
    code, out, err = cli("generate", kind, "--size", "5")
    assert code == 0 and err.startswith("masume: seed ") and err.count("\n") == 1
    seed = err.split()[-1]
    assert cli("generate", kind, "--size", "5x5", "--seed", seed) == (0, out, "")
    assert cli("generate", kind, "--size", "5")[1] != out


@pytest.mark.long
@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_generate_writes_every_format(cli, kind):
    wish, options = small(kind)
    (made,) = masume.generate(kind.name, **options)
    names = [line.split()[0] for line in cli("list", "formats")[1].splitlines() if line.strip()]
    assert "plain" in names
    held = 0
    for name in names:
        code, out, err = cli("generate", kind.name, *wish, "--to", name)
        if code == 2:
            assert err.startswith("masume: ") and err.count("\n") == 1 and out == ""
            continue
        assert (code, err) == (0, "")
        (board,) = boards_in(out, kind.name if name in NAMELESS else None)
        assert board.kind is kind and _is_same(board.puzzle, made.puzzle)
        held += 1
    assert held >= 2


def _is_same(board, other):
    """Some formats name shapes otherwise."""
    labels = [getattr(each, "labels", None) for each in (board, other)]
    if labels[0] is None:
        return board == other
    renamed = [[row.index(label) if label else None for label in row] for row in labels]
    return renamed[0] == renamed[1] and (board.rows, board.cols) == (other.rows, other.cols)


def test_unmet_request_is_reported(cli):
    kind = next(kind for kind in MAKING if kind.maker().repair and not kind.maker().options).name
    began = time.process_time()
    wish = ("generate", kind, "--size", "3x3", "--difficulty", "extreme", "--seed", "1")
    code, out, err = cli(*wish, "-n", "2", "--seconds", "0.1")
    assert time.process_time() - began < 3
    assert (code, out) == (3, "")
    lines = err.splitlines()
    assert len(lines) == 2
    for number, line in enumerate(lines, start=1):
        assert line.startswith(f"masume: board {number}: no extreme board of 3x3 was found: ")


@pytest.mark.parametrize("kind", MAKING, ids=by_name)
def test_zero_seconds_give_no_board(cli, kind):
    code, out, err = cli("generate", kind.name, *small(kind)[0], "--seconds", "0")
    assert (code, out) == (3, "") and "0 s used" in err and err.count("\n") == 1


BAD = [
    ([], "PUZZLE"),
    (["nosuch"], "no puzzle"),
    (["hitry"], "did you mean hitori"),
    (["hitori", "--size", "0"], "is not a valid size"),
    (["hitori", "--size", "5x"], "size '5x'"),
    (["hitori", "--size", "5x5x5"], "size '5x5x5'"),
    (["hitori", "--size", "-3"], ""),
    (["hitori", "--size", "99999x99999"], "2,500 cells"),
    (["hitori", "--size", "999999"], "size '999999'"),
    (["hitori", "--size", ""], "size ''"),
    (["hitori", "--difficulty", "hardest"], "--difficulty"),
    (["hitori", "-n", "0"], "--count"),
    (["hitori", "-n", "many"], "--count"),
    (["hitori", "--seed", "x"], "--seed"),
    (["hitori", "--seconds", "nan"], "nan"),
    (["hitori", "--seconds", "-1"], "--seconds"),
    (["hitori", "--jobs", "-1"], "--jobs"),
    (["hitori", "--jobs", "100000"], "100,000 jobs are too many"),
    (["hitori", "--to", "nosuch"], "nosuch"),
    (["hitori:most=3"], "option"),
    (["hashi:most=9"], "most=9 is out of range"),
    (["hashi:most"], "most"),
    (["hashi:islands=x"], "islands"),
    (["hashi:loops=maybe"], "loops"),
    (["hashi", "--size", "2x2"], "three cells"),
    (["exactly_one", "--symmetry"], "cannot be made symmetric: the path would be symmetric"),
    (["hitori", "--clues", "few"], "hitori boards keep all their clues"),
    (["exactly_one:shapes=1000"], "shapes do not fit"),
    (["exactly_one", "--size", "1x1", "--difficulty", "expert"], "two rows"),
    (["kuromasu:black=34"], "black=34 is out of range"),
]


@pytest.mark.parametrize(("arguments", "word"), BAD, ids=[" ".join(a)[:40] or "-" for a, _ in BAD])
def test_impossible_requests_are_reported_in_one_line(cli, arguments, word):
    size = [] if "--size" in arguments else ["--size", "4"]
    seed = [] if "--seed" in arguments else ["--seed", "1"]
    code, out, err = cli("generate", *arguments, *size, *seed)
    assert out == "" and refused((code, out, err), word)


@pytest.mark.process
@pytest.mark.parametrize("more", [[], ["--jobs", "2"]], ids=["alone", "jobs"])
def test_ctrl_c_ends_with_130_and_one_line(more):
    """A whole group of processes is interrupted, as a terminal does."""
    wish = ["kuromasu", "--size", "12x12", "--seed", "1", "-n", "5000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "masume", "generate", *wish, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout.readline() == "kuromasu\n"  # so the first of them is there
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.strip().startswith("masume: interrupted after ") and err.strip().count("\n") == 0
    assert "of 5000 boards" in err


def test_boards_are_written_to_file(cli, tmp_path):
    wish = ("generate", "hitori", *SMALL, "-n", "3")
    _, printed, _ = cli(*wish)
    to = tmp_path / "boards.txt"
    assert cli(*wish, "-o", str(to)) == (0, "", f"{to}: 3 boards\n")
    assert to.read_text() == printed
    assert cli(*wish, "-o", "-") == (0, printed, "")
    code, _, err = cli(*wish, "-o", str(tmp_path / "no" / "boards.txt"))
    assert code == 2 and "cannot write" in err and "no such file" in err


def test_omitted_answers_are_reported(cli):
    arguments = ("generate", "hitori", "--size", "4", "--seed", "1", "--answer", "--to")
    code, out, err = cli(*arguments, "puzz.link")
    assert (code, err) == (0, "masume: puzz.link cannot store answers; they are omitted\n")
    assert out.startswith("https://puzz.link/") and out.count("\n") == 1
    assert cli(*arguments, "janko")[2] == ""


def test_few_clues_reduces_clues(cli):
    few, many = (
        cli("generate", "kuromasu", *SMALL, "--clues", clues)[1] for clues in ("few", "many")
    )
    assert few.count(" .") > many.count(" .")


def test_symmetry_is_explained_by_list_makers(cli):
    out = cli("list", "makers")[1]
    assert "--symmetry: the black cells of the solution" in out
    assert "--symmetry: the positions of the numbers; --clues: few, many, minimal" in out
    assert "see masume list makers" in " ".join(cli("generate", "--help")[1].split())


def test_single_row_has_requested_level(cli):
    arguments = ("generate", "hitori", "--size", "1x8", "--seed", "3")
    medium = cli(*arguments, "--difficulty", "medium")
    assert medium[0] == 0 and medium == cli(*arguments)
    assert refused(cli(*arguments, "--difficulty", "hard"), "never harder than medium")


def test_daily_prints_board_of_the_day(cli):
    code, out, _ = cli("daily", "2026-11-16")
    assert code == 0 and masume.loads(out).puzzle == masume.daily("2026-11-16").puzzle
    assert "answer:" in cli("daily", "2026-11-16", "--answer")[1]
    assert cli("daily", "2026-11-16", "--puzzle", "kuromasu")[1].startswith("kuromasu\n")
    code, _, err = cli("daily", "tomorrow")
    assert (code, err.startswith("masume: 'tomorrow' is not a date")) == (2, True)


def test_picture_becomes_solution_of_new_board(cli, tmp_path):
    (tmp_path / "cross.txt").write_text("#.#\n.#.\n#.#\n")
    code, out, err = cli("complete", "--picture", str(tmp_path / "cross.txt"), "--as", "kuromasu")
    found = masume.solve(masume.loads(out))
    assert (code, found.unique) == (0, True) and out.startswith("kuromasu\nname: cross\n")
    away = len(found.answer.black ^ {0, 2, 4, 6, 8})
    assert err == f"masume: cross.txt: the closest solution differs in {away} of 9 cells\n"
    assert cli("complete", "--picture", str(tmp_path / "cross.txt"))[0] == 2
    assert cli("complete")[0] == 2
