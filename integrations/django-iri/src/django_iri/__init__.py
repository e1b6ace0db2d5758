"""Internationalized Resource Identifiers (RFC 3987) for Django."""
