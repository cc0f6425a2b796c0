"""The report of a study: one page, or Markdown with its plots beside it."""

from __future__ import annotations

from masume.lab.report.write import report_blocks, report_title, write_report

__all__ = ["report_blocks", "report_title", "write_report"]
