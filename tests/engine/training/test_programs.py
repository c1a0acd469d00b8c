"""The programs of the engine end when they must."""

import unittest

import cases
from programs import built, program, run

PROGRAMS = ("crown-tables", "crown-verify", "crown-train", "crown-tune")


class Help(unittest.TestCase):
    def test_help_anywhere_prints_the_usage(self):
        for name in filter(lambda name: built([program(name)]), PROGRAMS):
            for arguments in (["--help"], ["-h"], ["english", "--help"]):
                with self.subTest(name=name, arguments=arguments):
                    result = run([program(name), *arguments])
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertRegex(result.stdout, rf"[Uu]sage: {name} ".encode())


class ClosedDescriptors(cases.ClosedDescriptors):
    def test_programs_of_the_engine(self):
        for name in PROGRAMS:
            self.ends([program(name)], (2,))


class Signals(cases.Signals):
    def test_programs_of_the_engine(self):
        self.ends("makes tables", [program("crown-tables"), "english", "--pieces", "6", "--threads", "1", "--dir", "t"])
        self.ends("plays games", [program("crown-train"), "play", "english", "--out", "d", "--games", "1000000"])


if __name__ == "__main__":
    unittest.main()
