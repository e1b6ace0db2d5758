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
    first, second, *_ = parts
    yield from (text, f"{text}.", f"{text}..", str(number), hex(number), f"0{number:o}")
    yield f"{number:#010X}"
    yield str(number + 2**32)
    yield ".".join(map(hex, parts))
    yield ".".join(f"0{part:o}" for part in parts)
    yield ".".join(f"{part:03}" for part in parts)
    yield ".".join(f"0x{part:08x}" for part in parts)
    yield f"{first:#x}.{second}.0{parts[2]:o}.{parts[3]}"
    yield f"{first}.{number & 0xFFFFFF}"
    yield f"{first}.{second}.{number & 0xFFFF}"
    yield f"{text}.0" if text.endswith(".1") else f"0.{text}"
    for write in (full_width, mathematical, circled, encoded):
        yield write(text)
    yield encoded(full_width(text).encode().decode("latin-1"))
    yield text.replace(".", "%2e")
    yield from (text.replace(".", dot) for dot in DOTS)
    yield from (text.replace(".", f"{each}.", 1) for each in IGNORED)
    mapped, translated = f"::ffff:{text}", f"64:ff9b::{text}"
    yield from (f"[{mapped}]", f"[{mapped.upper()}]", f"[{translated}]", f"[64:ff9b:1::{text}]")
    yield f"[{IPv6Address(mapped).exploded}]"
    yield f"[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]"
    yield f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::]"  # 6to4
    yield f"[::{text}]"  # IPv4-compatible
    yield f"[2001:0:{number >> 16:x}:{number & 0xFFFF:x}::]"  # Teredo
    yield f"[fe80::5efe:{text}]"  # ISATAP
    yield f"[{mapped}%25lo]"
    yield f"[{full_width(mapped)}]"
    yield f"\uff3b{mapped}\uff3d"


def spellings_of_name(text):
    """Yield hosts that some reader takes for the name *text*."""
    yield from (text, text.upper(), f"{text}.", f"{text}..", f"any.{text}", f".{text}")
    yield from (full_width(text), encoded(text), f"%{ord(text[0]):x}{text[1:]}")
    yield from (f"{text[:3]}{each}{text[3:]}" for each in IGNORED)
    yield text.replace("l", "ⓛ").replace("m", "ⓜ")
    yield text.replace("s", "ſ")
    yield text.replace("o", "\u043e")  # Cyrillic: another name, which leads inside
    yield from (text.replace(".", dot) for dot in DOTS if "." in text)


def spellings_of_hosts():
    """Yield every spelling of a host."""
    for address in ADDRESSES:
        yield from spellings_of_address(address)
    for name in NAMES:
        yield from spellings_of_name(name)
    yield from ("0", "0.0.0.0", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]")  # noqa: S104 - nobody binds
    yield from ("[::1%25lo]", "[fd00::1]")
    yield from ("[fe80::1%25lo]", "[v1.localhost]", "wiki", "printer.local", "inside.example.com")
    yield from ("localhost.localdomain", "kubernetes.default.svc", "xn--a.example.com")


def addresses(port):
    """Return whole addresses, with *port*: each has some reader who goes inside."""
    found = [f"http://{host}:{port}/" for host in spellings_of_hosts()]
    for host in (f"{ADDRESSES[0]}:{port}", f"localhost:{port}"):
        found += [
            f"http{between}{host}/" for between in (":", ":/", ":///", ":////", ":\\\\", ":/\\")
        ]
        found += [
            f"http://{OUTSIDE}{between}{host}/" for between in ("@", ":80@", "%00@", "\\@", "%40@")
        ]
        found += [
            f"http://{host}{between}{OUTSIDE}/" for between in ("\\@", "#@", "?@", "/@", "%23@")
        ]
        found += [
            f"http://{OUTSIDE}:{port}{between}@{host}/" for between in ("#", "?", "/", "\\", "%2f")
        ]
        found += [f"http:/\t/{host}/", f"\thttp://{host}/", f"http://{host[:4]}\n{host[4:]}/"]
        found += [f"http://\u200b{host}/", f"http://{host}\x00/", f" http://{host}/ "]
        found += [f"HTTP://{host}/", f"ｈｔｔｐ：／／{host}/", f"ftp://{host}/", f"ws://{host}/"]
        found += [f"http://[{host}]/", f"http://{OUTSIDE} {host}/", f"http://{OUTSIDE};{host}/"]
    return list(dict.fromkeys(found))


def references(port):
    """Return what a redirect can say besides: references that lead inside in some reader."""
    host = f"{ADDRESSES[0]}:{port}"
    starts = (
        "//",
        "///",
        "////",
        "/\\",
        "\\\\",
        "\\/",
        "/\t/",
        "\t//",
        "./\\",
        "/.//",
        "//@",
        "//x@",
    )
    return [f"{start}{host}/" for start in starts]
