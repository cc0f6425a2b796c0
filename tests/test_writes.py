"""All files for users are written atomically, with `core/system/files.py`."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import masume

SOURCES = Path(masume.__file__).parent
WRITERS = {"write_text", "write_bytes", "savefig", "NamedTemporaryFile", "mkstemp"}
MAY_WRITE = re.compile(rf"\b(open|os\.|shutil\.|COPY|{'|'.join(WRITERS)})")  # parsed only then
WRITERS |= {"replace", "rename", "move", "copy", "copyfile", "copytree"}  # of os and shutil
WRITING_MODE = re.compile(r"[rbt]*[wax+][bt+]*")
# What writes otherwise, and why it may.
ALLOWED = {
    "core/system/files.py": 6,  # the one place
    "front/cli/main.py": 1,  # /dev/null
    "front/cli/new_puzzle.py": 1,  # inside atomic_folder
    "front/docs/build.py": 6,  # inside whole_folder, or in a temporary folder
    "front/docs/sources.py": 1,  # in a temporary folder
    "front/docs/tree.py": 1,  # in a temporary folder
    "front/film/video.py": 1,  # into memory
    "front/site/build.py": 1,  # inside whole_folder
    "front/site/compiling.py": 1,  # in a temporary folder
    "api/programs.py": 3,  # in a temporary folder
    "lab/store.py": 2,  # in a temporary folder
    "tasks/dataset.py": 1,  # COPY into a temporary folder
}


def writes_in(tree: ast.AST) -> int:
    return sum(_writes(node) for node in ast.walk(tree))


def _writes(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr | ast.Constant):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        text = "".join(str(getattr(part, "value", "")) for part in parts)
        return isinstance(node, ast.JoinedStr) and bool(re.search(r"COPY\b.*\bTO\b", text))
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name == "open":
        given = [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
        modes = [node.value for node in given if isinstance(node, ast.Constant)]
        return any(isinstance(mode, str) and WRITING_MODE.fullmatch(mode) for mode in modes)
    if name not in WRITERS:
        return False
    of_module = getattr(getattr(node.func, "value", None), "id", "") in ("os", "shutil")
    return of_module or name not in ("replace", "rename", "move", "copy")


def test_write_detection_works():
    for code in (
        "open(path, 'w')",
        "path.open(mode='ab')",
        "path.write_text('x')",
        "figure.savefig(path)",
        "shutil.copy(a, b)",
        "run(f\"COPY ({x}) TO '{y}'\")",
    ):
        assert writes_in(ast.parse(code)) == 1, code
    for code in ("open(path)", "path.open('rb')", "text.replace('a', 'b')", "dict.copy()"):
        assert writes_in(ast.parse(code)) == 0, code


def test_files_are_written_atomically():
    found = Counter()
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if MAY_WRITE.search(text) and (count := writes_in(ast.parse(text))):
            found[path.relative_to(SOURCES).as_posix()] = count
    assert found == ALLOWED, "write files with masume.core.system.files.whole_file or whole_folder"
