"""The front ends: command line, desktop app, browser app and documentation."""
