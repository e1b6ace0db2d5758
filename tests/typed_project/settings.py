"""The settings that the plug-in of django-stubs reads."""

SECRET_KEY = "not a secret"
INSTALLED_APPS = ["django_iri", "links"]
USE_TZ = True
