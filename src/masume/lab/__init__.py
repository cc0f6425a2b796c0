"""Studies: declared experiments, their runs, results and reports."""
