"""Read an exported benchmark and scenario with the packages of BenchExec and ARFF.

Run by the interpreter of an environment that has them: FOLDER contains masume, the program, and the
folders benchmark and scenario. It prints the results of the runs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import arff  # type: ignore[import-not-found]
import benchexec.benchexec
import benchexec.model
import benchexec.util
import yaml
from benchexec.tooladapter import create_tool_locator

folder = Path(sys.argv[1])
file = str(folder / "benchmark" / "benchmark.xml")
program = benchexec.benchexec.BenchExec()
words = [file, "--tool-directory", str(folder), "--no-container"]
config = program.create_argument_parser().parse_args(words)
benchmark = benchexec.model.Benchmark(file, config, benchexec.util.read_local_time())
benchmark.executable = benchmark.tool.executable(create_tool_locator(config))
for run_set in benchmark.run_sets:
    for run in run_set.runs:
        command = run.cmdline()
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        run_like = benchmark.tool.__class__.Run(
            command,
            benchexec.util.ProcessExitCode(None, ended.returncode, None),
            benchmark.tool.__class__.RunOutput(ended.stdout.splitlines(keepends=True)),
            None,
        )
        print(benchmark.tool.determine_result(run_like), *command[2:])
for scenario in (folder / "scenario").iterdir():
    description = yaml.safe_load((scenario / "description.txt").read_text())
    tables = {path.stem: arff.loads(path.read_text()) for path in scenario.glob("*.arff")}
    names = {row[2] for row in tables["algorithm_runs"]["data"]}
    assert names == set(description["metainfo_algorithms"]), names
    boards = {row[0] for row in tables["feature_values"]["data"]}
    assert boards == {row[0] for row in tables["cv"]["data"]}, boards
    print("scenario", scenario.name, len(boards), len(names))
