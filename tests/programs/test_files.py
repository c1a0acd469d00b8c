"""Output files: no other file is touched, and no input file is lost."""

import cases
from programs import match, run


class Files(cases.Files):
    def test_links_with_names_of_unfinished_files_are_not_followed(self):
        self.link("x.json.live.new")
        self.assertEqual(run(match("--json", self.path("x.json"))).returncode, 0)
        self.is_untouched("x.json")

    def test_input_files_are_not_overwritten(self):
        part = self.move_to_names_like_unfinished_files()
        for name in ("games.pdn.part", "hard", "soft"):
            for flag in ("--games-file", "--json", "--epdout", "--plot", "--log", "--state"):
                outcome = run(match("--append", "--openings", str(part), flag, self.path(name)))
                self.assertEqual(outcome.returncode, 1)
                self.assertIn(b"is one of the files that are read", outcome.stderr)
        self.assertEqual(part.read_text(), cases.GAMES)

    def test_no_file_is_written_twice(self):
        outcome = run(match("--games-file", self.path("x"), "--json", self.path("x")))
        self.assertIn(b"would be written twice", outcome.stderr)
