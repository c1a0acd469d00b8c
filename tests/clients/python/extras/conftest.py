"""Fixtures for the tests that need pytest."""

import os
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
def daemon(program):
    """Starts daemons that listen on TCP: `daemon(*flags)` returns the port."""
    running = []

    def start(*flags):
        process = subprocess.Popen([program, "--listen", "127.0.0.1:0", "--no-tables", *map(str, flags)], stderr=subprocess.PIPE,
                                   text=True)
        running.append(process)
        for line in process.stderr:
            if line.startswith("listening on "):
                return int(line.rsplit(":", 1)[1])
        raise AssertionError("the daemon did not start")

    yield start
    for process in running:
        process.terminate()
        _, log = process.communicate(timeout=TIMEOUT)
        print(log)  # shown by pytest if a test fails
        assert process.returncode == 0, f"the daemon ended with {process.returncode}"


@pytest.fixture
def command(program):
    """Runs `python -m crownd WORDS` with the daemon in PATH."""

    def run(*words, given=""):
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}"}
        return subprocess.run([sys.executable, "-m", "crownd", *map(str, words)], input=given, capture_output=True, text=True,
                              env=environment, timeout=TIMEOUT)

    return run
