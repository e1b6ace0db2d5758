"""The calls whose time a service follows, from one change to the next.

Here they are ordinary tests. `pytest --codspeed -m benchmark` counts what each of them takes.
"""

import pytest

from iri3987 import (
    IRI,
    WEB,
    display,
    equivalent,
    inspect,
    is_iri,
    normalize,
    repair,
    resolve,
    to_iri,
    to_uri,
)
from iri3987.text import find

ADDRESS = "https://пример.example/straße/日本語?q=é"
AS_URI = "https://xn--e1afmkfd.example/stra%C3%9Fe/%E6%97%A5%E6%9C%AC%E8%AA%9E?q=%C3%A9"

CALLS = [
    pytest.param(lambda: is_iri(ADDRESS), True, id="is_iri"),
    pytest.param(lambda: IRI(ADDRESS).path, "/straße/日本語", id="IRI"),
    pytest.param(lambda: to_uri(ADDRESS), AS_URI, id="to_uri"),
    pytest.param(lambda: to_iri(to_uri("/é?ü")), "/é?ü", id="to_iri"),
    pytest.param(lambda: resolve(ADDRESS, "../ü"), "https://пример.example/ü", id="resolve"),
    pytest.param(lambda: repair("http://a.example/ b"), "http://a.example/%20b", id="repair"),
    pytest.param(lambda: normalize(AS_URI), ADDRESS, id="normalize"),
    pytest.param(lambda: equivalent(ADDRESS, AS_URI), True, id="equivalent"),
    pytest.param(lambda: display(AS_URI), ADDRESS, id="display"),
    pytest.param(lambda: inspect(ADDRESS), (), id="inspect"),
    pytest.param(lambda: WEB.check(ADDRESS), ADDRESS, id="WEB.check"),
    pytest.param(lambda: [each.iri for each in find(f"({ADDRESS}).")], [ADDRESS], id="find"),
]


@pytest.mark.benchmark
@pytest.mark.parametrize(("call", "expected"), CALLS)
def test_call(call, expected):
    """The call gives what the other tests of it say."""
    assert expected == call()
