"""Files that are written: no other one is touched, and none that is read is lost."""

import os
import shutil
import subprocess
import sys
import unittest

from programs import folder, program, run

GAMES = '[GameType "21"]\n\n1. 11-15 23-19 *\n'
QUICK = ["--nodes", "100"]


def match(*more):
    command = [program("crown-match"), "--game", "english", "--games", "2", "--each", "depth=1"]
    for name in ("a", "b"):
        command += ["--engine", f"cmd={program('crownd')}", f"name={name}"]
    return [*command, *more]


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = folder(self)
        self.kept = self.folder / "kept"
        self.kept.write_text("kept")
        self.games = self.folder / "games.pdn"
        self.games.write_text(GAMES)

    def path(self, name):
        return str(self.folder / name)

    def link(self, name):
        (self.folder / name).symlink_to("kept")

    def test_links_with_names_of_unfinished_files_are_not_followed(self):
        for name in ("page.html.part", "x.json.live.new", "x.cbk.tmp"):
            self.link(name)
        self.assertEqual(run([program("crown-annotate"), *QUICK, str(self.games), "--html", self.path("page.html")]).returncode, 0)
        self.assertEqual(run(match("--json", self.path("x.json"))).returncode, 0)
        book = [program("crown-book"), "build", "english", "--positions", "2", *QUICK, "--out", self.path("x.cbk")]
        self.assertEqual(run(book).returncode, 0)
        self.assertEqual(self.kept.read_text(), "kept")
        for name in ("page.html", "x.json", "x.cbk"):
            self.assertGreater((self.folder / name).stat().st_size, 0)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def test_a_file_that_is_read_is_not_written(self):
        part = self.folder / "games.pdn.part"
        shutil.move(self.games, part)
        self.assertEqual(run([program("crown-annotate"), *QUICK, str(part), "--json", str(self.games)]).returncode, 0)
        self.assertEqual(part.read_text(), GAMES)

        os.link(part, self.folder / "hard")
        (self.folder / "soft").symlink_to(part)
        for name in ("games.pdn.part", "hard", "soft"):
            for flag in ("--json", "--html", "--state"):
                outcome = run([program("crown-annotate"), *QUICK, str(part), "--force", flag, self.path(name)])
                self.assertEqual(outcome.returncode, 1)
                self.assertIn(b"is one of the files that are read", outcome.stderr)
            for flag in ("--games-file", "--json", "--epdout", "--plot", "--log", "--state"):
                outcome = run(match("--append", "--openings", str(part), flag, self.path(name)))
                self.assertEqual(outcome.returncode, 1)
                self.assertIn(b"is one of the files that are read", outcome.stderr)
        self.assertEqual(part.read_text(), GAMES)

    def test_no_file_is_written_twice(self):
        outcome = run([program("crown-annotate"), *QUICK, str(self.games), "--json", self.path("x"), "--state", self.path("x")])
        self.assertIn(b"would be written twice", outcome.stderr)
        outcome = run(match("--games-file", self.path("x"), "--json", self.path("x")))
        self.assertIn(b"would be written twice", outcome.stderr)

    def test_python(self):
        self.link("copy.pdn.unfinished")
        script = """if True:
            import sys
            from crownd.files import read_games, write_games
            from crownd.sync import Engine
            with Engine.popen(sys.argv[1]) as engine:
                write_games(read_games(engine, sys.argv[2]), sys.argv[3])
        """
        copy = self.folder / "copy.pdn"
        copy.touch(0o600)
        copy.chmod(0o640)
        subprocess.run([sys.executable, "-c", script, program("crownd"), str(self.games), str(copy)], check=True)
        self.assertIn("11-15", copy.read_text())
        self.assertEqual(copy.stat().st_mode & 0o777, 0o640)
        self.assertEqual(self.kept.read_text(), "kept")


if __name__ == "__main__":
    unittest.main()
