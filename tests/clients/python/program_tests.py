"""Signals, closed descriptors, files and untrusted text in the commands of the Python package."""

import subprocess
import sys
import time
import unittest

import cases
from programs import Daemon, folder, mute, program, run

READ = """
import sys
from crownd.files import read_games
from crownd.sync import Engine
with Engine.popen([sys.argv[1], "--no-tables"], timeout=600) as engine:
    for record in read_games(engine, sys.argv[2], game="english", damaged=[]):
        pass
"""


def python(*arguments):
    return [sys.executable, "-m", "crownd", *arguments]


def dripping(_line):
    """Sends one byte per second, forever."""
    while True:
        yield b"x"
        time.sleep(1)


class ClosedDescriptors(cases.ClosedDescriptors):
    def test_python(self):
        self.ends(python("play", "english", "--nodes", "10", "--engine", program("crownd")), (0,))
        self.ends(python("analyse", "--nodes", "10", "--engine", program("crownd"), str(self.games)), (0,))
        self.ends(python("analyse", "-", "--engine", program("crownd")), (0,))
        self.ends(python("serve-uci", "tcp://127.0.0.1:1"), (1,))


class Signals(cases.Signals):
    def test_python(self):
        engine = ["--engine", program("crownd")]
        self.ends("prompt", python("play", "english", *engine), "", b"Type a move")
        self.ends("thinks", python("play", "english", "--side", "none", "--time", "1000000", *engine))
        self.ends("analyses", python("analyse", str(self.games), "--nodes", "1000000000", *engine))
        self.ends("reads standard input", python("analyse", "-", *engine))
        self.ends("starts its engine", python("play", "english", "--engine", "sleep 1000"))
        token = self.folder / "token"
        token.write_text("secret\n")
        url = f"tcp://{Daemon(self, mute).address}"
        self.ends("connects", python("play", "english", "--connect", url))
        self.ends("sends the token", python("serve-uci", url, "--token-file", str(token)))
        self.ends("forwards lines", python("serve-uci", url))


class Files(cases.Files):
    def test_python(self):
        self.link("copy.pdn.unfinished")
        script = """if True:
            import sys
            from crownd.files import read_games, write_games
            from crownd.sync import Engine
            with Engine.popen(sys.argv[1]) as engine:
                write_games(read_games(engine, sys.argv[2]), sys.argv[3])
        """
        copy = self.folder / "copy.pdn"
        copy.touch(0o600)
        copy.chmod(0o640)
        subprocess.run([sys.executable, "-c", script, program("crownd"), str(self.games), str(copy)], check=True)
        self.assertIn("11-15", copy.read_text())
        self.assertEqual(copy.stat().st_mode & 0o777, 0o640)
        self.assertEqual(self.kept.read_text(), "kept")


class ForeignText(cases.ForeignText):
    def test_rejected_token(self):
        url = f"tcp://{Daemon(self, cases.refusing).address}"
        for command in (["serve-uci", url], ["play", "english", "--connect", url], ["analyse", self.games(), "--connect", url]):
            with self.subTest(command=command):
                self.shows_the_refusal_of_a_token(python(*command, "--token-file", str(self.token)))

    def test_daemon_that_rejects_everything(self):
        address = Daemon(self, cases.evil_daemon).address
        self.harmless(run(python("play", "english", "--connect", f"tcp://{address}")))

    def test_game_files(self):
        outcome = run(python("analyse", self.games(), "--nodes", "10", "--engine", program("crownd")))
        self.harmless(outcome, b"?]0;title?")


class Readers(cases.Readers):
    def test_python(self):
        self.reads([sys.executable, "-c", READ, program("crownd")], 4 * cases.MILLION)


class TimeLimits(unittest.TestCase):
    """A time limit applies to a whole answer, not to each byte."""

    def test_answer_byte_by_byte(self):
        daemon = Daemon(self, dripping)
        token = folder(self) / "token"
        token.write_text("secret\n")
        outcome = run(python("serve-uci", f"tcp://{daemon.address}", "--token-file", str(token)), timeout=300)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"the daemon does not answer", outcome.stderr)
        outcome = run(python("play", "english", "--connect", f"tcp://{daemon.address}"), timeout=300)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"did not answer within", outcome.stderr)
