"""The documentation generator: hand-written pages and pages of registered components."""
