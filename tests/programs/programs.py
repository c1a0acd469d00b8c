"""The programs of the build, as child processes."""

import contextlib
import os
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

BIN = Path(os.environ["CROWND_BIN_DIR"])
#: Seconds until a program must end, on a busy machine.
NEVER = 60


def program(name):
    return str(BIN / name)


def built(command):
    """Some programs are only built on request."""
    return Path(command[0]).exists()


def folder(test):
    """A temporary folder, removed after the test."""
    temporary = tempfile.TemporaryDirectory()
    test.addCleanup(temporary.cleanup)
    return Path(temporary.name)


def start(test, command, **settings):
    """A child process that does not outlive the test."""
    child = subprocess.Popen(command, **settings)

    def end():
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream:
                stream.close()

    test.addCleanup(end)
    return child


def match(*more, engine=None, each="depth=1"):
    """A crown-match of two crownds, or of another engine and itself."""
    command = [program("crown-match"), "--game", "english", "--games", "2", "--each", each]
    for name in ("a", "b"):
        command += ["--engine", f"cmd={engine or program('crownd')}", f"name={name}"]
    return [*command, *more]


def run(command, **settings):
    """The result of a program that ends by itself."""
    given = {"capture_output": True, "timeout": NEVER, "stdin": subprocess.DEVNULL, **settings}
    return subprocess.run(command, **given)


class Daemon:
    """Listens on a free port, and sends the result of `answer`, if any, for each line."""

    def __init__(self, test, answer):
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connections = []
        test.addCleanup(self._end)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self._connections.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with contextlib.suppress(OSError), connection.makefile("rb") as lines:
            for line in lines:
                for part in self._answer(line.decode().strip()):
                    connection.sendall(part)

    def _end(self):
        for each in (self._listener, *self._connections):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def mute(_line):
    """The address of a daemon that accepts connections and sends nothing."""
    return ()
