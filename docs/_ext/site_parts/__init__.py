"""The parts of the documentation that come from the source: names, codes, settings, commands."""
