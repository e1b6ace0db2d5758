"""Nothing inside is reached, however it is written."""

from urllib.parse import quote

import pytest

from iri3987 import ANY
from test_connect.spellings import addresses, references

#: A few for each run: every seventh.
SOME = 7


def redirected(world, texts):
    """Return addresses of the server that answers with a redirect to each of *texts*."""
    return [world.url(path=f"/to?{quote(text, safe='')}") for text in texts]


def test_there_are_enough():
    """There are two hundred addresses and more, no two of which are the same."""
    found = addresses(1) + references(1)
    assert 200 < len(found) == len(set(found))


def test_some_are_tried(world, client):
    """Neither a request nor a redirect comes inside, and no connection leaves the machine."""
    texts = addresses(world.port)[::SOME] + references(world.port)[::SOME]
    client.fetch(texts, rule=world.rule)
    client.fetch(redirected(world, texts), rule=world.rule)
    assert [] == world.inside.seen
    assert world.outside.seen


@pytest.mark.slow
def test_all_are_tried(world, client):
    """The same for every one, and no error is another than one of the client."""
    texts = addresses(world.port)
    found = client.fetch(texts, rule=world.rule)
    found += client.fetch(redirected(world, texts + references(world.port)), rule=world.rule)
    assert [] == world.inside.seen
    assert 2 * len(texts) < len(found)


@pytest.mark.slow
def test_the_rule_keeps_them_out(world, client, beyond):
    """Without the rule, dozens arrive inside or would leave the machine: so the test can fail."""
    client.fetch(addresses(world.port), rule=world.rule | {"profile": ANY})
    assert 10 < len(world.inside.seen)
    assert 10 < len(beyond)
    beyond.clear()
