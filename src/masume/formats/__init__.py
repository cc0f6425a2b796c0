"""Read and write boards in plain text, JSON and the formats of puzzle sites."""
