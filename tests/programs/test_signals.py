"""SIGTERM and SIGINT end each program in each of its phases."""

import functools

import cases
from programs import Daemon, match, mute, program

long_match = functools.partial(match, each="nodes=100000000")


class Signals(cases.Signals):
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
        self.ends("reads the openings", long_match("--openings", self.fifo("fifo")))
        self.ends("looks at many openings", long_match("--openings", str(many)))
        self.ends("starts the referee", long_match("--referee", "sleep 1000"))
        self.ends("waits for the referee", long_match("--referee", self.suddenly_mute("fen")))
        self.ends("measures the speed", long_match("--reference-speed", "1000", "--each", "st=1", "--referee", self.suddenly_mute("bench")))
        self.ends("starts the engines", long_match(engine="sleep 1000"))
        self.ends("waits for a move", long_match(engine=self.suddenly_mute("go")))
        self.ends("plays", long_match())
        self.ends("looks at an engine", [program("crown-match"), "compliance", "sleep 1000"])
