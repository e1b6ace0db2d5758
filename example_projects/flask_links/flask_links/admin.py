"""The admin, with Flask-Admin. `IRIViewMixin` has the field and the links in lists."""

import secrets
from typing import Any

from flask import Flask, Response, g, request
from flask_admin import Admin, AdminIndexView  # type: ignore[import-untyped]
from flask_admin.contrib.sqla import ModelView  # type: ignore[import-untyped]
from flask_admin.form import SecureForm  # type: ignore[import-untyped]
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.sansio.utils import host_is_trusted

from flask_iri.admin import IRIViewMixin
from flask_iri.wtforms import IRIField, IRIInput
from flask_links.models import Link, OldLink, db
from iri3987.redirection import allowed_hosts

LOCAL_HOSTS = allowed_hosts("localhost", "例え.localhost", "127.0.0.1")


def is_local() -> bool:
    """Return whether somebody on this machine asks, and no proxy does for somebody else."""
    is_forwarded = any(
        name.startswith("X-Forwarded-") or name in {"Forwarded", "Via", "X-Real-Ip"}
        for name, _ in request.headers
    )
    is_here = request.remote_addr in {"127.0.0.1", "::1"}
    return is_here and host_is_trusted(request.host, LOCAL_HOSTS) and not is_forwarded


class Guarded:
    """A view for this machine alone, with a password that is on the front page."""

    def is_accessible(self) -> bool:
        """Return whether somebody on this machine has given the password."""
        given = request.authorization
        known = given is not None and (given.username, given.password) == ("demo", "demo")
        return known and is_local()

    def inaccessible_callback(self, *_: Any, **__: Any) -> Response:
        """Ask for the password."""
        return Response("Log in, please: demo, demo", 401, {"WWW-Authenticate": "Basic"})


class Home(Guarded, AdminIndexView):  # type: ignore[misc]
    """The first page."""


class LinkView(Guarded, IRIViewMixin, ModelView):  # type: ignore[misc]
    """Links."""

    form_base_class = SecureForm
    column_list = ("title", "iri", "lang")
    column_default_sort = ("id", True)
    column_searchable_list = ("title", "iri")
    column_filters = ("iri", "lang")
    form_columns = ("iri", "title", "lang", "note")
    form_args = {"iri": {"confirm_warnings": True, "widget": IRIInput(show_uri=True)}}  # noqa: RUF012
    page_size = 50
    extra_css = ("/iri-static/iri-input.css",)
    extra_js = ("/iri-static/iri-input.js",)


class OldLinkView(Guarded, IRIViewMixin, ModelView):  # type: ignore[misc]
    """Old addresses, which are plain text. Each can be mended in the list."""

    form_base_class = SecureForm
    column_editable_list = ("address",)
    form_overrides = {"address": IRIField}  # noqa: RUF012


def nonce() -> str:
    """Return the word of this request for the scripts on the pages of Flask-Admin."""
    if "nonce" not in g:
        g.nonce = secrets.token_urlsafe()
    return str(g.nonce)


def policy() -> str:
    """Return the policy for the pages of Flask-Admin, which have scripts and styles in them."""
    return (
        f"default-src 'self'; script-src 'self' 'nonce-{nonce()}'; script-src-attr 'unsafe-inline';"
        " style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    )


def init_app(app: Flask, csrf: CSRFProtect) -> None:
    """Give *app* the admin. Its forms have a secret of their own."""
    admin = Admin(app, "Links in their own script", index_view=Home(), csp_nonce_generator=nonce)
    for view in (LinkView(Link, db, name="Links"), OldLinkView(OldLink, db, name="Old addresses")):
        admin.add_view(view)
        csrf.exempt(view.blueprint)
