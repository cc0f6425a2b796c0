"""The browser app: a server on this machine, and the pages that it serves."""
