"""Each program ends with a documented exit code if descriptors 0 to 2 are closed, in any combination."""

import socket
import subprocess

import cases
from programs import NEVER, built, match, program, start


class ClosedDescriptors(cases.ClosedDescriptors):
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
        self.ends(match(), (0,))

    def test_a_socket_that_its_client_closes_is_the_end_of_input(self):
        for name in ("crownd", "crownd-engine"):
            if not built([program(name)]):
                continue
            mine, its = socket.socketpair()
            with mine, its:
                child = start(self, [program(name)], stdin=its, stdout=its, stderr=subprocess.PIPE)
                mine.sendall(b"isready\n")
                self.assertEqual(mine.recv(1), b"r")  # the rest of the answer is not read, so the connection is reset
            self.assertEqual(child.wait(NEVER), 0)
            self.assertEqual(child.stderr.read(), b"")
