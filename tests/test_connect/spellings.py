"""Ways of writing an address inside: hosts, and whole addresses whose host is in doubt."""

from ipaddress import IPv4Address, IPv6Address

#: In the network itself, in that of a company, and where clouds give their keys away.
ADDRESSES = ("127.0.0.2", "10.0.0.1", "169.254.169.254")
NAMES = ("localhost", "metadata.google.internal")
#: A host that may be reached.
OUTSIDE = "outside.example.com"
DOTS = ("\u3002", "\uff0e", "\uff61")
#: What some readers remove: a soft hyphen, a joiner, a word joiner, a variation selector.
IGNORED = ("\u00ad", "\u200d", "\u2060", "\ufe0f")


def full_width(text):
    """Return *text* in full-width characters."""
    return "".join(chr(ord(each) + 0xFEE0) for each in text)


def mathematical(text):
    """Return *text* with its digits in double-struck characters."""
    return "".join(chr(0x1D7D8 + int(each)) if each.isdigit() else each for each in text)


def circled(text):
    """Return *text* with its digits in circles."""
    return "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(each)] if each.isdigit() else each for each in text)


def encoded(text):
    """Return *text* with every character percent-encoded."""
    return "".join(f"%{ord(each):02x}" for each in text)


def spellings_of_address(text):
    """Yield hosts that some reader takes for the IPv4 address *text*."""
    number = int(IPv4Address(text))
    parts = [int(part) for part in text.split(".")]
    first, second, third, last = parts
    yield from (text, f"{text}.", f"{text}..", str(number), hex(number), f"0{number:o}")
    yield from (f"{number:#010X}", str(number + 2**32), f"{first:#x}.{second}.0{third:o}.{last}")
    for write in (hex, "0{:o}".format, "{:03}".format, "0x{:08x}".format):
        yield ".".join(map(write, parts))
        yield "\u3002".join(map(write, parts))
    yield from (f"{first}.{number & 0xFFFFFF}", f"{first}.{second}.{number & 0xFFFF}")
    yield f"{text}.0" if text.endswith(".1") else f"0.{text}"
    for write in (full_width, mathematical, circled, encoded):
        yield write(text)
    yield encoded(full_width(text).encode().decode("latin-1"))
    yield from (text.replace(".", dot) for dot in ("%2e", *DOTS))
    yield text.replace(".", "\u3002", 1).replace(".", "\uff0e", 1)
    yield from (text.replace(".", f"{each}.", 1) for each in IGNORED)
    yield from (full_width(hex(number)), full_width(f"0{number:o}"), encoded(hex(number)))
    yield from (f"{first:#x}.{number & 0xFFFFFF:#X}", f"{text}\u3002", f"{text}%2e", f"{text}%2E.")
    yield f"xn--{full_width(str(first)).encode('punycode').decode()}.{text.partition('.')[2]}"
    yield from (f"xn--{text}", f"{text}.xn--", f"\u200e{text}", f"{text}\ufeff", f"\u0661{text}")
    mapped, translated, in_hex = f"::ffff:{text}", f"64:ff9b::{text}", hextets(number)
    in_ipv6 = f"{mapped} {mapped.upper()} {IPv6Address(mapped).exploded} ::ffff:{in_hex} "
    in_ipv6 += f"{mapped}%25lo {mapped}. {full_width(mapped)} ::ffff:{encoded(text)} "
    in_ipv6 += f"0::ffff:{text} ::ffff:0:{text} {mapped.replace('.', DOTS[0])} {text} "
    in_ipv6 += f"{translated} {translated}%25lo {translated}%lo 64:ff9b:1::{text} "
    # 6to4, IPv4-compatible, Teredo, ISATAP
    in_ipv6 += f"2002:{in_hex}:: 2002:{in_hex}:1::1 ::{text} 2001:0:{in_hex}:: fe80::5efe:{text} "
    in_ipv6 += f"2001:0:4136:e378:8000:63bf:{hextets(number ^ 0xFFFFFFFF)}"
    yield from (f"[{each}]" for each in in_ipv6.split())
    yield f"\uff3b{mapped}\uff3d"


def hextets(number):
    """Return an IPv4 address as the end of an IPv6 address."""
    return f"{number >> 16:x}:{number & 0xFFFF:x}"


