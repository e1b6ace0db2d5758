"""A directory of links in every script: how an IRI travels through a Django application.

Read `models.py` first, then `forms.py`, then `views.py`. Smaller examples, for Flask and for
FastAPI, stand beside this one.
"""
