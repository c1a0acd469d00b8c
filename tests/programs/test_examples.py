"""Each program accepts the examples that its messages about flags give."""

import re
import subprocess
import unittest

from programs import NEVER, built, folder, program

TWO_ENGINES = ["--engine", "name=a", "cmd=false", "--engine", "name=b", "cmd=false", "--games", "2", "--game", "english"]
#: Commands with a place for a value.
COMMANDS = [
    ["crown-match", *TWO_ENGINES, "--each", "nodes=10", "tc={}"],
    ["crown-match", *TWO_ENGINES, "--each", "nodes=10", "--affinity", "{}"],
    ["crown-match", *TWO_ENGINES, "--each", "nodes=10", "--shard", "{}"],
    ["crown-book", "build", "english", "--out", "no-such-folder/book.cbk", "--shard", "{}"],
    ["crown", "english", "--connect", "{}"],
    ["crownd", "--check", "{}"],
]


class Examples(unittest.TestCase):
    def answer(self, command, value):
        run = subprocess.run(
            [program(command[0]), *(word.replace("{}", value) for word in command[1:])],
            cwd=folder(self), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=NEVER, check=False,
        )
        return run.stdout

    def test_examples_in_messages_about_flags_are_accepted(self):
        for command in COMMANDS:
            if not built([program(command[0])]):
                continue
            refusal = self.answer(command, "?")
            proposal = re.search(r"(\S+ \S+ \S+), such as ([^;\n]*)", refusal)
            with self.subTest(command=" ".join(command)):
                self.assertTrue(proposal, refusal)
                for example in re.split(r",? or ", proposal[2]):
                    self.assertNotIn(proposal[1], self.answer(command, example.strip().rstrip(".")), example)


if __name__ == "__main__":
    unittest.main()
