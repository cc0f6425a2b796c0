"""User code that attacks the process that measures it: figures stay true, other runs go on."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

import masume
from masume.front.cli.main import run
from masume.work.plain_reply import load_plain
from masume.work.worker import ForgedReply, Worker

pytestmark = pytest.mark.process

ATTACKS = '''
import gc, os, pickle, struct, sys, threading
from masume import Expanded, Node, Status, algorithm
from masume.puzzles.hitori.spaces import HitoriShade


def search(space):
    """Depth-first search with a table, which returns the goal at once."""
    root = Node(space.initial())
    stack, seen = [root], {root.state}
    while stack:
        node = stack.pop()
        if space.is_goal(node.state):
            return node
        for move, state, cost in space.successors(node.state):
            if state not in seen:
                seen.add(state)
                stack.append(Node(state, node, move, node.g + cost))


def attack(function):
    """Declare an algorithm that reports one expansion, and does what the function says."""
    def run(space):
        yield Expanded(Node(space.initial()), [], 0, 0, 0)
        return function(space)
    run.__name__ = function.__name__
    return algorithm(complete=True)(run)


@algorithm(complete=True)
def honest(space):
    root = Node(space.initial())
    stack, seen = [root], {root.state}
    while stack:
        node = stack.pop()
        if space.is_goal(node.state):
            return node
        kept = []
        for move, state, cost in space.successors(node.state):
            if state not in seen:
                seen.add(state)
                kept.append(Node(state, node, move, node.g + cost))
        stack += kept
        yield Expanded(node, kept, len(kept), len(stack), len(seen))


def forge(space):
    for thing in gc.get_objects():
        if type(thing).__name__ == "Counts":
            thing.expanded = thing.generated = 6


@attack
def collected(space):
    goal = search(space)
    forge(space)
    return goal


@attack
def patched_run(space):
    from masume.core.search.run import Run

    Run._counted_result = lambda run, counts: run._result_of(run._goal, Status.SOLVED, "")
    return search(space)


@attack
def patched_report(space):
    import masume.api.search_worker as worker

    written = worker.write_report

    def write(*arguments):
        report = worker.json.loads(written(*arguments))
        report["metrics"] |= {"expanded": 6, "generated": 6}
        return worker.json.dumps(report)

    worker.write_report = write
    import masume.lab.run
    masume.lab.run.write_report = write
    return search(space)


@attack
def copied_space(space):
    goal = search(HitoriShade(space.puzzle))
    for node in goal.path()[:-1]:
        list(space.successors(node.state))
    return goal


def report_of(**fields):
    def run(space):
        import masume.api.search_worker as worker, masume.lab.run

        metrics = worker.asdict(worker.Metrics())
        empty = dict.fromkeys(["stopped", "moves", "answer", "nearest", "cost"])
        empty |= {"status": "solved", "reason": "", "metrics": metrics}
        empty |= {"optimal": False, "claims": []}
        text = worker.json.dumps(empty | fields)
        worker.write_report = masume.lab.run.write_report = lambda *arguments: text
        masume.lab.run._verify_answer = lambda outcome, *rest: outcome
        return Node(space.initial())
    return run


def attack_report(name, **fields):
    run = report_of(**fields)
    run.__name__ = name
    globals()[name] = attack(run)


attack_report("no_path")
attack_report("wrong_path", moves=["r1c1=black"], answer={"black": [[0, 0]]}, cost=0)
attack_report("no_such_path", moves=["a", "b"])
attack_report("excused_proof", status="exhausted", reason="look away")
attack_report("no_status", status="brilliant")
attack_report("odd_moves", moves=[5])
attack_report("odd_answer", moves=["a"], answer=5)
attack_report("odd_counts", metrics={"expanded": "few"})


class Bomb:
    def __reduce__(self):
        return exec, ("import os; open('exploded', 'a').write(f'{os.getpid()} ')",)


@attack
def bomb_in_pipe(space):
    data = pickle.dumps(Bomb())
    for handle in range(3, 64):
        try:
            os.write(handle, struct.pack("!i", len(data)) + data)
        except OSError:
            pass
    os._exit(0)


@attack
def bomb_in_result(space):
    import masume.work.limited as limited

    limited.CallResult = lambda *arguments, **names: Bomb()
    return search(space)


@attack
def bomb_in_field(space):
    import masume.work.limited as limited

    record = limited.CallResult
    limited.CallResult = lambda *arguments, **names: record(Bomb())
    return search(space)


@attack
def endless_marks(space):
    from masume.core.system import tally

    while True:
        tally.current()(b"e" * 60000)


@attack
def leaves(space):
    os._exit(0)


@attack
def exits(space):
    sys.exit("bye")


@attack
def closes(space):
    os.closerange(3, 100)
    return search(space)


@attack
def empties_builtins(space):
    import builtins

    for name in ("len", "isinstance", "list", "type"):
        setattr(builtins, name, lambda *arguments: 0)
    return search(space)


@attack
def ignores_signals(space):
    import signal

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


@attack
def spins(space):
    def spin():
        while True:
            pass

    for _ in range(3):
        threading.Thread(target=spin).start()
    return search(space)


@attack
def prints(space):
    for _ in range(200):
        print("x" * 10_000)
    return search(space)


@algorithm(complete=True)
def odd_event(space):
    yield Expanded(None, None, "a", "b", float("nan"))

'''
LIMIT = masume.Limit(seconds=1)
COUNTED = ("collected", "patched_run", "patched_report", "copied_space")  # forged counts
WRONG = {
    "no_path": "it reported no path to a goal",
    "wrong_path": "in row 1",
    "no_such_path": "its move 1, a, is not possible there",
    "excused_proof": "there is no solution, but there is one",
}
ERRORS = {
    "no_status": "./attacks.py: its process sent no valid report ('brilliant' is not a valid",
    "odd_moves": "its process sent no valid report (int is not str)",
    "odd_answer": "its process sent no valid report",
    "odd_counts": "its process sent no valid report",
    "bomb_in_pipe": "./attacks.py: its process sent an invalid reply (",
    "bomb_in_result": "./attacks.py: its process sent an invalid reply (builtins.exec is not",
    "bomb_in_field": "./attacks.py: its process sent an invalid reply (builtins.exec is not",
    "leaves": "./attacks.py: its process ended with code 0; return a Status instead of ending",
    "exits": ", in exits: SystemExit: bye",
    "closes": "./attacks.py: its process ended",
    "empties_builtins": "./attacks.py: its process",
    "odd_event": "odd_event() yielded an Expanded with unusable fields",
}
LATE = ("endless_marks", "ignores_signals")
HARMLESS = ("spins", "prints")


@pytest.fixture
def attacks(tmp_path, monkeypatch):
    (tmp_path / "attacks.py").write_text(ATTACKS)
    monkeypatch.chdir(tmp_path)
    return lambda name: f"./attacks.py:{name}"


@pytest.fixture
def cli(capsys):
    def command(*arguments):
        code = run(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out or printed.err

    return command


def search_of(row):
    return row.names.algorithm_spec.rpartition(":")[2]


@pytest.mark.long
def test_attacks_change_no_figure_and_stop_no_other_search(attacks, capfd):
    names = ["honest", *COUNTED, *WRONG, *ERRORS, *LATE, *HARMLESS]
    comparison = masume.compare(
        masume.load("hitori/first"),
        [*map(attacks, names), "breadth_first"],
        spaces=["shade"],
        limit=LIMIT,
    )
    results = {search_of(row): row.result for row in comparison.rows}
    assert set(results) == {"honest", *COUNTED, *WRONG, *LATE, *HARMLESS, "breadth_first"}
    honest = results["honest"]
    assert (honest.status, honest.cost, honest.claims) == (masume.Status.SOLVED, 5, ())
    for name in (*COUNTED, *HARMLESS):
        metrics, extra = results[name].metrics, 5 * (name == "copied_space")
        assert (results[name].status, results[name].cost) == (masume.Status.SOLVED, 5), name
        assert metrics.expanded == honest.metrics.expanded + extra, name
        assert metrics.generated >= honest.metrics.generated, name
        assert results[name].claims, name  # each reported a single expansion
    for name, reason in WRONG.items():
        assert results[name].status is masume.Status.WRONG, name
        assert reason in results[name].reason, name
    for name in LATE:
        assert results[name].status is masume.Status.LIMIT, name
    texts = [str(fault) for fault in comparison.errors]
    for name, said in ERRORS.items():
        assert any(said in text and "\n" not in text for text in texts), (name, texts)
    assert len(texts) == len(ERRORS)
    assert results["breadth_first"].status is masume.Status.SOLVED
    exploded = Path("exploded").read_text().split() if Path("exploded").exists() else []
    assert str(os.getpid()) not in exploded


def test_a_late_search_has_the_counts_of_its_tally(attacks, tmp_path):
    (tmp_path / "late.py").write_text(
        f"{ATTACKS}\n\n@attack\ndef late(space):\n    search(space)\n    while True: pass\n"
    )
    comparison = masume.compare(
        masume.load("hitori/first"),
        ["./late.py:late", "./late.py:honest"],
        spaces=["shade"],
        limit=LIMIT,
    )
    honest, late = comparison.rows
    assert (search_of(late), late.result.status) == ("late", masume.Status.LIMIT)
    assert late.result.metrics.expanded == honest.result.metrics.expanded > 0


@pytest.mark.long
def test_attacks_change_no_row_of_a_study(attacks, cli, tmp_path):
    # In the process of the study, which imports it to plan the runs, the file silences the referee.
    silence = (
        "\nfrom masume.core.plugins.registry import kind_named\n"
        "object.__setattr__(kind_named('hitori'), 'violations', lambda puzzle, position: [])\n"
    )
    (tmp_path / "attacks.py").write_text(ATTACKS + silence)
    names = ["honest", *COUNTED, *WRONG, "leaves", "no_status", "bomb_in_field"]
    (tmp_path / "a.toml").write_text(
        '[limits]\nseconds = 1\n[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\n'
        f'algorithms = {json.dumps([*map(attacks, names), "breadth_first"])}\nspaces = ["shade"]\n'
    )
    from masume.core.plugins.registry import kind_named

    kind = kind_named("hitori")
    violations = kind.violations
    try:
        assert cli("study", "run", "a.toml")[0] in (0, 1)
        assert cli("study", "export", "a.toml", "-o", "a.csv")[0] == 0
    finally:
        object.__setattr__(kind, "violations", violations)
    found = csv.DictReader(Path("a.csv").read_text(encoding="utf-8").splitlines())
    rows = {row["algorithm"].rpartition(":")[2]: row for row in found}
    assert set(rows) == {*names, "breadth_first"}
    for name in ("honest", "breadth_first"):
        assert (rows[name]["status"], rows[name]["reason"]) == ("solved", ""), name
    for name in COUNTED:
        extra = 5 * (name == "copied_space")
        assert rows[name]["cost"] == "5" and rows[name]["status"] == "solved", rows[name]
        assert int(rows[name]["expanded"]) == int(rows["honest"]["expanded"]) + extra, name
    for name, reason in WRONG.items():
        assert rows[name]["status"] == "wrong" and reason in rows[name]["reason"], rows[name]
    for name in ("no_status", "bomb_in_field"):
        assert rows[name]["status"] == "error", rows[name]
    assert rows["leaves"]["status"] == "died"
    exploded = Path("exploded").read_text().split() if Path("exploded").exists() else []
    assert str(os.getpid()) not in exploded


def test_a_process_that_reports_other_sources_does_not_end_the_study(attacks, cli, tmp_path):
    foul = (
        "import sys\nif 'serve' in sys.argv[0]:\n    from masume.lab.sources import Sources\n"
        "    Sources.fingerprint = lambda *names: 'forged'\n"
    )
    (tmp_path / "foul.py").write_text(foul + ATTACKS)
    (tmp_path / "b.toml").write_text(
        '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nspaces = ["shade"]\n'
        'algorithms = ["./foul.py:honest", "breadth_first"]\n'
    )
    assert cli("study", "run", "b.toml")[0] in (0, 1)
    assert cli("study", "export", "b.toml", "-o", "b.csv")[0] == 0
    found = csv.DictReader(Path("b.csv").read_text(encoding="utf-8").splitlines())
    rows = {row["algorithm"]: (row["status"], row["reason"]) for row in found}
    status, reason = rows["./foul.py:honest"]
    assert status == "error" and "its process reports other sources" in reason
    assert rows["breadth_first"] == ("solved", "")


@pytest.mark.parametrize("name", ["collected", "patched_report"])
def test_solve_reports_the_counts_of_the_tally(attacks, cli, name):
    options = ("--space", "shade", "--json")
    code, out = cli("solve", "hitori/first", "--with", attacks(name), *options)
    honest = cli("solve", "hitori/first", "--with", attacks("honest"), *options)
    assert code == 0, out
    assert json.loads(out)["expanded"] == json.loads(honest[1])["expanded"]


def worker_with_bomb():
    return Worker


@pytest.mark.parametrize("data", [b"", b"junk", b"\x80\x05K\x05.", b"\x80\x05(K\x01K\x02K\x03t."])
def test_replies_that_are_no_messages_are_rejected(data):
    import pickle

    with pytest.raises(pickle.UnpicklingError):
        load_plain(data)


def test_a_worker_with_user_code_replies_with_plain_values():
    worker = Worker(user_code=True)
    try:
        assert worker.ask(abs, -5) == 5
        with pytest.raises(ForgedReply, match="is not a plain value"):
            worker.ask(worker_with_bomb)
    finally:
        worker.end()
