"""Nothing inside is reached, however it is written."""

from urllib.parse import quote

import pytest

from iri3987 import ANY
from test_connect.clients import Answer
from test_connect.spellings import addresses, references
from test_connect.world import OUTSIDE


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_nothing_inside_is_reached(world, client, guard, step):
    """No request and no redirect comes inside; its error is one of the client."""
    texts = [*(addresses(world.port) + references(world.port))[::step], "mailto:me@example.com"]
    assert step > 1 or 400 < len(texts)
    client.fetch(texts, rule=world.rule())
    urls = [world.url(path=f"/to?{quote(text, safe='')}") for text in texts]
    for each in client.fetch(urls, rule=world.rule()):
        assert isinstance(each, (Answer, client.error))
    assert {OUTSIDE} == {*guard.reached}


@pytest.mark.slow
def test_the_rule_keeps_them_out(world, client, guard):
    """Without the rule, dozens arrive inside or would leave the machine: so the test can fail."""
    client.fetch(addresses(world.port), rule=world.rule() | {"profile": ANY})
    assert 10 < len(world.inside.seen)
    assert 10 < len(guard.refused)
    guard.refused.clear()
