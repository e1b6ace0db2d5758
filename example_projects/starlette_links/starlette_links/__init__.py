"""A list of links in every script, to copy. Read `models.py`, `pages.py`, `api.py`, `app.py`."""
