"""masume as a static site: files for any web server, with Python running in the page."""
