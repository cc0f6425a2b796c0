"""Walks through boards and doubts every step of them."""

from masume.explain.audit import Audit, audit

__all__ = ["Audit", "audit"]
