"""test_pages.py BIN SOURCE PROGRAM... -- FOLDER...: checks the tables of all Markdown pages, and that pages have the ports and defaults
of the programs. The README of a FOLDER describes its PROGRAM."""

import pathlib
import re
import subprocess
import sys
import unittest

BIN, SOURCE = (pathlib.Path(word) for word in sys.argv[1:3])

# The daemon, its metrics, and the board in the browser.
PORTS = {7711, 7712, 7780}

PROGRAMS = sys.argv[3 : sys.argv.index("--")]
FOLDERS = sys.argv[sys.argv.index("--") + 1 :]
# The page of each program.
DESCRIBED = {f"{pathlib.Path(folder).relative_to(SOURCE)}/README.md": program for program, folder in zip(PROGRAMS, FOLDERS)}
DESCRIBED = {page: program for page, program in DESCRIBED.items() if (SOURCE / page).exists()}
DESCRIBED |= {"PROTOCOL.md": "crownd", "protocol/OPERATING.md": "crownd"}


def pages():
    names = subprocess.run(["git", "-C", SOURCE, "ls-files", "*.md"], capture_output=True, text=True)
    found = names.stdout.split() if names.returncode == 0 else []
    return found or [str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.md") if "build" not in path.parts]


def cells(row):
    """The number of cells in a row: pipes separate them, also in code, unless after a backslash."""
    return len(re.split(r"(?<!\\)\|", row.strip().strip("|")))


def damaged_rows(text):
    """The faults, by line number, of rows that are not shown as a table."""
    damaged, columns, before, in_code = [], 0, "", False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("```"):
            in_code = not in_code
        if in_code or line.startswith("    ") and not columns:
            columns, before = 0, ""
            continue
        is_row = stripped.startswith("|")
        if is_row and re.fullmatch(r"[|:\- ]+", stripped) and "-" in stripped and not columns:
            columns = cells(stripped)
            if not before.startswith("|"):
                damaged.append((number, "no header"))
            elif cells(before) != columns:
                damaged.append((number, f"{columns} columns below a header of {cells(before)}"))
        elif is_row and columns and cells(stripped) != columns:
            damaged.append((number, f"{cells(stripped)} cells in a table of {columns} columns"))
        elif before.startswith("|") and not columns:
            damaged.append((number - 1, "no table"))
        elif columns and not is_row:
            if stripped:
                damaged.append((number, "text that becomes a row of the table"))
            columns = 0
        before = stripped
    if before.startswith("|") and not columns:
        damaged.append((number, "no table"))
    return damaged


def defaults(program):
    """The defaults of flags in --help: `--flag N=5`, or `; 5 without this flag`."""
    def help_of(*words):
        return subprocess.run([BIN / program, *words, "--help"], capture_output=True, text=True, check=not words).stdout

    found = {}
    listed = re.search(r"^(?:Subcommands|Games):\n((?:  .*\n)+)", help_of(), re.MULTILINE)
    subcommands = re.findall(r"^  (\S+)", listed[1], re.MULTILINE) if listed else []
    for text in [help_of()] + [help_of(each) for each in subcommands]:
        for entry in re.split(r"\n  (?=-)", text)[1:]:
            names = re.match(r"[-\w,]+", entry)[0].split(",")
            stated = re.search(r"^\S+ .*?=(\S+)", entry) or re.search(r"([\d.]+)\s+without\s+this\s+flag", entry)
            if stated:
                found.update({name: stated[1] for name in names})
    return found


class Pages(unittest.TestCase):
    def test_every_table_is_valid(self):
        self.assertGreater(len(pages()), 10)
        for page in pages():
            with self.subTest(page):
                self.assertEqual(damaged_rows((SOURCE / page).read_text(encoding="utf-8")), [])

    def test_damaged_tables_are_found(self):
        table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n"
        self.assertEqual(damaged_rows(table), [])
        self.assertEqual(damaged_rows(table + "| `x \\| y` | 2 |\n\ntext\n"), [])
        self.assertEqual(damaged_rows("```\n| a |\n```\n    | b |\n"), [])
        self.assertEqual(damaged_rows(table + "\n| 3 | 4 |\n"), [(5, "no table")])
        self.assertEqual(damaged_rows(table + "\n| 3 | 4 |\n| 5 | 6 |\n\n")[0], (5, "no table"))
        self.assertEqual(damaged_rows(table + "| 3 |\n"), [(4, "1 cells in a table of 2 columns")])
        self.assertEqual(damaged_rows(table + "| `x | y` | 2 |\n"), [(4, "3 cells in a table of 2 columns")])
        self.assertEqual(damaged_rows("| --- | --- |\n| 1 | 2 |\n"), [(1, "no header")])
        self.assertEqual(damaged_rows("| a |\n| --- | --- |\n"), [(2, "2 columns below a header of 1")])
        self.assertEqual(damaged_rows(table + "text\n"), [(4, "text that becomes a row of the table")])

    def test_pages_have_the_ports_of_the_programs(self):
        files = pages() + [str(path.relative_to(SOURCE)) for path in (SOURCE / "scripts").rglob("*.in")]
        files += [str(path.relative_to(SOURCE)) for path in SOURCE.glob("*/*/*.man.txt")]
        count = 0
        for name in files:
            text = (SOURCE / name).read_text(encoding="utf-8")
            for port in re.findall(r"(?:localhost|127\.0\.0\.1|0\.0\.0\.0|HOST|host|example\.org|\bone|\btwo):(\d{4,5})\b", text):
                with self.subTest(f"{name}: {port}"):
                    self.assertIn(int(port), PORTS)
                count += 1
        self.assertGreater(count, 20)

    def test_pages_have_the_defaults_of_help(self):
        count = 0
        for page, program in DESCRIBED.items():
            known = defaults(program)
            text = (SOURCE / page).read_text(encoding="utf-8")
            named = re.findall(r"`(--[-\w]+)[^`]*`(?: [A-Za-z]+)? \((\d[\d,.]*)(?: [A-Za-z]+)?\)", text)
            named += [(flag, share) for share, flag in re.findall(r"\| ([\d.]+) % \| `(--[-\w]+)", text)]
            named += re.findall(r"`(--[-\w]+) N` \|.*\b(\d+), the default\b", text)
            for flag, default in named:
                if flag not in known:
                    continue
                with self.subTest(f"{page}: {flag}"):
                    self.assertEqual(default.replace(",", ""), known[flag])
                count += 1
        self.assertGreater(count, 5)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
