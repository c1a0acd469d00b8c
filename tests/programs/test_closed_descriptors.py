"""Each program ends, with an exit code of its own, whichever of the descriptors 0 to 2 are closed."""

import itertools
import signal
import subprocess
import time
import unittest

from programs import NEVER, built, folder, program, python, start

GAME = '[GameType "21"]\n\n1. 11-15 23-19 *\n'
CLOSINGS = [closed for count in (1, 2, 3) for closed in itertools.combinations(("<&-", ">&-", "2>&-"), count)]


def closing(closed, command):
    return ["sh", "-c", f'exec "$@" {" ".join(closed)}', "sh", *command]


class ClosedDescriptors(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self)
        self.games = self.folder / "games.pdn"
        self.games.write_text(GAME)

    def ends(self, command, codes):
        """`codes`: those that are right when standard output is open. A program whose output is lost may fail with 1."""
        if not built(command):
            return
        for closed in CLOSINGS:
            with self.subTest(command=command[0].rsplit("/", 1)[-1], closed=closed):
                streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                child = start(self, closing(closed, command), cwd=self.folder, **streams)
                allowed = codes + ((1, 120) if ">&-" in closed else ())  # 120: Python cannot flush standard output
                self.assertIn(child.wait(NEVER), allowed)

    def ends_by_signal(self, command, code):
        for closed in CLOSINGS:
            with self.subTest(command=command[0].rsplit("/", 1)[-1], closed=closed):
                streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                child = start(self, closing(closed, command), cwd=self.folder, **streams)
                time.sleep(0.5)
                self.assertIsNone(child.poll(), "it does not serve")
                child.send_signal(signal.SIGTERM)
                self.assertEqual(child.wait(NEVER), code)

    def test_crownd(self):
        self.ends([program("crownd")], (0,))
        self.ends([program("crownd"), "--nonsense"], (2,))

    def test_crownd_that_listens(self):
        self.ends_by_signal([program("crownd"), "--listen", "127.0.0.1:0"], 0)

    def test_crownd_engine(self):
        self.ends([program("crownd-engine")], (0,))

    def test_crown(self):
        self.ends([program("crown"), "english"], (0,))

    def test_crown_match(self):
        self.ends([program("crown-match"), "--game", "english", "--games", "2", "--each", "depth=1",
                   "--engine", f"cmd={program('crownd')}", "name=a", "--engine", f"cmd={program('crownd')}", "name=b"], (0,))

    def test_crown_annotate(self):
        self.ends([program("crown-annotate"), "--nodes", "100", str(self.games)], (0,))
        self.ends([program("crown-annotate"), "--nodes", "100", "-"], (1,))  # there is no game

    def test_crown_book(self):
        self.ends([program("crown-book"), "stats", "nothing.cbk"], (1,))

    def test_crown_web(self):
        self.ends_by_signal([program("crown-web"), "--listen", "127.0.0.1:0"], 0)

    def test_programs_of_the_engine(self):
        for name in ("crown-tables", "crown-verify", "crown-train", "crown-tune"):
            self.ends([program(name)], (2,))

    def test_python(self):
        self.ends(python("play", "english", "--nodes", "10", "--engine", program("crownd")), (0,))
        self.ends(python("analyse", "--nodes", "10", "--engine", program("crownd"), str(self.games)), (0,))
        self.ends(python("analyse", "-", "--engine", program("crownd")), (0,))
        self.ends(python("serve-uci", "tcp://127.0.0.1:1"), (1,))


if __name__ == "__main__":
    unittest.main()
