"""The report of a study: one page, or Markdown with its plots beside it."""

from __future__ import annotations

from masume.lab.report.write import write_report

__all__ = ["write_report"]
