"""Text from daemons, engines and files sends no commands to the terminal."""

import cases
from programs import Daemon, match, program, run


class ForeignText(cases.ForeignText):
    def test_a_daemon_that_refuses_the_token(self):
        address = Daemon(self, cases.refusing).address
        for command in ([program("crown"), "english", "--connect"], [program("crownd"), "--check"]):
            with self.subTest(command=command):
                self.shows_the_refusal_of_a_token([*command, address, "--token-file", str(self.token)])

    def test_a_daemon_that_refuses_all_else(self):
        daemon = Daemon(self, cases.evil_daemon)
        for command in (
            [program("crown"), "english", "--connect", daemon.address],
            [program("crown"), "--connect", daemon.address, "--help"],
        ):
            with self.subTest(command=command):
                self.harmless(run(command))

    def test_an_engine_in_a_match(self):
        engine = self.folder / "engine"
        engine.write_text(f"#!/bin/sh\nprintf '%s\\n' '{cases.EVIL}' >&2\nwhile read -r line; do printf '%s\\n' 'error auth {cases.EVIL}'; done\n")
        engine.chmod(0o700)
        self.harmless(run(match("--retry", "0", engine=engine)), b"it says: ?]0;title?")

    def test_files_of_games(self):
        games = self.games()
        self.harmless(run([program("crown"), "english", "--file", games]))
        self.harmless(run(match("--openings", games)))
