"""Installs the package without network access, as described in README.md."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import PACKAGE, TIMEOUT

PARTS = ("pip", "setuptools", "wheel", "venv", "ensurepip")
pytestmark = pytest.mark.skipif(any(importlib.util.find_spec(part) is None for part in PARTS),
                                reason="Debian: python3-pip, python3-venv, python3-setuptools and python3-wheel")

BLOCK = re.search(r"Without network access.*?\n\n((?:    [^\n]*\n|\n)+)", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def shell(script, where):
    """Runs a script without a package index and without the user's packages."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV"))}
    environment |= {"PIP_INDEX_URL": "http://127.0.0.1:1", "PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1",
                    "PYTHONNOUSERSITE": "1"}
    done = subprocess.run(["sh", "-ec", script], cwd=where, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def checkout(tmp_path):
    """A copy of the sources."""
    shutil.copytree(PACKAGE, tmp_path / "clients/python", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").symlink_to(sys.executable)
    return tmp_path


def files_in(package):
    return {path.relative_to(package) for path in package.rglob("*") if path.suffix in (".py", ".typed", ".json")}


def check(python, checkout):
    """Checks that the package is installed with all modules, types and data."""
    where = shell(f"cd / && {python} -c 'import crownd.pdn, crownd.cli.play, crownd.drawing; print(crownd.__path__[0])'", checkout)
    installed = pathlib.Path(where.strip())
    assert str(installed).startswith(str(checkout)) and "site-packages" in str(installed)
    assert files_in(installed) == files_in(PACKAGE / "crownd")
    assert shell(f"cd / && {python} -m crownd --version", checkout).startswith("crownd for Python ")


def test_installation(checkout):
    ways = [way for way in BLOCK[1].split("\n\n") if way.strip()]
    assert len(ways) == 2
    for way in ways:
        shell(f"PATH={checkout}/bin:$PATH\n{way}", checkout)
        check(checkout / "env/bin/python", checkout)
        shutil.rmtree(checkout / "env")
