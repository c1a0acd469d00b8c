"""documents OUT BIN TEXT... -- [EMULATOR...]: writes man pages and completions of the programs in the folder BIN to the folder OUT, from
their --help and, for each, a TEXT of the name PROGRAM.man.txt. The emulator runs programs for another machine."""

import datetime
import email.utils
import gzip
import pathlib
import re
import subprocess
import sys

import completions
import help_text
import manual

PACKAGING = pathlib.Path(__file__).resolve().parent.parent
SOURCE = PACKAGING.parent.parent
# Positional arguments of subcommands.
AFTER = {name: completions.FILES for name in ("merge", "compliance", "stats", "export", "verify")}


def main():
    out, folder, *texts = sys.argv[1:]
    end = texts.index("--")
    texts, emulator = {pathlib.Path(text).name.removesuffix(".man.txt"): pathlib.Path(text) for text in texts[:end]}, texts[end + 1 :]
    out, folder = pathlib.Path(out), pathlib.Path(folder).resolve()

    def says(program, *words):
        # crown asks an engine for its games; by default it would start the one beside it without the emulator.
        more = ["--engine", " ".join([*emulator, str(folder / "crownd")])] if program == "crown" else []
        done = subprocess.run([*emulator, str(folder / program), *words, "--help", *more], capture_output=True, text=True, check=not words)
        return help_text.parse(done.stdout) if done.returncode == 0 else None

    helps = {program: says(program) for program in texts}
    games = [item.names[0] for item in helps["crown"].subcommands] if "crown" in helps else []
    version, date = release()
    for program, reported in helps.items():
        # Subcommands without their own --help have the options of the program.
        subcommands = [(item.names[0], says(program, item.names[0])) for item in reported.subcommands]
        subcommands = [(name, sub) for name, sub in subcommands if sub]
        for option in [*reported.options, *[option for _, sub in subcommands for option in sub.options]]:
            if option.names[0] == "--game":
                option.choices = games
        extra = texts[program].read_text()
        completed = [(name, sub, AFTER.get(name, completions.NOTHING)) for name, sub in subcommands]
        write_packed(out / "man" / f"{program}.1.gz", manual.page(program, version, date, reported, subcommands, extra))
        write(out / "bash" / program, completions.bash(program, reported, completed))
        write(out / "zsh" / f"_{program}", completions.zsh(program, reported, completed))
        write(out / "fish" / f"{program}.fish", completions.fish(program, reported, completed))

    write_packed(out / "changelog.gz", (SOURCE / "CHANGELOG.md").read_text())
    write_packed(out / "changelog.Debian.gz", debian_changelog(version, date))


def debian_changelog(version, date):
    when = email.utils.format_datetime(datetime.datetime.fromisoformat(date + "T12:00:00+00:00"))
    author = re.search(r'MAINTAINER "(.*)"', (PACKAGING / "package.cmake").read_text())[1]
    return f"crownd ({version}-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- {author}  {when}\n"


def release():
    """The version and date of the newest entry of CHANGELOG.md."""
    found = re.search(r"^## (\S+) - (\S+)$", (SOURCE / "CHANGELOG.md").read_text(), re.MULTILINE)
    return found[1], found[2]


def write_packed(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


main()
