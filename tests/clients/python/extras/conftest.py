"""Fixtures for the tests that need pytest."""

import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import support  # noqa: E402 # adds the package to sys.path

from crownd.sync import Engine  # noqa: E402

TOP = support.SOURCE
PACKAGE = TOP / "clients/python"
TIMEOUT = 300
"""Seconds after which a test fails, even on a busy machine."""


@pytest.fixture(scope="session")
def program():
    """The daemon in CROWND_BIN_DIR or in the default build folder."""
    return support.CROWND


@pytest.fixture(scope="module")
def engine(program):
    with Engine.popen([program, "--no-tables"], timeout=TIMEOUT) as opened:
        yield opened


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """The paths of a certificate for localhost and its key."""
    return support.certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def daemon():
    """Starts daemons that listen on TCP: `daemon(*flags)` returns the port."""
    running = []

    def start(*flags):
        running.append(support.Daemon("--no-tables", *map(str, flags)))
        assert running[-1].port, "the daemon did not start"
        return running[-1].port

    yield start
    for process in (each.process for each in running):
        process.terminate()
        _, log = process.communicate(timeout=TIMEOUT)
        print(log)  # shown by pytest if a test fails
        assert process.returncode == 0, f"the daemon ended with {process.returncode}"


@pytest.fixture
def command():
    """Runs `python -m crownd WORDS` with the daemon in PATH."""

    def run(*words, given=""):
        return subprocess.run([sys.executable, "-m", "crownd", *map(str, words)], input=given, capture_output=True, text=True,
                              env=support.ENVIRONMENT, timeout=TIMEOUT)

    return run
