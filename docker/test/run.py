"""Runs the tests given, or all of a module: run.py TEST... The names of those that
failed come last."""
import sys
import unittest

result = unittest.main(module=None, argv=sys.argv, exit=False, verbosity=2).result
failed = [test.id() for test, _ in result.failures + result.errors]
for name in failed:
    print(f"image: FAILED: {name}", file=sys.stderr)
sys.exit(1 if failed or not result.wasSuccessful() else 0)
