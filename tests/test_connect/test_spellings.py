"""Nothing inside is reached, however it is written."""

from urllib.parse import quote

import pytest

from iri3987 import ANY
from test_connect.clients import Answer
from test_connect.spellings import addresses, references
from test_connect.world import OUTSIDE


def test_some_are_tried(world, client, guard):
    """No request and no redirect comes inside; its error is one of the client."""
    texts = [*(addresses(world.port) + references(world.port))[::7], "mailto:me@example.com"]
    client.fetch(texts, rule=world.rule())
    urls = [world.url(path=f"/to?{quote(text, safe='')}") for text in texts]
    for each in client.fetch(urls, rule=world.rule()):
        assert isinstance(each, (Answer, client.error))
    assert {OUTSIDE} == {*guard.reached}


@pytest.mark.slow
def test_all_are_tried(world, client, guard):
    """The same for every one."""
    texts = addresses(world.port)
    assert 400 < len(client.fetch(texts, rule=world.rule()))
    texts += references(world.port)
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
