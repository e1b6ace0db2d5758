"""Random HTML with links, well formed or not, in a real browser: nothing else has changed in it."""

import random

import pytest

import browsers
from iri3987.html import linkify, linkify_html

chrome, one_chromium = browsers.chrome, browsers.one_chromium
pytestmark = pytest.mark.slow

_NAMES = (
    "a b i p div span table tr td tbody select option optgroup svg math mi mtext title desc "
    "foreignObject style script noscript template textarea xmp plaintext iframe form button li ul "
    "h1 pre code font nobr br img hr frameset frame col caption annotation-xml noembed object body"
)
NAMES = _NAMES.split()
ADDRESSES = "www.example.org|http://a.org/?a&amp;b|http://a.example/onclick=f() |javascript:f()"
OTHERS = (
    "<!--|-->|--!>|<!-->|<![CDATA[|]]>|<?x|<!|</|<|>|\"|'|&lt;|&amp|&#0;|&#13;|\r\n|\0|=| |"
    '<b title="--></svg> http://a.org ">|<!--<script>|x'
)
ATTRIBUTES = '| class=x| title="| title=\'| a="</{}> http://a.org "|/| href=/q|\n'
#: HTML before and after: the same attributes that run code, texts, and elements but for the links.
CHANGED = """
function text(element) {
  return [...element.childNodes].map(each => each.nodeType == 3 ? each.data
    : each.nodeType == 1 ? text(each.content || each) : '').join('')
}
function seen(root) {
  const all = [...root.querySelectorAll('*')]
  const code = all.filter(each => (each.protocol || '').startsWith('javascript')
    || [...each.attributes].some(attribute => attribute.name.startsWith('on'))).length
  const shown = text(root)
  for (const label of root.querySelectorAll('a > bdi[dir=ltr]'))
    label.parentNode.replaceWith(...label.childNodes)
  root.normalize()
  return JSON.stringify([code, shown, root.innerHTML])
}
function body(html) {
  const made = document.implementation.createHTMLDocument('').body
  made.innerHTML = html
  return made
}
const page = html => new DOMParser().parseFromString(html, 'text/html').documentElement
return arguments[0].filter(([before, after]) =>
  [body, page].some(read => seen(read(before)) != seen(read(after))))
"""


def snippet(chance):
    """Return some pieces of HTML."""
    pieces = []
    for _ in range(chance.randint(2, 14)):
        name, kind = chance.choice(NAMES), chance.random()
        if kind < 0.33:
            given = chance.choice(ATTRIBUTES.split("|")).format(chance.choice(NAMES))
            pieces.append(f"<{name}{given}{chance.choice([*'>>>>', '/>', ''])}")
        elif kind < 0.55:
            pieces.append(f"</{name}{chance.choice([*'>>> ', '/>'])}")
        else:
            pieces.append(chance.choice((ADDRESSES if kind < 0.8 else OTHERS).split("|")))
    return "".join(pieces)


def test_only_links_are_new(chrome):
    """No link runs code, no text is lost, and every other element stays where it was."""
    chance = random.Random(3987)  # noqa: S311
    given = [snippet(chance) for _ in range(4_000)]
    pairs = [(each, linkify_html(each, linkify)) for each in given]
    assert 500 < sum(before != after for before, after in pairs)
    assert [] == chrome.run(CHANGED, pairs)
