"""The browser app: a local server and its pages."""
