"""The report of a study: one HTML page, Markdown with figures, or LaTeX with data."""

from __future__ import annotations

from masume.lab.report.write import report_blocks, report_title, write_report

__all__ = ["report_blocks", "report_title", "write_report"]
