"""The examples of the page run as they stand there."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

from conftest import PACKAGE, PATIENCE

PAGE = (PACKAGE / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^### (\d+\. [^\n]*)\n.*?^```python(?: needs (\w+))?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_twelve_examples():
    assert [heading.split(".")[0] for heading, _, _ in EXAMPLES] == [str(number) for number in range(1, 13)]
    assert PAGE.count("```python") == 12


@pytest.mark.parametrize("needs, program_text", [pytest.param(needs, text, id=heading) for heading, needs, text in EXAMPLES])
def test_the_example_runs(program, tmp_path, needs, program_text):
    if needs and importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, "-W", "error::ResourceWarning", "-c", program_text], capture_output=True, text=True,
                          cwd=tmp_path, env=environment, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout or list(tmp_path.iterdir())
