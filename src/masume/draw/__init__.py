"""Draw scenes as SVG, PNG, PDF and text; no module here depends on a puzzle."""
