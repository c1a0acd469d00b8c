"""A real daemon for the tests of drawings, files and commands."""

import os
import pathlib
import subprocess
import sys

import pytest

TOP = pathlib.Path(__file__).resolve().parents[4]
PACKAGE = TOP / "clients/python"
sys.path.insert(0, str(PACKAGE))

from crownd.sync import Engine  # noqa: E402

#: Seconds after which something hangs, on a machine that is busy.
PATIENCE = 300


@pytest.fixture(scope="session")
def program():
    """The daemon of the folder CROWND_BIN_DIR; else the one that was built."""
    return str(pathlib.Path(os.environ.get("CROWND_BIN_DIR", TOP / "build/release/bin")) / "crownd")


@pytest.fixture(scope="module")
def engine(program):
    with Engine.popen([program, "--no-tables"], timeout=PATIENCE) as opened:
        yield opened


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate of localhost, and its key, as files."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                    "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                   cwd=folder, check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


@pytest.fixture
def daemon(program):
    """Starts daemons over TCP: `daemon(*flags)` gives the port."""
    running = []

    def start(*flags):
        process = subprocess.Popen([program, "--listen", "127.0.0.1:0", "--no-tables", *map(str, flags)], stderr=subprocess.PIPE,
                                   text=True)
        running.append(process)
        for line in process.stderr:
            if line.startswith("listening on "):
                return int(line.rsplit(":", 1)[1])
        raise AssertionError("the daemon does not listen")

    yield start
    for process in running:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@pytest.fixture
def command(program):
    """Runs `python -m crownd WORDS`; the daemon is on the path."""

    def run(*words, given=""):
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}"}
        return subprocess.run([sys.executable, "-m", "crownd", *map(str, words)], input=given, capture_output=True, text=True,
                              env=environment, timeout=PATIENCE)

    return run