def spellings_of_name(text):
    """Yield hosts that some reader takes for the name *text*."""
    yield from (text, text.upper(), f"{text}.", f"{text}..", f"any.{text}", f".{text}")
    yield from (full_width(text), encoded(text), f"%{ord(text[0]):x}{text[1:]}")
    yield from (f"{text[:3]}{each}{text[3:]}" for each in IGNORED)
    yield text.replace("l", "ⓛ").replace("m", "ⓜ")
    yield from (text.replace("s", "ſ"), text.replace("l", "\u2113"), text.replace("o", "º"))
    yield from (
        text.replace("a", "\u00aa"),
        f"{text[:2]}\t{text[2:]}",
        f"{text[:2]}\u200b{text[2:]}",
    )
    yield from (f"{text}{end}" for end in ("%2e", "\u3002", "\u3000", "%20", "\x7f"))
    yield text.replace("o", "\u043e")  # Cyrillic: another name, which leads inside
    yield from (text.replace(".", dot) for dot in DOTS if "." in text)


def spellings_of_hosts():
    """Yield every spelling of a host."""
    for address in ADDRESSES:
        yield from spellings_of_address(address)
    for name in NAMES:
        yield from spellings_of_name(name)
    yield from ("0", "0.0.0.0", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]")  # noqa: S104 - nothing is bound
    yield from ("[::1%25lo]", "[fd00::1]", "[::1%25]", "[::1%lo]", "[0::0%25lo]", "[fec0::1]")
    yield from ("[ff02::1]", "[100::1]", "[2001:db8::1]", "[5f00::1]", "[64:ff9b:1:7f00:0:200::]")
    yield from ("[fe80::1%25lo]", "[v1.localhost]", "wiki", "printer.local", "inside.example.com")
    yield from ("localhost.localdomain", "kubernetes.default.svc", "xn--a.example.com")


#: Addresses in which readers find different hosts: {i} and {o}, which has the port {p}.
_IN_DOUBT = (
    "http:{i}/ http:/{i}/ http:///{i}/ http:////{i}/ http:\\\\{i}/ http:/\\{i}/ http:/\t/{i}/ "
    "http://{o}@{i}/ http://{o}:80@{i}/ http://{o}%00@{i}/ http://{o}\\@{i}/ http://{o}%40@{i}/ "
    "http://{i}\\@{o}/ http://{i}#@{o}/ http://{i}?@{o}/ http://{i}/@{o}/ http://{i}%23@{o}/ "
    "http://{o}:{p}#@{i}/ http://{o}:{p}?@{i}/ http://{o}:{p}/@{i}/ http://{o}:{p}\\@{i}/ "
    "http://{o}:{p}%2f@{i}/ \thttp://{i}/ http://\u200b{i}/ http://{i}\x00/ _http://{i}/_ "
    "HTTP://{i}/ ｈｔｔｐ：／／{i}/ ftp://{i}/ ws://{i}/ http://[{i}]/ http://{o}_{i}/ "
    "http://{o};{i}/ http://a@b@{i}/ http://[{o}]@{i}/ http://{o}＠{i}/ http://{i}＃@{o}/ "
    "http://{i}？.{o}/ http://{i}℀.{o}/ http://{i}／{o}/ http://{i}＼{o}/ http://{o}：80＠{i}/ "
    "http://{i}%09/ http://{i}:80/ http://{i}\u3000/ http://\u00a0{i}/ http://%00{i}/ "
    "http:%2f%2f{i}/ file://{i}/ gopher://{i}/ view-source:http://{i}/ http\n://{i}/ "
    "h\tttp://{i}/ http://{o}:{p}/to?http:%2f%2f{o}:{p}%2fto?%2f%2f{i} "
    "http://{o}:{p}/keep?%2fto?http:%2f%2f{i} http://{o}:{p}/to?%5c%5c{i} "
    "http://{o}:{p}/to?%09%2f%2f{i} http://{o}:{p}/to?//{i}%23 "
    "http://{o}:{p}/to?//{o}%3a{p}%40{i}"
)


def addresses(port):
    """Return whole addresses, with *port*: each has some reader who goes inside."""
    found = [f"http://{host}:{port}/" for host in spellings_of_hosts()]
    for host in (ADDRESSES[0], "localhost"):
        inside = f"{host}:{port}"
        templates = (each.replace("_", " ") for each in _IN_DOUBT.split(" "))
        found += [each.format(i=inside, o=OUTSIDE, p=port) for each in templates]
        found += [f"http://{host[:4]}\n{host[4:]}:{port}/", f"http://{host}%00.{OUTSIDE}:{port}/"]
        found += [f"http://{host}:{each}{port}/" for each in ("0", "+", " ", f"{port}:")]
        found.append(f"http://{host}:{full_width(str(port))}/")
    return list(dict.fromkeys(found))


def references(port):
    """Return what a redirect can say besides: references that lead inside in some reader."""
    host = f"{ADDRESSES[0]}:{port}"
    starts = (
        "// /// //// /\\ \\\\ \\/ /\t/ \t// ./\\ /.// //@ //x@ ///\\ /%09// //\n /\r/ ;// ?// #//"
    )
    return [f"{start}{host}/" for start in starts.split(" ")]
