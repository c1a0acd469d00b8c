"""Runs all tests but those of the real engine, in one process per processor, class by class. Every other process begins with the classes of
Firefox, the others with those of Chromium, so that few processes start both browsers. Used by `scripts/test web`."""

import multiprocessing
import os
import sys
import time
import unittest

from firefox import FirefoxPage

# Classes of few but long tests, and the number of usual tests that take as long. Each process takes its longest classes first.
LONG = {"InChromium": 60, "InFirefox": 60, "Looks": 40, "ManyOwnGames": 20, "WithBook": 20, "RealMatch": 10}


def cases(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from cases(part)
        else:
            yield part


def classes():
    """The tests of each class: the longest ones of Firefox first, the longest ones of Chromium last."""
    found = {}
    for test in cases(unittest.defaultTestLoader.discover(".")):
        if not getattr(test, "real", False):
            found.setdefault(type(test), []).append(test)
    shortest_first = sorted(found, key=lambda kind: LONG.get(kind.__name__, len(found[kind])))
    of_firefox = [kind for kind in shortest_first if issubclass(getattr(kind, "kind", object), FirefoxPage)]
    return [found[kind] for kind in [*reversed(of_firefox), *(kind for kind in shortest_first if kind not in of_firefox)]]


class Shared(unittest.TestSuite):
    """The tests of this process; `taken` counts the classes taken from the beginning and from the end by all processes."""

    _cleanup = False

    def __init__(self, tests, taken, from_end):
        super().__init__()
        self.tests = tests
        self.taken = taken
        self.from_end = from_end

    def __iter__(self):
        while True:
            with self.taken.get_lock():
                if sum(self.taken[:]) == len(self.tests):
                    return
                number = self.taken[self.from_end]
                self.taken[self.from_end] += 1
            yield from self.tests[-1 - number if self.from_end else number]


class Result(unittest.TextTestResult):
    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        print(f"{time.monotonic() - self.began:6.1f} s  {test.id()}", flush=True)


def main():
    tests = classes()
    taken = multiprocessing.Array("i", 2)
    began = time.monotonic()
    children = []
    for number in range(os.cpu_count()):
        child = os.fork()
        if not child:
            ran = unittest.TextTestRunner(resultclass=Result, verbosity=0).run(Shared(tests, taken, number % 2))
            sys.exit(not ran.wasSuccessful())
        children.append(child)
    failed = [child for child in children if os.waitpid(child, 0)[1] != 0]
    print(f"{sum(map(len, tests))} tests in {time.monotonic() - began:.0f} s: {'failed' if failed else 'all passed'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
