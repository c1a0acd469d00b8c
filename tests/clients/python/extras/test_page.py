"""The examples of the page and of the modules run as they stand there, and pass `mypy --strict`."""

import importlib
import importlib.util
import operator
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys
import textwrap

import pytest

from conftest import PACKAGE, PATIENCE

import crownd
import crownd.files
import crownd.sync
from crownd import pdn

PAGE = (PACKAGE / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^### (\d+\. [^\n]*)\n.*?^```python(?: needs (\w+))?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_all_examples_are_found():
    assert [heading.split(".")[0] for heading, _, _ in EXAMPLES] == [str(number) for number in range(1, 14)]
    assert PAGE.count("```python") == len(EXAMPLES)


@pytest.mark.parametrize("needs, program_text", [pytest.param(needs, text, id=heading) for heading, needs, text in EXAMPLES])
def test_the_example_runs(program, tmp_path, needs, program_text):
    if needs and importlib.util.find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, "-W", "error::ResourceWarning", "-c", program_text], capture_output=True, text=True,
                          cwd=tmp_path, env=environment, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout or list(tmp_path.iterdir())


IMPORTS = {
    "crownd": "import crownd",
    "crownd.sync": "from crownd.sync import Engine, Game, Limit",
    "crownd.pdn": "from crownd.pdn import read_games\nfrom crownd.sync import Engine",
    "crownd.files": "from crownd.files import read_games\nfrom crownd.sync import Engine",
}
"""What the examples of the modules use."""


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
"""How programs of asyncio use the modules that serve both kinds of engines."""


def examples_of_modules():
    """The indented blocks in the docstrings of the modules: names and programs."""
    for module in ["crownd"] + [each.name for each in pkgutil.walk_packages(crownd.__path__, "crownd.") if "__main__" not in each.name]:
        blocks = re.findall(r"(?:^    .*\n|^\n)+", "\n" + (importlib.import_module(module).__doc__ or "") + "\n", re.MULTILINE)
        for program in filter(str.strip, blocks):
            yield module, textwrap.dedent(program).strip() + "\n"


def test_the_examples_of_modules_are_known():
    assert sorted(module for module, _ in examples_of_modules()) == sorted(IMPORTS)


def test_the_names_of_the_table_are_there():
    rows = re.findall(r"^\| (.*) \| (.*) \|$", PAGE.split("## Coming from python-chess")[1].split("\n## ")[0], re.MULTILINE)[2:]
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
def test_the_examples_have_types(tmp_path):
    for heading, _, program in EXAMPLES:
        (tmp_path / f"example_{heading.split('.')[0]}.py").write_text(program)
    (tmp_path / "without_sync.py").write_text(WITHOUT_SYNC)
    for module, program in examples_of_modules():
        if "await" in program:
            program = f"async def main() -> None:\n{textwrap.indent(program, '    ')}"
        (tmp_path / f"{module.replace('.', '_')}_example.py").write_text(f"{IMPORTS[module]}\n{program}")
    done = subprocess.run(["mypy", "--strict", "--ignore-missing-imports", "--cache-dir", os.devnull, *sorted(os.listdir(tmp_path))],
                          capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(PACKAGE)}, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
