"""The tool-info module of BenchExec: `benchexec` runs masume with tool="masume.benchexec".

`masume study export --benchexec` writes the benchmark definition and the tasks. The module needs
BenchExec, so nothing of masume imports it.
"""

from __future__ import annotations

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Tell BenchExec how to run `masume solve` and how to read its answer."""

    def name(self) -> str:
        """Return the name in tables."""
        return "masume"

    def executable(self, tool_locator: benchexec.tools.template.BaseTool2.ToolLocator) -> str:
        """Return the path of the program."""
        return str(tool_locator.find_executable("masume"))

    def version(self, executable: str) -> str:
        """Return the version of the program."""
        return str(self._version_from_tool(executable)).rpartition(" ")[2]

    def cmdline(
        self,
        executable: str,
        options: list[str],
        task: benchexec.tools.template.BaseTool2.Task,
        rlimits: benchexec.tools.template.BaseTool2.ResourceLimits,
    ) -> list[str]:
        """Return the command that solves a board; BenchExec's time limit is passed on."""
        limit = ["--seconds", str(rlimits.cputime)] if rlimits.cputime else []
        return [executable, "solve", "--json", *limit, *options, str(task.single_input_file)]

    def determine_result(self, run: benchexec.tools.template.BaseTool2.Run) -> str:
        """Return done for a solution or a proof that there is none, else the status."""
        answer = _answer(run.output)
        status = str(answer.get("status") or answer.get("error") or result.RESULT_ERROR)
        if status == "solved":
            return str(result.RESULT_DONE)
        return f"{result.RESULT_DONE} (no solution)" if status == "exhausted" else status

    def get_value_from_output(
        self, output: benchexec.tools.template.BaseTool2.RunOutput, identifier: str
    ) -> str | None:
        """Return a count such as expanded, for a column of a table."""
        value = _answer(output).get(identifier)
        return None if value is None else str(value)


def _answer(output: object) -> dict[str, object]:
    """Return the last JSON object of the program's output, or an empty one."""
    for line in reversed([str(line) for line in output]):  # type: ignore[attr-defined]
        if line.startswith("{"):
            try:
                answer: dict[str, object] = json.loads(line)
            except ValueError:
                continue
            return answer
    return {}
