"""A directory of links in every script: how an IRI travels through a FastAPI application.

Read `models.py` first, then `pages.py` and `api.py`, then `db.py`. The same application stands
beside this one for Django and for Flask.
"""
