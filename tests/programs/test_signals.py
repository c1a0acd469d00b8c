"""SIGTERM and SIGINT end each program in each of its phases. The time is generous: the alternative is never."""

import os
import signal
import time
import unittest
from subprocess import PIPE, STDOUT

from programs import Daemon, built, folder, mute, program, python, start

#: Seconds in which a program has to end.
SOON = 30
#: Seconds after which a program is in the phase, for phases that show nothing.
A_MOMENT = 2.0

#: Answers as crownd does up to a word, and is silent from then on.
SUDDENLY_MUTE = """#!/usr/bin/env python3
import subprocess, sys, time
daemon = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE)
for line in sys.stdin:
    if line.split()[0] == sys.argv[2]:
        time.sleep(1000)
    daemon.stdin.write(line.encode())
    daemon.stdin.flush()
"""


class Signals(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self)
        self.games = self.folder / "games.pdn"
        self.games.write_text('[GameType "21"]\n\n1. 11-15 23-19 *\n')

    def path(self, name):
        return str(self.folder / name)

    def fifo(self, name):
        os.mkfifo(self.folder / name)
        return self.path(name)

    def script(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o700)
        return str(path)

    def suddenly_mute(self, word):
        return f"{self.script('mute', SUDDENLY_MUTE)} {program('crownd')} {word}"

    def ends(self, phase, command, after="", wait_for=None):
        """Starts the program once for each signal, gives it lines, waits until it writes this, and sends it the signal."""
        if not built(command):
            return
        children = {}
        for number in (signal.SIGTERM, signal.SIGINT):
            own_folder = self.folder / number.name  # for files that are written
            own_folder.mkdir(exist_ok=True)
            child = start(self, command, cwd=own_folder, stdin=PIPE, stdout=PIPE, stderr=STDOUT)
            child.stdin.write(after.encode())
            child.stdin.flush()
            said = b""
            while wait_for and wait_for not in said:
                more = os.read(child.stdout.fileno(), 65536)
                self.assertTrue(more, f"it ended before: {said!r}")
                said += more
            children[number] = child
        time.sleep(0 if wait_for else A_MOMENT)
        for number, child in children.items():
            with self.subTest(program=command[0].rsplit("/", 1)[-1], phase=phase, signal=number.name):
                self.assertIsNone(child.poll(), "it ended before the signal")
                child.send_signal(number)
                child.wait(SOON)

    def match(self, *more, engine=None):
        command = [program("crown-match"), "--game", "english", "--games", "2", "--each", "nodes=100000000"]
        for name in ("a", "b"):
            command += ["--engine", f"cmd={engine or program('crownd')}", f"name={name}"]
        return [*command, *more]

    def test_crownd(self):
        for name in ("crownd", "crownd-engine"):
            self.ends("waits for a line", [program(name)])
            self.ends("searches", [program(name)], "position english startpos\ngo infinite\n", b"info depth")
            self.ends("bench", [program(name)], "bench english 40\n")
            self.ends("perft", [program(name)], "position english startpos\ngo perft 30\n")
        self.ends("serves", [program("crownd"), "--listen", "127.0.0.1:0"], "", b"listening")
        self.ends("asks a daemon", [program("crownd"), "--check", Daemon(self, mute).address])

    def test_crown(self):
        self.ends("prompt", [program("crown"), "english", "--white", "human", "--black", "human"], "", b"move")
        self.ends("connects", [program("crown"), "english", "--connect", Daemon(self, mute).address])
        self.ends("starts its engine", [program("crown"), "english", "--engine", "sleep 1000"])
        self.ends("sets the game up", [program("crown"), "english", "--engine", self.suddenly_mute("status")])
        self.ends("plays a move", [program("crown"), "english", "--engine", self.suddenly_mute("move")], "11-15\n")
        self.ends("thinks", [program("crown"), "english", "--black", "engine", "--movetime", "1000000"])

    def test_crown_match(self):
        many = self.folder / "many.pdn"
        many.write_text('[GameType "21"]\n\n1. 11-15 23-19 *\n\n' * 1_000_000)
        self.ends("reads the openings", self.match("--openings", self.fifo("fifo")))
        self.ends("looks at many openings", self.match("--openings", str(many)))
        self.ends("starts the referee", self.match("--referee", "sleep 1000"))
        self.ends("waits for the referee", self.match("--referee", self.suddenly_mute("fen")))
        self.ends("measures the speed", self.match("--reference-speed", "1000", "--each", "st=1", "--referee", self.suddenly_mute("bench")))
        self.ends("starts the engines", self.match(engine="sleep 1000"))
        self.ends("waits for a move", self.match(engine=self.suddenly_mute("go")))
        self.ends("plays", self.match())
        self.ends("looks at an engine", [program("crown-match"), "compliance", "sleep 1000"])

    def test_crown_annotate(self):
        annotate = [program("crown-annotate"), "--nodes", "1000000000"]
        self.ends("reads standard input", [*annotate, "-"])
        self.ends("reads a file", [*annotate, self.fifo("fifo")])
        self.ends("connects", [*annotate, str(self.games), "--connect", Daemon(self, mute).address])
        self.ends("searches", [*annotate, str(self.games), "--json", "json"])

    def test_crown_book(self):
        build = [program("crown-book"), "build", "english", "--nodes", "1000000000"]
        self.ends("reads a file", [*build, "--out", "a.cbk", "--from", self.fifo("fifo")])
        self.ends("connects", [*build, "--out", "b.cbk", "--connect", Daemon(self, mute).address])
        self.ends("searches", [*build, "--out", "c.cbk", "--state", "state"])

    def test_crown_web(self):
        silent = self.script("silent", "#!/bin/sh\nexec sleep 1000\n")
        self.ends("starts its engine", [program("crown-web"), "--listen", "127.0.0.1:0", "--crownd", silent])
        self.ends("serves", [program("crown-web"), "--listen", "127.0.0.1:0"], "", b"http")
        self.ends("connects", [program("crown-web"), "--listen", "127.0.0.1:0", "--connect", Daemon(self, mute).address])

    def test_programs_of_the_engine(self):
        self.ends("makes tables", [program("crown-tables"), "english", "--pieces", "6", "--threads", "1", "--dir", "t"])
        self.ends("plays games", [program("crown-train"), "play", "english", "--out", "d", "--games", "1000000"])

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
        self.ends("carries lines", python("serve-uci", url))


if __name__ == "__main__":
    unittest.main()
