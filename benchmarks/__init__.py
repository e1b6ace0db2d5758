"""How fast and how small the core is beside others: ``python -m benchmarks``."""
