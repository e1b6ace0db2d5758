"""Tests of redirects to IRIs, and of `allowed_hosts`."""

import subprocess
import sys
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import DisallowedRedirect
from django.http.request import validate_host
from django.urls import reverse_lazy
from hypothesis import given
from hypothesis import strategies as st

from django_iri.http import IRIHttpResponseRedirect, allowed_hosts, with_a_labels
from iri3987 import IRI, is_uri_reference


def can_be_split(uri):
    """Return whether `urlsplit` takes a URI."""
    with suppress(ValueError):
        return bool(urlsplit(uri))
    return False


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("http://例え.テスト/räk?q=é#ф", "http://xn--r8jz45g.xn--zckzah/r%C3%A4k?q=%C3%A9#%D1%84"),
        (IRI("https://faß.de"), "https://xn--fa-hia.de"),
        ("//faß.de/é", "//xn--fa-hia.de/%C3%A9"),
        ("/räk", "/r%C3%A4k"),
        ("", ""),
        ("HTTP://Example.org:80/%7e?", "HTTP://Example.org:80/%7e?"),
        # Text that looks like octets of UTF-8 is text.
        ("https://Ã©.example/Ã©", IRI("https://Ã©.example/Ã©").uri),
        ("/wiki/Ã©?Ã©#Ã©", "/wiki/%C3%83%C2%A9?%C3%83%C2%A9#%C3%83%C2%A9"),
        (reverse_lazy("go", args=["urn:é"]), "/go/urn:%C3%A9"),
    ],
)
def test_redirects_to_the_mapped_uri(target, expected):
    """`Location` is the mapped URI, its host in A-labels; a URI stays to the octet."""
    response = IRIHttpResponseRedirect(target)
    assert (302, expected) == (response.status_code, response.url)


@pytest.mark.parametrize(
    "target",
    [
        "/\ud800",
        "http://e.com℀/",
        "http://[::1/",
        "http://good.example\\@evil.example/é",
        "/\t/evil.example",
        "/\r\nSet-Cookie:a=b",
        "javascript:alert(1)",
        "urn:é",
        pytest.param(
            "http://[V1.x]/",
            marks=pytest.mark.skipif(
                can_be_split("http://[V1.x]/"), reason="urlsplit of this Python takes it"
            ),
        ),
        1_000_000 * "é",
    ],
)
def test_refuses_what_cannot_be_mapped(target):
    """Not a 500: Django answers 400 for `DisallowedRedirect`."""
    with pytest.raises(DisallowedRedirect):
        IRIHttpResponseRedirect(target)


@given(st.text())
def test_redirect_or_refusal(text):
    """Whatever a person sends: a URI reference, or `DisallowedRedirect`."""
    with suppress(DisallowedRedirect):
        assert is_uri_reference(IRIHttpResponseRedirect(text).url)


@given(st.text())
def test_with_a_labels_never_raises(text):
    """A text that is not a URI, or has no such host, stays."""
    for uri in (text, f"http://%C3%A9{text}", f"//{text}%C3%A9["):
        assert isinstance(with_a_labels(uri), str)
    assert "http://%C3%A9[" == with_a_labels("http://%C3%A9[")


# allowed_hosts


@pytest.mark.parametrize(
    ("name", "host"),
    [
        (".例え.テスト", "www.xn--r8jz45g.xn--zckzah"),
        ("[2001:DB8::1]", "[2001:db8::1]"),
        ("*", "a"),
    ],
)
def test_allowed_hosts(name, host):
    """A host is allowed by the name that people write."""
    assert validate_host(host, allowed_hosts(name))


def test_allowed_hosts_in_a_settings_file(tmp_path):
    """A settings file may import it."""
    code = "from django_iri.http import allowed_hosts\nALLOWED_HOSTS = allowed_hosts('faß.de')\n"
    (tmp_path / "project_settings.py").write_text(code, "utf-8")
    show = "from django.conf import settings; print(settings.ALLOWED_HOSTS)"
    environment = {"DJANGO_SETTINGS_MODULE": "project_settings", "PYTHONPATH": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", show], env=environment, capture_output=True, text=True, check=True
    )
    assert "['xn--fa-hia.de']\n" == run.stdout
