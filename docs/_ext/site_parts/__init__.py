"""What the documentation has from the source: names, codes, settings, commands."""
