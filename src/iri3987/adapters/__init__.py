"""Adapters for other packages. Each module needs its package, and nothing else imports it."""
