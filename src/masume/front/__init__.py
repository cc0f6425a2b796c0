"""Command line, web, site, desktop, documentation."""
