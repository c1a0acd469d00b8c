"""Runs all tests in one process per processor; each process takes the next test when it has finished one. Used by `scripts/test web`."""

import multiprocessing
import os
import sys
import time
import unittest

# The longest tests start first, so that none runs alone at the end.
FIRST = ("test_whole_games", "test_looks", "test_many_stored_games")


def cases(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from cases(part)
        else:
            yield part


class Shared(unittest.TestSuite):
    """The tests of this process; `taken` counts those of all processes."""

    _cleanup = False

    def __init__(self, tests, taken):
        super().__init__()
        self.tests = tests
        self.taken = taken

    def __iter__(self):
        while True:
            with self.taken.get_lock():
                number = self.taken.value
                self.taken.value += 1
            if number >= len(self.tests):
                return
            yield self.tests[number]


class Result(unittest.TextTestResult):
    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        print(f"{time.monotonic() - self.began:6.1f} s  {test.id()}", flush=True)


def main():
    found = list(cases(unittest.defaultTestLoader.discover(".")))
    tests = sorted(found, key=lambda test: not test.id().startswith(FIRST))
    taken = multiprocessing.Value("i", 0)
    began = time.monotonic()
    children = []
    for _ in range(os.cpu_count()):
        child = os.fork()
        if not child:
            ran = unittest.TextTestRunner(resultclass=Result, verbosity=0).run(Shared(tests, taken))
            sys.exit(not ran.wasSuccessful())
        children.append(child)
    failed = [child for child in children if os.waitpid(child, 0)[1] != 0]
    print(f"{len(tests)} tests in {time.monotonic() - began:.0f} s: {'failed' if failed else 'all passed'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
