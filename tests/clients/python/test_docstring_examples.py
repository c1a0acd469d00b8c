"""Runs the examples in docstrings of modules. extras/test_readme.py runs those of the README."""

import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

from support import ENVIRONMENT, TIMEOUT

import crownd
import crownd.files
import crownd.pdn
import crownd.sync


class Examples(unittest.TestCase):
    def run_example(self, program, where=None):
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, cwd=where, timeout=TIMEOUT)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    @staticmethod
    def shorten(indent, program):
        """Indents the program, and makes its game and searches short."""
        return textwrap.indent(textwrap.dedent(program), indent).replace("english", "towers").replace("time=0.1", "nodes=50")

    def test_module_examples(self):
        core = self.shorten("    ", crownd.__doc__.split("\n\n", 2)[2])
        self.assertIn("Status(", self.run_example(
            f"import asyncio, crownd\nasync def main():\n{core}\nasyncio.run(main())"))
        sync_program = self.shorten("", crownd.sync.__doc__.split("\n\n", 1)[1])
        self.run_example(f"from crownd.sync import Engine, Game, Limit\n{sync_program}")
        for module, expected in ((crownd.files, "Ann ('11-15', '22-18')\n"), (crownd.pdn, "1. 11-15 (1. 9-14!? {sharper}) 22-18 *")):
            program = self.shorten("", module.__doc__.split("\n\n")[1])
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "games.pdn").write_text('[White "Ann"]\n[GameType "21"]\n\n1. 11-15 22-18 *\n', encoding="utf-8")
                shown = self.run_example(
                    f"from {module.__name__} import read_games\nfrom crownd.sync import Engine\n{program}", folder)
            self.assertIn(expected, shown)
