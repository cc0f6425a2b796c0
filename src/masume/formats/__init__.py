"""Read and write boards as text."""
