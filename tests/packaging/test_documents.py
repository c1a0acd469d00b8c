"""test_documents.py BIN DOCUMENTS PROGRAM...: the man pages and completions agree with --help, and --version describes the
build."""

import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

BIN, DOCUMENTS = (pathlib.Path(word) for word in sys.argv[1:3])
PROGRAMS = sys.argv[3:]


def output(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def reported(program, *words):
    """The options in --help: words at the beginning of a line, indented by two columns."""
    labels = re.findall(r"^  (-\S*)", output(BIN / program, *words, "--help"), re.MULTILINE)
    return {re.sub(r"\{.*", "", name) for label in labels for name in label.split(",")}


def games():
    return re.findall(r"^  (\S+) +play ", output(BIN / "crown", "--help"), re.MULTILINE)


def subcommands(program):
    """The subcommands with their own --help."""
    text = output(BIN / program, "--help")
    listed = re.search(r"^(?:Subcommands|Games):\n((?:  .*\n)+)", text, re.MULTILINE)
    names = re.findall(r"^  (\S+)", listed[1], re.MULTILINE) if listed else []
    return [name for name in names if subprocess.run([BIN / program, name, "--help"], capture_output=True).returncode == 0]


def documented(program):
    """The options with a paragraph in each section of the man page; the program's own under ''."""
    found, section = {}, ""
    for line in gzip.open(DOCUMENTS / "man" / f"{program}.1.gz", "rt", encoding="utf-8"):
        if heading := re.match(r"\.SH (?:OPTIONS OF (.*)|.*)", line):
            section = (heading[1] or "").lower().replace("\\-", "-")
        elif line.startswith("\\fB\\-"):
            names = re.findall(r"\\fB(.*?)\\fR", line)
            found.setdefault(section, set()).update(name.replace("\\-", "-") for name in names)
    return found


def bash_completes(program, *words):
    function = "_" + program.replace("-", "_")
    script = f'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); {function}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return set(output("bash", "-c", script, DOCUMENTS / "bash" / program, program, *words).split())


class ManPages(unittest.TestCase):
    def test_man_pages_have_the_options_of_help(self):
        for program in PROGRAMS:
            with self.subTest(program):
                expected = {"": reported(program)} | {name: reported(program, name) for name in subcommands(program)}
                self.assertGreater(sum(map(len, expected.values())), 5)
                self.assertEqual(documented(program), expected)

    def test_man_pages_are_valid(self):
        if not shutil.which("man"):
            self.skipTest("there is no man here")
        for program in PROGRAMS:
            done = subprocess.run(["man", "--warnings", "-l", DOCUMENTS / "man" / f"{program}.1.gz"], capture_output=True, text=True,
                                  env={"LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "PATH": "/usr/bin:/bin"}, check=True)
            self.assertEqual(done.stderr, "")
            self.assertIn("SEE ALSO", done.stdout)


class Completions(unittest.TestCase):
    def test_bash_completes_every_option(self):
        for program in PROGRAMS:
            self.assertEqual(bash_completes(program, "-"), reported(program))
            for name in subcommands(program):
                self.assertEqual(bash_completes(program, name, "-"), reported(program, name))

    def test_bash_completes_values(self):
        self.assertEqual(bash_completes("crown", ""), set(games()))
        self.assertEqual(bash_completes("crownd", "--game", ""), set(games()))
        self.assertEqual(bash_completes("crown-match", "me"), {"merge"})
        self.assertEqual(bash_completes("crownd", "--log-level", "e"), {"error"})

    def test_zsh_completes_every_option(self):
        for program in PROGRAMS:
            file = DOCUMENTS / "zsh" / f"_{program}"
            if shutil.which("zsh"):
                output("zsh", "-n", file)
            known = set(re.findall(r"^ *'\*?(-[^\[]*)\[", file.read_text(), re.MULTILINE))
            self.assertEqual(known, reported(program).union(*(reported(program, name) for name in subcommands(program))))

    def test_fish_completes_every_option(self):
        for program in PROGRAMS:
            file = DOCUMENTS / "fish" / f"{program}.fish"
            for name in ["", *subcommands(program)]:
                options = reported(program, *([name] if name else []))
                condition = f"'__fish_seen_subcommand_from {name}'" if name else "'not __fish_seen_subcommand_from "
                lines = file.read_text().splitlines()
                if subcommands(program):
                    lines = [line for line in lines if condition in line]
                known = {"--" + long for line in lines for long in re.findall(r" -l (\S+)", line)}
                known |= {"-" + short for line in lines for short in re.findall(r" -s (\S+)", line)}
                self.assertEqual(known, options)
            if shutil.which("fish"):
                output("fish", "-n", file)
                self.assertIn("--version", output("fish", "-N", "-c", f"source {file}; complete -C '{program} --vers'"))


class Version(unittest.TestCase):
    def test_each_program_prints_its_version(self):
        for program in PROGRAMS:
            lines = output(BIN / program, "--version").splitlines()
            self.assertRegex(lines[0], rf"^{program} \d+\.\d+\.\d+$")
            self.assertRegex(lines[1], r"^commit: ([0-9a-f]{40}( with changes)?|unknown)$")
            self.assertRegex(lines[2], r"^instruction set: \S")
            self.assertRegex(lines[3], r"^libraries: Boost \d.*OpenSSL \d.*zstd \d")
            self.assertEqual(len(lines), 4)

    def test_the_daemon_prints_its_instruction_set(self):
        self.assertRegex(output(BIN / "crownd", "--version"), r"; vectors: [A-Z]")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
