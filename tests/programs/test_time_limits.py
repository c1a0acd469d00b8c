"""A time limit is for a whole answer, however it comes."""

import time
import unittest

from programs import Daemon, folder, python, run


def dripping(_line):
    """One byte a second, without end."""
    while True:
        yield b"x"
        time.sleep(1)


class TimeLimits(unittest.TestCase):
    def test_an_answer_byte_by_byte(self):
        daemon = Daemon(self, dripping)
        token = folder(self) / "token"
        token.write_text("secret\n")
        outcome = run(python("serve-uci", f"tcp://{daemon.address}", "--token-file", str(token)), timeout=300)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"it does not answer", outcome.stderr)
        outcome = run(python("play", "english", "--connect", f"tcp://{daemon.address}"), timeout=300)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"did not answer within", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
