"""Functions that a project could give to the commands."""


def delete(_keep, others):
    """Delete the others."""
    for other in others:
        other.delete()


def secure(text):
    """Return the address with another scheme; fail at one of them."""
    if "fault" in text:
        raise LookupError("a fault")
    return text.replace("http:", "https:")
