"""Reading and writing boards: what people type, paste and keep in files."""
