"""The rows of `iri3987.codes`, by subject, and the script that writes docs/codes.md from them."""
