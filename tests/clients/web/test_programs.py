"""Signals and exit codes of crown-web."""

import cases
from programs import Daemon, mute, program


class ClosedDescriptors(cases.ClosedDescriptors):
    def test_crown_web(self):
        self.ends_by_signal([program("crown-web"), "--listen", "127.0.0.1:0"], 0)


class Signals(cases.Signals):
    def test_crown_web(self):
        silent = self.script("silent", "#!/bin/sh\nexec sleep 1000\n")
        self.ends("starts its engine", [program("crown-web"), "--listen", "127.0.0.1:0", "--crownd", silent])
        self.ends("serves", [program("crown-web"), "--listen", "127.0.0.1:0"], "", b"http")
        self.ends("connects", [program("crown-web"), "--listen", "127.0.0.1:0", "--connect", Daemon(self, mute).address])
