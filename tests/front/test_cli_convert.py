"""`masume convert`, and boards of other sites on the command line."""

from __future__ import annotations

import json

import pytest
from format_support import DATA, WRITABLE, vectors
from support import EXAMPLES, KINDS, refused

import masume
from masume.formats.convert import write_all
from masume.formats.format import formats

ADDRESS = "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i"
GAME_ID = "9x6:e7a4d9d7c9j12c5d7d6a2e"


def boards(text, kind=None):
    return [board.puzzle for board in masume.load_all(text, kind=kind)]


def writable(name):
    """Return the first kind that a format can write, and the names of up to three examples."""
    for kind in KINDS:
        names = [board.name for board in EXAMPLES if board.kind is kind]
        able = [board for board in names if name in write_all(masume.load(board))]
        if able:
            return kind.name, able[:3]
    raise AssertionError(f"{name} writes no example")


@pytest.mark.parametrize("name", WRITABLE)
def test_boards_are_converted_to_every_format(cli, name):
    kind, names = writable(name)
    for chosen in (names[:1], names):
        code, out, err = cli("convert", *chosen, "--to", name)
        assert (code, err) == (0, "")
        assert boards(out, kind) == [masume.load(board).puzzle for board in chosen]
        assert not out.startswith("\n") and "\n\n\n" not in out
    assert formats()[name].self_delimiting == ("\n\n" not in out) or len(names) == 1


def test_examples_survive_conversion_to_json_and_plain(cli):
    for kind in KINDS:
        names = [board.name for board in EXAMPLES if board.kind is kind]
        out = cli("convert", *names, "--to", "json")[1]
        assert [json.loads(line)["name"] for line in out.splitlines()] == names
        code, again, _ = cli("convert", "-", "--to", "plain", stdin=out)
        assert code == 0 and boards(again) == [masume.load(name).puzzle for name in names]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_missing_answers_are_solved_and_written(cli, kind):
    name = next(b.name for b in masume.examples(kind.name) if b.note("solutions") == "1")
    code, out, _ = cli("convert", name, "--to", "json", "--answer")
    assert code == 0
    puzzle = masume.load(name).puzzle
    assert masume.check(puzzle, json.loads(out)["answer"]) == []
    if "puzz.link" not in kind.codecs:
        return
    code, out, err = cli("convert", name, "--to", "puzz.link", "--answer")
    assert code == 0 and "puzz.link cannot store answers; it is omitted" in err
    assert boards(out) == [puzzle]


def test_unsolvable_board_is_reported(cli):
    hopeless = "hitori\n1 1 1\n1 1 1\n1 1 1\n"
    assert refused(cli("convert", hopeless, "--to", "pzprv3", "--answer"))
    assert cli("convert", hopeless, "--to", "pzprv3")[0] == 0


def test_rejected_boards_do_not_stop_the_others(cli):
    text = "hashi\nname: wide\nmost: 3\n3 . 3\n\nhashi\nname: usual\n2 . 2\n\nhashi\n2 x\n"
    code, out, err = cli("convert", "-", "--to", "pzprv3", stdin=text)
    assert code == 2 and boards(out) == [masume.load("hashi\n2 . 2").puzzle]
    assert not out.startswith("\n")
    lines = err.splitlines()
    reason = "3 bridges side by side, where 2 are the rule"
    assert lines[0] == f"masume: wide: pzprv3 cannot express this board: {reason}"
    assert len(lines) == 2 and "line 11" in lines[1]


def test_convert_rejects_unsupported_formats(cli):
    assert refused(cli("convert", "hitori/first", "--to", "puzzlink"), "did you mean puzz.link")
    assert refused(cli("convert", "hitori/first", "--to", "pencilbox"), "can only be read")
    assert refused(cli("convert", "hitori/first"), "--to")
    assert refused(cli("convert", "no/such", "--to", "json"))
    assert refused(cli("convert", "7x7#1234", "--to", "json"), "seed of a random board")
    assert refused(cli("convert", ADDRESS, "--to", "json", "--as", "hitori"), "is kuromasu")


def test_solve_reads_output_of_convert(cli):
    out = cli("convert", ADDRESS, "--to", "json")[1]
    code, solved, _ = cli("solve", "-", "--json", stdin=out)
    assert code == 0 and json.loads(solved)["unique"] is True
    for name in ("pzprv3", "janko", "plain", "puzz.link", "tatham"):
        again = cli("convert", "-", "--to", name, stdin=out)[1]
        code, found, _ = cli("solve", "-", "--json", stdin=again)
        assert code == 0 and json.loads(found)["answer"] == json.loads(solved)["answer"]


def test_boards_of_other_sites_are_solved(cli):
    for text in (ADDRESS, GAME_ID, "eom/2/2/A..."):
        code, out, err = cli("solve", text)
        assert (code, err) == (0, "") and "solved" in out
    page = (
        '<html><script id="data" type="application/x-janko">\nbegin\npuzzle hitori\nsize 4\n'
        "problem\n1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3\nend\n</script></html>"
    )
    code, out, _ = cli("solve", "-", stdin=page)
    assert code == 0 and "solved" in out
    code, out, _ = cli("solve", DATA / "bridges-no-loops.sav", "--json")
    assert code == 0 and json.loads(out)["unique"] is True


def test_answer_in_file_is_converted(cli):
    solved = next(v for v in vectors("codec_edge") if v["name"] == "hashi 5x5 solved")
    code, out, _ = cli("convert", "-", "--to", "pzprv3", stdin=solved["pzprv3"])
    assert code == 0 and out == solved["pzprv3"]
    code, out, _ = cli("convert", "-", "--to", "json", stdin=solved["pzprv3"])
    row = json.loads(out)
    code, out, _ = cli("check", solved["url"], "-", stdin=json.dumps(row["answer"]))
    assert code == 0 and "right" in out


def test_list_formats_shows_abilities(cli):
    code, out, _ = cli("list", "formats")
    assert code == 0
    for format_ in formats().values():
        assert format_.name in out and format_.title in out
    assert "pencilbox" in out and "read only" in out


def test_file_of_addresses_is_converted(cli, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(f"# my boards\n{ADDRESS}\nnonsense\n{GAME_ID}\n")
    code, out, err = cli("convert", path, "--to", "puzz.link")
    assert code == 2 and out.count("\n") == 2 and out.startswith(ADDRESS + "\n")
    assert err.startswith("masume: /") and err.endswith(": line 3: 'nonsense' is not a board\n")


def test_help_names_every_format(cli):
    code, out, _ = cli("convert", "--help")
    assert code == 0 and not [name for name in WRITABLE if name not in out]
