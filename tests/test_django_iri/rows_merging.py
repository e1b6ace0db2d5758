"""Functions that a project could give to the commands."""


def keep_first(keep, others):
    """Note the others in the row to keep, and delete them."""
    keep.title = " ".join(filter(None, [keep.title, *(other.title for other in others)]))
    keep.save(update_fields=["title"])
    for other in others:
        other.delete()


def delete(_keep, others):
    """Delete the others."""
    for other in others:
        other.delete()


def secure(text):
    """Return the address with another scheme; fail at one of them."""
    if "fault" in text:
        raise LookupError("a fault")
    return text.replace("http:", "https:")


def lengthen(text):
    """Return text that no column holds, and text that no database holds."""
    return f"{text}{'x' * 5000}" if "long" in text else f"{text}\ud800"
