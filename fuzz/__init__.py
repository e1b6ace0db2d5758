"""Coverage-guided fuzzing of the core: ``python -m fuzz --minutes 5``. See fuzz/README.md."""
