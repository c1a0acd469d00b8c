"""Each program accepts the examples in its messages about flags."""

import cases

TWO_ENGINES = ["--engine", "name=a", "cmd=false", "--engine", "name=b", "cmd=false", "--games", "2", "--game", "english"]
#: Commands with a place for a value.
COMMANDS = [
    ["crown-match", *TWO_ENGINES, "--each", "nodes=10", "tc={}"],
    ["crown-match", *TWO_ENGINES, "--each", "nodes=10", "--affinity", "{}"],
    ["crown-match", *TWO_ENGINES, "--each", "nodes=10", "--shard", "{}"],
    ["crown", "english", "--connect", "{}"],
    ["crownd", "--check", "{}"],
]


class Examples(cases.Examples):
    def test_examples_in_messages_about_flags_are_accepted(self):
        self.accepts_its_examples(COMMANDS)
