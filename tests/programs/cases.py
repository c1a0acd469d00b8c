"""Base classes of test cases: each program's tests inherit from these."""

import itertools
import os
import pathlib
import re
import resource
import signal
import subprocess
import time
import unittest
from subprocess import PIPE, STDOUT

from programs import NEVER, built, folder, program, run, start

GAMES = '[GameType "21"]\n\n1. 11-15 23-19 *\n'
CLOSINGS = [closed for count in (1, 2, 3) for closed in itertools.combinations(("<&-", ">&-", "2>&-"), count)]

#: Seconds until a program must end.
SOON = 30
#: Seconds until a program reaches a phase without output.
A_MOMENT = 2.0

#: Answers like crownd up to a word, then is silent.
SUDDENLY_MUTE = """#!/usr/bin/env python3
import subprocess, sys, time
daemon = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE)
for line in sys.stdin:
    if line.split()[0] == sys.argv[2]:
        time.sleep(1000)
    daemon.stdin.write(line.encode())
    daemon.stdin.flush()
"""

#: Sets the title of a terminal; moves its cursor; reverses text; CSI as one character.
EVIL = "\x1b]0;title\x07 \x1b[2A \u202e \u009b31m"
FORBIDDEN = [letter.encode() for letter in ("\x1b", "\x07", "\u202e", "\u009b")]

MILLION = 1_000_000
#: Processor time for one text, in seconds. A reader with quadratic time takes many minutes.
MOST_SECONDS = 120

