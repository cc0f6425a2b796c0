"""Assignments: tasks for students, checked and graded."""
