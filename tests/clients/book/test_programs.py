"""crown-book ends when it must, and harms neither files nor the terminal."""

import cases
from programs import Daemon, mute, program, run


class ClosedDescriptors(cases.ClosedDescriptors):
    def test_crown_book(self):
        self.ends([program("crown-book"), "stats", "nothing.cbk"], (1,))


class Signals(cases.Signals):
    def test_crown_book(self):
        build = [program("crown-book"), "build", "english", "--nodes", "1000000000"]
        self.ends("reads a file", [*build, "--out", "a.cbk", "--from", self.fifo("fifo")])
        self.ends("connects", [*build, "--out", "b.cbk", "--connect", Daemon(self, mute).address])
        self.ends("searches", [*build, "--out", "c.cbk", "--state", "state"])


class Examples(cases.Examples):
    def test_examples_in_messages_about_flags_are_accepted(self):
        self.accepts_its_examples([["crown-book", "build", "english", "--out", "no-such-folder/book.cbk", "--shard", "{}"]])


class Files(cases.Files):
    def test_links_with_names_of_unfinished_files_are_not_followed(self):
        self.link("x.cbk.tmp")
        book = [program("crown-book"), "build", "english", "--positions", "2", "--nodes", "100", "--out", self.path("x.cbk")]
        self.assertEqual(run(book).returncode, 0)
        self.is_untouched("x.cbk")


class ForeignText(cases.ForeignText):
    def test_a_daemon_that_refuses_all_else(self):
        address = Daemon(self, cases.evil_daemon).address
        self.harmless(run([program("crown-book"), "build", "english", "--connect", address, "--out", str(self.folder / "x.cbk")]))
