"""The site: masume as a folder of files for any web server, with Python in the page."""
