"""Adapters for other packages. Each is imported only where its package is."""
