"""Text of daemons, engines and files sends no commands to the terminal."""

import unittest

from programs import Daemon, folder, program, python, run

#: Sets the title of a terminal; moves its cursor; reverses what follows; CSI as one character.
EVIL = "\x1b]0;title\x07 \x1b[2A \u202e \u009b31m"
FORBIDDEN = [letter.encode() for letter in ("\x1b", "\x07", "\u202e", "\u009b")]


def refusing(line):
    return [f"error auth {EVIL}\n".encode()]


def evil_daemon(line):
    """Knows just enough to be asked further, and says EVIL wherever it can."""
    first = line.split(" ")[0]
    answers = {
        "auth": "authok\n",
        "isready": "readyok\n",
        "version": f"version {EVIL}\n",
        "games": f"game english title {EVIL}\ngamesok\n",
        "uci": f"id name {EVIL}\nuciok\n",
    }
    return [answers.get(first, f"error bad-position {EVIL}\n").encode()]


class ForeignText(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self)
        self.token = self.folder / "token"
        self.token.write_text("secret\n")
        self.token.chmod(0o600)

    def harmless(self, outcome, says=b""):
        said = outcome.stdout + outcome.stderr
        self.assertIn(says, said)
        for letter in FORBIDDEN:
            self.assertNotIn(letter, said)

    def test_a_daemon_that_refuses_the_token(self):
        daemon = Daemon(self, refusing)
        token = ["--token-file", str(self.token)]
        games = self.folder / "games.pdn"
        games.write_text('[GameType "21"]\n\n1. 11-15 *\n')
        for command in (
            [program("crown"), "english", "--connect", daemon.address, *token],
            [program("crownd"), "--check", daemon.address, *token],
            [program("crown-annotate"), str(games), "--connect", daemon.address, *token, "--reconnect", "0"],
            python("serve-uci", f"tcp://{daemon.address}", *token),
            python("play", "english", "--connect", f"tcp://{daemon.address}", *token),
            python("analyse", str(games), "--connect", f"tcp://{daemon.address}", *token),
        ):
            with self.subTest(command=command):
                outcome = run(command)
                self.assertEqual(outcome.returncode, 1)
                self.harmless(outcome, b"?]0;title?")

    def test_a_daemon_that_refuses_all_else(self):
        daemon = Daemon(self, evil_daemon)
        for command in (
            [program("crown"), "english", "--connect", daemon.address],
            [program("crown"), "--connect", daemon.address, "--help"],
            [program("crown-book"), "build", "english", "--connect", daemon.address, "--out", str(self.folder / "x.cbk")],
            python("play", "english", "--connect", f"tcp://{daemon.address}"),
        ):
            with self.subTest(command=command):
                self.harmless(run(command))

    def test_an_engine_in_a_match(self):
        engine = self.folder / "engine"
        engine.write_text(f"#!/bin/sh\nprintf '%s\\n' '{EVIL}' >&2\nwhile read -r line; do printf '%s\\n' 'error auth {EVIL}'; done\n")
        engine.chmod(0o700)
        outcome = run([program("crown-match"), "--game", "english", "--games", "2", "--each", "depth=1", "--retry", "0",
                       "--engine", f"cmd={engine}", "name=a", "--engine", f"cmd={program('crownd')}", "name=b"])
        self.harmless(outcome, b"it says: ?]0;title?")

    def test_files_of_games(self):
        games = self.folder / "games.pdn"
        games.write_text(f'[GameType "21"]\n[White "{EVIL}"]\n\n1. 11-15 {EVIL.replace(" ", "")} *\n\n'
                         f'[Game "{EVIL}"]\n\n1. 11-15 *\n')
        outcome = run([program("crown-annotate"), "--nodes", "10", str(games), "--json", str(self.folder / "json")])
        self.assertEqual(outcome.returncode, 3)
        self.harmless(outcome, b"?]0;title?")
        outcome = run(python("analyse", str(games), "--nodes", "10", "--engine", program("crownd")))
        self.harmless(outcome, b"?]0;title?")
        self.harmless(run([program("crown"), "english", "--file", str(games)]))
        outcome = run([program("crown-match"), "--game", "english", "--games", "2", "--each", "depth=1", "--openings", str(games),
                       "--engine", f"cmd={program('crownd')}", "name=a", "--engine", f"cmd={program('crownd')}", "name=b"])
        self.harmless(outcome)


if __name__ == "__main__":
    unittest.main()
