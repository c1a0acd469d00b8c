"""Runs the examples of the README, and checks them and the examples of modules with `mypy --strict`."""

import importlib
import importlib.util
import operator
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import textwrap

import pytest

from conftest import PACKAGE, TIMEOUT
from support import ENVIRONMENT

import crownd
import crownd.files
import crownd.sync
from crownd import pdn

README = (PACKAGE / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^### (\d+\. [^\n]*)\n.*?^```python(?: needs (\w+))?\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_number_of_examples():
    assert [heading.split(".")[0] for heading, _, _ in EXAMPLES] == [str(number) for number in range(1, 15)]
    assert README.count("```python") == len(EXAMPLES)


@pytest.mark.parametrize("needs, program_text", [pytest.param(needs, text, id=heading) for heading, needs, text in EXAMPLES])
def test_example(tmp_path, needs, program_text):
    if needs and importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    done = subprocess.run([sys.executable, "-W", "error::ResourceWarning", "-c", program_text], capture_output=True, text=True,
                          cwd=tmp_path, env=ENVIRONMENT, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    assert done.stdout or list(tmp_path.iterdir())


IMPORTS = {
    "crownd": "import crownd",
    "crownd.sync": "from crownd.sync import Engine, Game, Limit",
    "crownd.pdn": "from crownd.pdn import read_games\nfrom crownd.sync import Engine",
    "crownd.files": "from crownd.files import read_games\nfrom crownd.sync import Engine",
}
"""The imports of the examples in docstrings."""


WITHOUT_SYNC = """
from typing import List, Tuple

import crownd
from crownd import pdn
from crownd.files import AsyncGameRecord, read_games, record_of, to_text, write_games
from crownd.judge import JudgedMove, judge_game


async def use(engine: crownd.Engine) -> Tuple[List[AsyncGameRecord], List[JudgedMove], List[str]]:
    records = [record async for record in read_games(engine, "games.pdn")]
    game: crownd.Game = records[0].game
    judged = [each async for each in judge_game(engine, game, crownd.Limit(depth=1))]
    texts = [to_text(await record_of(game)), *[str(tree) async for tree in pdn.read_games(engine, ["1. 11-15 *"])]]
    count: int = await write_games(read_games(engine, "games.pdn"), "copy.pdn") + write_games(records, "copy.pdn")
    position: crownd.Game = await pdn.Game.from_record(records[0]).position(engine)
    return records, judged, texts + [f"{count} {position}"]
"""
"""A program with asyncio that uses modules for both kinds of engines."""


def examples_of_modules():
    """Yields the names of modules and the indented blocks of their docstrings."""
    for module in ["crownd"] + [each.name for each in pkgutil.walk_packages(crownd.__path__, "crownd.") if "__main__" not in each.name]:
        blocks = re.findall(r"(?:^    .*\n|^\n)+", "\n" + (importlib.import_module(module).__doc__ or "") + "\n", re.MULTILINE)
        for program in filter(str.strip, blocks):
            yield module, textwrap.dedent(program).strip() + "\n"


def test_module_examples_have_imports():
    assert sorted(module for module, _ in examples_of_modules()) == sorted(IMPORTS)


def test_names_of_python_chess_table():
    rows = re.findall(r"^\| (.*) \| (.*) \|$", README.split("## Coming from python-chess")[1].split("\n## ")[0], re.MULTILINE)[2:]
    assert len(rows) > 20
    places = {"crownd": crownd, "game": crownd.sync.Game, "engine": crownd.sync.Engine, "score": crownd.Score(cp=0), "board": crownd.Board,
              "info": crownd.Info(), "limit": crownd.Limit(), "node": pdn.ChildNode(pdn.Game(), "")}
    for text in re.findall(r"`([^`]+)", " ".join(ours for _, ours in rows)):
        first, *parts = re.match(r"[A-Za-z_.]*", text)[0].split(".")
        if parts and first in places:
            operator.attrgetter(".".join(parts))(places[first])
        elif first[:1].isupper():
            assert hasattr(crownd, first), text


@pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed")
def test_types_of_examples(tmp_path):
    for heading, _, program in EXAMPLES:
        (tmp_path / f"example_{heading.split('.')[0]}.py").write_text(program)
    (tmp_path / "without_sync.py").write_text(WITHOUT_SYNC)
    for module, program in examples_of_modules():
        if "await" in program:
            program = f"async def main() -> None:\n{textwrap.indent(program, '    ')}"
        (tmp_path / f"{module.replace('.', '_')}_example.py").write_text(f"{IMPORTS[module]}\n{program}")
    done = subprocess.run(["mypy", "--strict", "--ignore-missing-imports", "--cache-dir", os.devnull, *sorted(os.listdir(tmp_path))],
                          capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(PACKAGE)}, timeout=TIMEOUT)
    assert done.returncode == 0, done.stdout + done.stderr
