"""`scripts/bench judgement`, which uses this package, and its sets of positions."""

import collections
import pathlib
import subprocess
import tempfile
import unittest

from support import CROWND, SOURCE, TIMEOUT

from crownd.sync import Engine, Game

SETS = sorted(SOURCE.glob("scripts/positions/*.txt"))


def positions_in(file):
    return [line for line in file.read_text().splitlines() if not line.startswith("#")]


def rows_of(said):
    """{pieces: [correlation, error of the static evaluation, of 1,000, of 10,000 nodes]}, the errors in percent."""
    rows = {}
    for words in (line.split() for line in said.splitlines() if line.endswith("%")):
        pieces, _, *values = (word for word in words if word != "%")
        rows[pieces] = [float(value) for value in values]
    return rows


class Judgement(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "store.tsv"

    def judge(self, *words, code=0, engines=(CROWND,)):
        """The output; with another exit code than 0 the message."""
        flags = [flag for engine in engines for flag in ("--engine", engine)]
        run = subprocess.run([SOURCE / "scripts/bench", "judgement", *words, *flags, "--store", self.store],
                             capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stderr if code else run.stdout

    def test_equal_searches_agree(self):
        rows = rows_of(self.judge("english", "--positions", "22", "--reference-nodes", "10000"))
        self.assertEqual(list(rows), ["12-13", "14-15", "16-17", "18-19", "20-21", "22", "12-22"])
        for row in rows.values():
            self.assertEqual(row[4:], [1, 0])
        static, static_error, short, short_error, *_ = rows["12-22"]
        self.assertLess(0.3, static)
        self.assertLess(static, short)
        self.assertLess(short, 1)
        self.assertLess(static_error, 15)
        self.assertLess(short_error, static_error)
        self.assertLess(0, short_error)

    def test_engines_share_the_long_searches(self):
        other = self.folder / "other"
        other.write_text(f'#!/bin/sh\nexec "{CROWND}" "$@"\n')
        other.chmod(0o700)
        said = self.judge("english", "--positions", "3", "--reference-nodes", "500", engines=(CROWND, str(other))).split("\n\n")
        one, two = (table.splitlines() for table in said[1:])
        self.assertEqual((one[0], two[0]), (CROWND, str(other)))
        self.assertEqual(one[1:], two[1:])
        self.assertEqual(len(self.store.read_text().splitlines()), 3)

    def test_scores_are_stored(self):
        words = ("english", "--positions", "4", "--reference-nodes", "500")
        first = self.judge(*words)
        lines = self.store.read_text().splitlines(keepends=True)
        self.assertEqual(len(lines), 4)
        self.store.write_text("".join(lines[:2]))  # as after an interruption
        self.assertEqual(self.judge(*words), first)
        self.assertEqual(self.store.read_text().splitlines(keepends=True), lines)
        self.store.write_text("".join(lines).replace("\tcp\t", "\tmate\t"))
        self.assertNotEqual(self.judge(*words), first)
        self.judge("english", "--positions", "4", "--reference-nodes", "501")
        self.assertEqual(len(self.store.read_text().splitlines()), 8)

    def test_sets(self):
        self.assertIn("english", [file.stem for file in SETS])
        with Engine.popen([CROWND, "--no-tables"], timeout=TIMEOUT) as engine:
            for file in SETS:
                boards = [Game(engine, file.stem, position).board() for position in positions_in(file)]
                self.assertEqual(len(set(positions_in(file))), len(boards))
                self.assertFalse([route for board in boards for route in board.routes if route.takes])
                pieces = [sum(square.piece is not None for square in board) for board in boards]
                self.assertEqual(pieces, [12 + index % 11 for index in range(len(pieces))])
                self.assertEqual(len(set(collections.Counter(pieces).values())), 1)

    def test_a_new_set(self):
        made = self.folder / "towers.txt"
        self.judge("towers", "--make", str(made), "--positions", "2")
        self.assertEqual(len(positions_in(made)), 2)
        rows = rows_of(self.judge("towers", "--set", str(made), "--reference-nodes", "1000"))
        self.assertEqual([row[3] for row in rows.values()], [0])
        self.assertIn("exists", self.judge("towers", "--make", str(made), code=1))

    def test_errors(self):
        missing = str(self.folder / "missing")
        for code, text, words in (
            (2, "no game 'chess'; games are english, ", ["chess"]),
            (2, "argument --positions: '0' is no whole number of at least 1", ["--positions", "0"]),
            (2, "argument --reference-nodes: 'x' is no whole number of at least 1", ["--reference-nodes", "x"]),
            (1, "has 198 positions, not 199", ["--positions", "199"]),
            (1, "missing does not exist; write positions of english with --make FILE", ["--set", missing]),
            (1, missing, ["--reference", missing]),
        ):
            with self.subTest(words=words):
                self.assertIn(text, self.judge(*words, code=code))
        self.assertIn(missing, self.judge(code=1, engines=(missing,)))


if __name__ == "__main__":
    unittest.main()
