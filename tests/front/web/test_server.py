"""The server of the browser app over real HTTP on loopback: answers and errors."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
from support import KINDS, STEERED

import masume
from masume.core.plugins.registry import problems
from masume.front.web import explaining
from masume.front.web.bodies import OneBoard
from masume.front.web.server import create_app
from tests.front.web.boards import EACH_KIND, small_board, text_of

PROBLEM_EXAMPLES = [board.name for name in problems() for board in masume.examples(name)]


def test_the_catalogue_lists_puzzles_and_spaces(server):
    found = server.client.get("/api/about").json()
    assert [puzzle["name"] for puzzle in found["puzzles"]] == [kind.name for kind in KINDS]
    assert found["version"] == masume.__version__
    for puzzle in found["puzzles"]:
        assert puzzle["examples"] and puzzle["techniques"] and puzzle["maker"]
        for space in puzzle["spaces"]:
            assert space["algorithms"], "every space needs an algorithm"
    for problem in found["problems"]:
        assert problem["heuristics"] and problem["spaces"][0]["algorithms"]


@EACH_KIND
def test_boards_are_read_from_texts_and_names(server, kind):
    board = small_board(kind)
    for text in (text_of(kind), board.name):
        (found,) = server.post("load", text=text).json()["boards"]
        assert found["kind"] == kind and found["error"] is None
        assert masume.load(found["board"]).puzzle == board.puzzle


def test_no_file_is_ever_read(server, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("hitori\n1 1\n1 2", encoding="utf-8")
    for text in (str(path), "/etc/passwd", "../../etc/passwd", "file:///etc/passwd"):
        answer = server.post("load", text=text)
        boards = answer.json().get("boards", [])
        assert answer.status_code == 400 or all(board["error"] for board in boards), text
        assert server.post("session", board=text).status_code == 400
        state = {"masume": 1, "board": text, "moves": [], "at": 0}
        assert server.post("session", state=state).status_code == 400


def test_a_text_without_a_puzzle_is_read_as_each_that_accepts_it(server):
    found = server.post("load", text="1 1 3\n1 2 3\n1 3 3").json()
    assert found["bare"] and {"hitori", "hashi"} <= {row["kind"] for row in found["boards"]}
    found = server.post("load", text="https://sudoku.example/today?size=9").json()
    (row,) = found["boards"]
    assert not found["bare"] and row["error"].startswith("no puzzle accepts this text")


@EACH_KIND
def test_a_game_is_played_to_its_end_move_by_move(server, kind):
    board = small_board(kind)
    kind_ = board.kind
    search = masume.search(board.puzzle, space=kind_.spaces[0].name)
    moves = [kind_.write_move(board.puzzle, node.move) for node in search.goal.path()[1:]]
    game = server.post("session", board=text_of(kind)).json()
    assert not game["finished"] and not game["can_undo"] and len(game["labels"]) > 0
    for move in moves:
        game = server.post(
            "session", state=game["state"], action={"do": "play", "move": move}
        ).json()
        assert game["changed"] and game["faults"] == []
    assert game["finished"] and game["svg"].startswith("<svg")
    assert server.post("check", state=game["state"]).json() == {"faults": [], "finished": True}
    back = server.post("session", state=game["state"], action={"do": "undo"}).json()
    assert not back["finished"] and back["can_redo"]
    again = server.post("session", state=back["state"], action={"do": "redo"}).json()
    assert again["finished"] and again["state"]["moves"] == game["state"]["moves"]


@EACH_KIND
def test_hints_lead_to_the_solution(server, kind):
    state = server.post("session", board=text_of(kind)).json()["state"]
    for _ in range(400):
        found = server.post("hint", state=state).json()
        if found["outcome"] == "finished":
            break
        assert found["outcome"] == "step" and found["text"] and found["svg"] and found["svg_area"]
        assert set(found["cells"]) <= set(found["area"])
        state = found["state"]
    game = server.post("session", state=state).json()
    assert found["outcome"] == "finished" and game["finished"]


@EACH_KIND
def test_questions_about_a_board(server, kind):
    board = text_of(kind)
    solved = server.post("solve", board=board).json()
    assert solved["status"] == "solved" and solved["unique"] is True and solved["other_svg"] is None
    assert masume.check(small_board(kind).puzzle, solved["answer"]) == []
    assert server.post("count", board=board).json()["number"] == 1
    assert server.post("grade", board=board).json()["level"]
    *steps, end = server.lines("explain", board=board)
    assert steps and end["end"] is True and all(step["svg"] for step in steps)
    wanted = sorted({step["technique"] for step in steps})[:2]
    found = server.post("techniques", puzzle=kind, names=wanted).json()["techniques"]
    assert sorted(row["name"] for row in found) == wanted and all(row["svg"] for row in found)
    assert server.post("convert", board=board, to="plain").json()["text"]
    for form in ("svg", "png", "pdf", "txt"):
        answer = server.post("draw", board=board, form=form)
        assert answer.status_code == 200 and answer.content
        assert "attachment" in answer.headers["content-disposition"]


@pytest.mark.parametrize("kind", [kind.name for kind in STEERED])
def test_generated_boards_match_the_request(server, kind):
    request = {"puzzle": kind, "rows": 6, "cols": 6, "difficulty": "easy", "count": 2, "seed": 5}
    *made, end = server.lines("generate", **request)
    assert end == {"end": True} and [line["level"] for line in made] == ["easy", "easy"]
    again = server.lines("generate", **request)
    assert [line.get("board") for line in again] == [line["board"] for line in made] + [None]


def test_the_closest_board_is_reported_until_the_wanted_one_is_found(server):
    request = {
        "puzzle": "kuromasu",
        "rows": 5,
        "cols": 5,
        "difficulty": "hard",
        "seed": 2,
        "count": 3,
    }
    *plain, _ = server.lines("generate", **request)
    *lines, end = server.lines("generate", **request, nearest=True)
    boards = [line for line in lines if "board" in line]
    assert end == {"end": True} and [line["board"] for line in boards] == [
        line["board"] for line in plain
    ]
    progress = [line for line in lines if "attempts" in line]
    assert progress and lines[-1] in boards
    for line in progress:
        near = line["nearest"]
        assert near["name"].endswith(near["level"])
        assert (near["distance"] == 0) == (near["level"] == "hard")  # where only variety is missing
        assert near["svg"].startswith("<svg")
        assert server.post("solve", board=near["board"]).json()["unique"] is True
    *rest, _ = server.lines("generate", **{**request, "first": 1, "count": 2})
    assert [line["number"] for line in rest] == [1, 2]
    assert [line["board"] for line in rest] == [line["board"] for line in boards[1:]]


def test_clues_and_techniques_can_be_requested(server):
    size = {"rows": 5, "cols": 5, "seed": 1}
    few, many = (
        server.lines("generate", puzzle="kuromasu", clues=clues, **size)[0]["board"]
        for clues in ("few", "many")
    )
    assert few.count(" .") > many.count(" .")
    (made, _) = server.lines("generate", puzzle="hitori", needs="last-way-out", **size)
    found = server.post("grade", board=made["board"]).json()
    assert "last-way-out" in str(found)
    for request in ({"clues": "few"}, {"needs": "magic"}):
        assert server.post("generate", puzzle="hitori", **request).status_code == 400


def test_a_missing_seed_is_drawn_and_returned(server):
    first, second = (server.lines("generate", puzzle="hitori", rows=6, cols=6) for _ in range(2))
    assert first[0]["seed"] != second[0]["seed"] and first[0]["board"] != second[0]["board"]
    again = server.lines("generate", puzzle="hitori", rows=6, cols=6, seed=first[0]["seed"])
    assert again[0]["board"] == first[0]["board"]


def test_forced_cells_and_reasons_for_no_solution(server):
    state = server.post("session", board="kuromasu\n. . .\n. 5 .\n. 3 .").json()["state"]
    forced = server.post("forced", state=state).json()
    assert forced["open"] == 2 and {6, 8} <= set(forced["cells"])
    game = server.post("session", state=forced["state"]).json()
    assert "r3c1, black" in game["labels"] and game["can_undo"]
    again = server.post("forced", state=game["state"]).json()
    assert again["cells"] == [] and again["state"] is None

    move = {"do": "play", "move": "r3c1=white"}
    wrong = server.post("session", state=state, action=move).json()["state"]
    assert server.post("forced", state=wrong).json()["status"] == "exhausted"
    assert server.post("why-not", board=state["board"]).json()["status"] == "solved"
    why = server.post("why-not", state=wrong).json()
    assert why["status"] == "exhausted" and any(6 in reason["cells"] for reason in why["reasons"])


def test_a_long_explanation_limits_pictures_but_not_text(monkeypatch):
    monkeypatch.setattr(explaining, "_MAX_PICTURES", 4_000)
    *steps, end = explaining.explain(OneBoard(board=text_of("hitori")))
    drawn = [step.svg is not None for step in steps]
    assert drawn == sorted(drawn, reverse=True) and drawn[0] and not drawn[-1]
    assert all(step.text for step in steps) and end.level
    assert sum(len(step.svg or "") for step in steps) < 40_000


@EACH_KIND
def test_a_search_returns_the_lines_of_a_film(server, kind):
    space = small_board(kind).kind.spaces[0].name  # other spaces may solve it without a step
    about, *frames, end = server.lines(
        "search", board=text_of(kind), algorithm="depth_first", space=space
    )
    assert about["search"]["algorithm"] == "depth_first" and end["end"] == "solved"
    assert about["pseudocode"]["lines"]
    steps = [line["step"] for line in frames if "step" in line]
    assert steps == sorted(set(steps)) and steps[0] == 1
    assert len(steps) + end["left_out"] == end["expanded"]  # all of them, or a sample
    root = frames[0]["position"]
    shots = [{"position": root}, {"position": root, "moves": [frames[0]["children"][0][0]]}]
    svgs = server.post("picture", board=text_of(kind), shots=shots).json()["svgs"]
    assert len(svgs) == 2 and svgs[0] != svgs[1]


@pytest.mark.parametrize("name", PROBLEM_EXAMPLES)
def test_every_instance_of_a_problem_is_searched_and_drawn(server, name):
    """The film of a few nodes has a picture of each, and greedy and beam search are compared."""
    problem = name.partition("/")[0]
    (entry,) = (p for p in server.get("about").json()["problems"] if p["name"] == problem)
    (example,) = (e for e in entry["examples"] if e["name"] == name)
    (loaded,) = server.post("load", text=name).json()["boards"]
    assert (loaded["kind"], loaded["board"]) == (problem, example["board"])
    space = entry["spaces"][0]
    (heuristic, *_) = space["algorithms"]["greedy"]
    wish = {"algorithm": "greedy", "space": space["name"], "heuristic": heuristic}
    about, *frames, end = server.lines("search", board=example["board"], nodes=5, **wish)
    assert about["pseudocode"]["lines"] and 0 < end["expanded"] <= 5
    root = frames[0]["position"]
    shots = [{"position": root}, {"position": root, "moves": [frames[0]["children"][0][0]]}]
    svgs = server.post("picture", board=example["board"], shots=shots).json()["svgs"]
    assert len(svgs) == 2 and svgs[0] != svgs[1]
    compared = {"algorithms": ["greedy", "beam"], "space": space["name"], "seconds": 0.1}
    *rows, _ = server.lines("compare", board=example["board"], **compared)
    assert {row["algorithm"] for row in rows} == {"greedy", "beam"}


def test_a_comparison_returns_a_row_per_search(server):
    *rows, end = server.lines("compare", board=text_of("hitori"), seconds=0.1, heuristic="all")
    assert end == {"end": True} and len(rows) > 20
    assert {row["status"] for row in rows} >= {"solved"}


def test_every_operation_has_schemas_for_its_answers(server):
    description = server.client.get("/openapi.json").json()
    for path, methods in description["paths"].items():
        (operation,) = methods.values()
        for code, response in operation["responses"].items():
            kinds = response.get("content", {})
            assert kinds, (path, code)
            if code != "200":
                error = kinds["application/json"]["schema"]
                assert error == {"$ref": "#/components/schemas/ErrorReply"}, (path, code)
            elif "application/json" in kinds:
                assert kinds["application/json"]["schema"].keys() == {"$ref"}, path
            elif "application/x-ndjson" in kinds:
                assert len(kinds["application/x-ndjson"]["schema"]["oneOf"]) > 2, path
    assert "$defs" not in str(description)


# Faults


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("load", {}, 422),
        ("load", "a text", 422),
        ("load", {"text": 7}, 422),
        ("load", {"text": "hitori\n1", "kind": "chess"}, 400),
        ("session", {}, 400),
        ("session", {"board": "nonsense"}, 400),
        ("session", {"board": "hitori\n1 1\n1 2", "action": {"do": "fly"}}, 422),
        ("session", {"board": "hitori\n1 1\n1 2", "action": {"do": "touch"}}, 400),
        ("session", {"board": "hitori\n1 1\n1 2", "action": {"do": "touch", "cell": 99}}, 400),
        ("session", {"board": "hitori\n1 1\n1 2", "action": {"do": "play", "move": "x"}}, 400),
        ("session", {"board": "hitori\n1 1\n1 2", "theme": "pink"}, 422),
        ("solve", {"board": ""}, 400),
        ("solve", {"board": "hitori\n1 1", "seconds": 1e9}, 422),
        ("solve", {"board": "hitori\n1 1", "more": 1}, 422),
        ("generate", {"puzzle": "chess"}, 400),
        ("generate", {"puzzle": "hitori", "rows": 1, "cols": 2}, 400),
        ("generate", {"puzzle": "hitori", "difficulty": "silly"}, 400),
        ("convert", {"to": "plain"}, 400),
        ("why-not", {}, 400),
        ("convert", {"board": "hitori\n1 1", "to": "latin"}, 400),
        ("search", {"board": "hitori\n1 1", "algorithm": "luck"}, 400),
        ("picture", {"board": "hitori\n1 1", "positions": [{"black": "x"}]}, 400),
    ],
)
def test_bad_requests_get_one_line(server, path, body, code):
    answer = server.client.post(f"/api/{path}", json=body)
    assert answer.status_code == code, answer.text
    assert set(answer.json()) == {"error"} and "\n" not in answer.json()["error"]
    assert code != 422 or answer.json()["error"].startswith("body")  # the field comes first


def test_a_bug_is_a_one_line_error(start_server, monkeypatch):
    def broken(_):
        raise ValueError("oh\nno")

    monkeypatch.setattr("masume.front.web.boards.boards_of", broken)
    answer = start_server(workers=1).post("load", text="x")
    assert answer.status_code == 500
    assert answer.json() == {"error": "a bug in masume (ValueError: oh no)"}
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_oversize_bodies_are_rejected(server):
    answer = server.client.post("/api/load", content=b"x" * 5_000_001)
    assert answer.status_code == 413
    assert server.client.post("/api/load", content=iter([b"{}"])).status_code == 411


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/server.py",
        "/static/js",
        "/api/nothing",
    ],
)
def test_only_the_packages_own_files_are_served(server, path):
    answer = server.client.get(path)
    assert answer.status_code in (404, 405) and "import" not in answer.text


def test_files_of_a_version_are_cached_and_others_revalidated(server):
    (address,) = re.findall(r'"(static/v\w+/js/app/main.js)"', server.client.get("/").text)
    versioned, plain = (
        server.client.get(f"/{path}") for path in (address, "static/js/app/main.js")
    )
    assert versioned.text == plain.text
    assert "immutable" in versioned.headers["cache-control"]
    assert plain.headers["cache-control"] == "no-cache"


def test_a_wrong_method_returns_the_allowed_ones(server):
    paths = {route.path for route in server.app.routes} - {"/static", "/docs"}
    assert {"/", "/api/about", "/api/solve"} < paths
    for path in {re.sub("{.*?}", "x", path) for path in paths} | {"/static/css/base.css"}:
        answer = server.client.delete(path)
        assert answer.status_code == 405, path
        for method in answer.headers["allow"].split(", "):
            assert server.client.request(method, path).status_code != 405, (method, path)


def test_cross_site_requests_are_rejected(server):
    answer = server.client.post(
        "/api/load", json={"text": "hitori\n1 1"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


def test_every_response_has_the_security_headers(server):
    for answer in (server.client.get("/"), server.client.get("/api/about"), server.post("load")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_composing_a_board(server):
    """Judging and every kind of help; answers are validated against their schemas."""
    text = "kuromasu\nname: mine\n. . .\n. 5 .\n. 3 ."
    draft = server.post("draft", board=text).json()
    assert (draft["name"], draft["cells"][4], draft["palette"]) == ("mine", "5", list("2345?"))
    *_, last, end = server.lines("judge", board=text)
    assert (last["verdict"], last["number"], end) == ("several", 4, {"end": True})
    assert [doubt["cell"] for doubt in last["doubts"]] == [0, 2]
    assert [line["verdict"] for line in server.lines("judge", board="hashi\n1 . 2")[:-1]] == [
        "none"
    ] * 2
    deciding = server.post("compose", do="deciding_clues", board=text).json()["clues"]
    assert {"cells": [0], "clue": "4"} in deciding
    done = server.post("compose", do="complete", board=text).json()
    *_, last, _ = server.lines("judge", board=done["board"])
    assert last["verdict"] == "unique" and last["level"]
    for do in ("spare_clues", "harder", "easier"):
        assert server.post("compose", do=do, board=done["board"], keep=[4]).status_code == 200
    rejected = server.post("compose", do="spare_clues", board=text)
    assert rejected.status_code == 400 and "several solutions" in rejected.json()["error"]
    # The solution is drawn in a game; a game on another board is rejected.
    empty = "kuromasu\n. . .\n. . ."
    state = server.post("session", board=empty).json()["state"] | {"moves": ["r1c1=black"], "at": 1}
    drawn = server.post("compose", do="complete", board=empty, state=state).json()
    assert masume.solve(masume.loads(drawn["board"])).answer.black == {0}
    assert server.post("compose", do="complete", board=text, state=state).status_code == 400


def test_actions_sent_together_are_applied_together(server):
    state = server.post("session", board="hitori\n1 1 2\n3 1 2").json()["state"]
    stroke = [{"do": "touch", "cell": 0}, {"do": "touch", "cell": 0, "to": 1, "joins": True}]
    moved = server.post("session", state=state, action=stroke).json()
    assert moved["state"]["moves"] == ["r1c1=black r1c2=black"]
    undone = server.post("session", state=moved["state"], action=[{"do": "undo"}]).json()
    assert undone["state"]["at"] == 0
    assert server.post("session", state=state, action=stroke * 501).status_code == 422


def fetch_pages(folder, *paths):
    """Return the answers of a server with its documentation in a folder, without a socket."""

    async def ask():
        transport = httpx.ASGITransport(create_app(docs=folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return [await client.get(path) for path in paths]

    return asyncio.run(ask())


def test_the_documentation_is_served_where_it_is_built(tmp_path):
    (tmp_path / "index.html").write_text("all about masume")
    front, interface, dead = fetch_pages(tmp_path, "/docs/", "/docs", "/docs/nowhere.html")
    assert (front.status_code, front.text) == (200, "all about masume")
    assert "script-src 'self'" in front.headers["content-security-policy"]
    assert interface.headers["location"] == "/docs/"
    assert dead.status_code == 404


def test_a_page_says_how_to_build_the_documentation(tmp_path):
    for answer in fetch_pages(tmp_path / "nothing", "/docs/", "/docs/index.html", "/docs/lab.html"):
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "<code>masume docs</code>" in answer.text


def test_documentation_built_while_running_is_served(start_server, tmp_path):
    running = start_server(workers=1, docs=tmp_path / "docs")
    assert running.client.get("/docs/").status_code == 404
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").write_text("all about masume")
    assert running.client.get("/docs/").text == "all about masume"
