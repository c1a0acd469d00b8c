"""crown-annotate ends when it must, and harms neither files nor the terminal."""

import cases
from programs import Daemon, mute, program, run

QUICK = ["--nodes", "100"]


class ClosedDescriptors(cases.ClosedDescriptors):
    def test_crown_annotate(self):
        self.ends([program("crown-annotate"), "--nodes", "100", str(self.games)], (0,))
        self.ends([program("crown-annotate"), "--nodes", "100", "-"], (1,))  # there is no game


class Signals(cases.Signals):
    def test_crown_annotate(self):
        annotate = [program("crown-annotate"), "--nodes", "1000000000"]
        self.ends("reads standard input", [*annotate, "-"])
        self.ends("reads a file", [*annotate, self.fifo("fifo")])
        self.ends("connects", [*annotate, str(self.games), "--connect", Daemon(self, mute).address])
        self.ends("searches", [*annotate, str(self.games), "--json", "json"])


class Files(cases.Files):
    def test_links_with_names_of_unfinished_files_are_not_followed(self):
        self.link("json.part")
        self.assertEqual(run([program("crown-annotate"), *QUICK, str(self.games), "--json", self.path("json")]).returncode, 0)
        self.is_untouched("json")

    def test_a_file_that_is_read_is_not_written(self):
        part = self.move_to_names_like_unfinished_files()
        self.assertEqual(run([program("crown-annotate"), *QUICK, str(part), "--json", str(self.games)]).returncode, 0)
        self.assertEqual(part.read_text(), cases.GAMES)
        for name in ("games.pdn.part", "hard", "soft"):
            for flag in ("--json", "--state"):
                outcome = run([program("crown-annotate"), *QUICK, str(part), "--force", flag, self.path(name)])
                self.assertEqual(outcome.returncode, 1)
                self.assertIn(b"is one of the files that are read", outcome.stderr)
        self.assertEqual(part.read_text(), cases.GAMES)

    def test_no_file_is_written_twice(self):
        outcome = run([program("crown-annotate"), *QUICK, str(self.games), "--json", self.path("x"), "--state", self.path("x")])
        self.assertIn(b"would be written twice", outcome.stderr)


class ForeignText(cases.ForeignText):
    def test_a_daemon_that_refuses_the_token(self):
        address = Daemon(self, cases.refusing).address
        self.shows_the_refusal_of_a_token(
            [program("crown-annotate"), self.games(), "--connect", address, "--token-file", str(self.token), "--reconnect", "0"])

    def test_files_of_games(self):
        outcome = run([program("crown-annotate"), "--nodes", "10", self.games(), "--json", str(self.folder / "json")])
        self.assertEqual(outcome.returncode, 3)
        self.harmless(outcome, b"?]0;title?")


class Readers(cases.Readers):
    def test_crown_annotate(self):
        # Thousands of whole games would be analysed, not only read.
        self.reads([program("crown-annotate"), "--nodes", "1", "--game", "english", "--workers", "1"], but=("games", "lists"))
