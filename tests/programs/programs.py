"""The programs of the build, as child processes."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(os.environ["CROWND_BIN_DIR"])
#: Seconds after which a program is said never to end, on a machine that is busy with other things.
NEVER = 60


def program(name):
    return str(BIN / name)


def python(*arguments):
    return [sys.executable, "-m", "crownd", *arguments]


def built(command):
    """Some programs are only built on request."""
    return Path(command[0]).exists()


def folder(test):
    """A folder that is removed after the test."""
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