BEGINNING = '[GameType "21"]\n\n1. 9-13 '
PARTS = {
    "moves": "11-15 ", "variations": "(9-14) ", "nested variations": "(9-14 (10-14 (11-15))) ", "open variations": "(9-14 ",
    "closed variations": ") ", "comments": "{a} ", "open comments": "{a ", "comments to the end of the line": "; ", "NAGs": "$7 ",
    "tags": '[A "b"] ', "tags without an end": '[A "b ', "brackets": "[", "quotes": '" ', "numbers": "1. ", "digits": "1", "signs": "!",
    "stars": "*", "blanks": " ", "returns": "\r", "empty lines": "\n", "engines' marks": "{[%engine ] } ",
    "games": '*\n\n[A "b"]\n\n1. 9-13 ', "games with an open comment": '*\n\n[A "b"]\n\n1. 9-13 {',
    "games that nest too deeply": '*\n\n[A "b"]\n\n1. 9-13 ' + 120 * "(", "plain moves": "\n1 first a-b", "lists": "\n11-15 22-18",
}
#: Texts that do not just repeat one part.
WHOLE = {
    "a long comment": lambda size: "{a" + size * " " + "b}",
    "a comment of empty lines": lambda size: "{" + size * "\n" + "}",
    "different variations": lambda size: " ".join(f"(b{number})" for number in range(size // 9)),
}


def closing(closed, command):
    return ["sh", "-c", f'exec "$@" {" ".join(closed)}', "sh", *command]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


class WithGames(unittest.TestCase):
    """Has a temporary folder with a file of one game."""

    def setUp(self):
        self.folder = folder(self)
        self.games = self.folder / "games.pdn"
        self.games.write_text(GAMES)

    def path(self, name):
        return str(self.folder / name)


class ClosedDescriptors(WithGames):
    """A program ends with a documented exit code if descriptors 0 to 2 are closed, in any combination."""

    def ends(self, command, codes):
        """`codes`: the valid exit codes with open input and output. A program may exit with 1 if these are lost."""
        if not built(command):
            return
        for closed in CLOSINGS:
            with self.subTest(command=command[0].rsplit("/", 1)[-1], closed=closed):
                streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                child = start(self, closing(closed, command), cwd=self.folder, **streams)
                allowed = codes + ((1, 120) if ">&-" in closed or "<&-" in closed else ())  # 120: Python cannot flush standard output
                self.assertIn(child.wait(NEVER), allowed)

    def ends_by_signal(self, command, code):
        for closed in CLOSINGS:
            with self.subTest(command=command[0].rsplit("/", 1)[-1], closed=closed):
                streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                child = start(self, closing(closed, command), cwd=self.folder, **streams)
                self.wait_until_sigterm_is_caught(child)
                child.send_signal(signal.SIGTERM)
                self.assertEqual(child.wait(NEVER), code)

    def wait_until_sigterm_is_caught(self, child):
        """Waits until a handler is installed, or one thread waits for the signal and the others block it, as Linux reports."""
        deadline = time.monotonic() + NEVER
        while time.monotonic() < deadline:
            self.assertIsNone(child.poll(), "it does not serve")
            masks = []
            for thread in pathlib.Path(f"/proc/{child.pid}/task").iterdir():
                masks += re.findall(r"^Sig(?:Cgt|Blk):\s*([0-9a-f]+)", (thread / "status").read_text(), re.MULTILINE)
            if any(int(mask, 16) >> (signal.SIGTERM - 1) & 1 for mask in masks):
                return
            time.sleep(0.01)
        self.fail("SIGTERM is not caught")


class Signals(WithGames):
    """SIGTERM and SIGINT end a program in each of its phases. The time limit is generous."""

    def fifo(self, name):
        os.mkfifo(self.folder / name)
        return self.path(name)

    def script(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o700)
        return str(path)

    def suddenly_mute(self, word):
        return f"{self.script('mute', SUDDENLY_MUTE)} {program('crownd')} {word}"

    def ends(self, phase, command, after="", wait_for=None):
        """For each signal: starts the program, sends lines, waits for this output, and sends the signal."""
        if not built(command):
            return
        children = {}
        for number in (signal.SIGTERM, signal.SIGINT):
            own_folder = self.folder / number.name  # for output files
            own_folder.mkdir(exist_ok=True)
            child = start(self, command, cwd=own_folder, stdin=PIPE, stdout=PIPE, stderr=STDOUT)
            child.stdin.write(after.encode())
            child.stdin.flush()
            said = b""
            while wait_for and wait_for not in said:
                more = os.read(child.stdout.fileno(), 65536)
                self.assertTrue(more, f"it ended before: {said!r}")
                said += more
            children[number] = child
        time.sleep(0 if wait_for else A_MOMENT)
        for number, child in children.items():
            with self.subTest(program=command[0].rsplit("/", 1)[-1], phase=phase, signal=number.name):
                self.assertIsNone(child.poll(), "it ended before the signal")
                child.send_signal(number)
                child.wait(SOON)


class Files(WithGames):
    """Output files: no other file is touched, and no input file is lost."""

    def setUp(self):
        super().setUp()
        self.kept = self.folder / "kept"
        self.kept.write_text("kept")

    def link(self, name):
        (self.folder / name).symlink_to("kept")

    def is_untouched(self, *written):
        """Nothing was written through links, and these files are complete."""
        self.assertEqual(self.kept.read_text(), "kept")
        for name in written:
            self.assertGreater((self.folder / name).stat().st_size, 0)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def move_to_names_like_unfinished_files(self):
        """The file of games under the name of an unfinished file, as a hard link and as a symbolic link."""
        part = self.folder / "games.pdn.part"
        os.rename(self.games, part)
        os.link(part, self.folder / "hard")
        (self.folder / "soft").symlink_to(part)
        return part


class ForeignText(unittest.TestCase):
    """Text from daemons, engines and files sends no commands to the terminal."""

    def setUp(self):
        self.folder = folder(self)
        self.token = self.folder / "token"
        self.token.write_text("secret\n")
        self.token.chmod(0o600)

    def harmless(self, outcome, says=b""):
        said = outcome.stdout + outcome.stderr
        self.assertIn(says, said)
        for letter in FORBIDDEN:
            self.assertNotIn(letter, said)

    def games(self):
        games = self.folder / "games.pdn"
        games.write_text(f'[GameType "21"]\n[White "{EVIL}"]\n\n1. 11-15 {EVIL.replace(" ", "")} *\n\n'
                         f'[Game "{EVIL}"]\n\n1. 11-15 *\n')
        return str(games)

    def shows_the_refusal_of_a_token(self, command):
        outcome = run(command)
        self.assertEqual(outcome.returncode, 1)
        self.harmless(outcome, b"?]0;title?")


def refusing(_line):
    return [f"error auth {EVIL}\n".encode()]


def evil_daemon(line):
    """An engine that follows the protocol just enough, and sends EVIL wherever possible."""
    first = line.split(" ")[0]
    answers = {
        "auth": "authok\n",
        "isready": "readyok\n",
        "version": f"version {EVIL}\n",
        "games": f"game english title {EVIL}\ngamesok\n",
        "uci": f"id name {EVIL}\nuciok\n",
    }
    return [answers.get(first, f"error bad-position {EVIL}\n").encode()]


class Readers(unittest.TestCase):
    """Reading a text takes time in proportion to its length. The limit applies to processor time, so other programs do not matter."""

    def reads(self, command, size=MILLION, but=()):
        file = folder(self) / "games.pdn"
        for name, part in {**PARTS, **WHOLE}.items():
            if name in but:
                continue
            with self.subTest(text=name):
                text = part(size) if callable(part) else part * (size // len(part))
                file.write_text(BEGINNING + text, newline="")
                outcome = subprocess.run([*command, str(file)], preexec_fn=limit, capture_output=True)
                self.assertIn(outcome.returncode, (0, 1, 3), outcome.stderr[:500])


class Examples(unittest.TestCase):
    """A program accepts the examples in its messages about flags."""

    def answer(self, command, value):
        run = subprocess.run(
            [program(command[0]), *(word.replace("{}", value) for word in command[1:])],
            cwd=folder(self), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=NEVER, check=False,
        )
        return run.stdout

    def accepts_its_examples(self, commands):
        for command in commands:
            if not built([program(command[0])]):
                continue
            refusal = self.answer(command, "?")
            proposal = re.search(r"(\S+ \S+ \S+), such as ([^;\n]*)", refusal)
            with self.subTest(command=" ".join(command)):
                self.assertTrue(proposal, refusal)
                for example in re.split(r",? or ", proposal[2]):
                    self.assertNotIn(proposal[1], self.answer(command, example.strip().rstrip(".")), example)
