"""Prepares a folder with the page and its engine, `engine/worker.js`, for any web server: bundles the modules, embeds the answers to the
page's first requests in `index.html`, and writes `files.json` for the service worker.

python3 clients/web/page_files.py FOLDER CROWND: CROWND, of the engine's version, provides the answers.
python3 clients/web/page_files.py --of-crown-web SOURCE LIBRARY FOLDER CROWND...: for crown-web, a bundled copy of the page, which has
neither engine nor `files.json`. CROWND may be a command of several words."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from page_bundle import bundle

WORKER = "engine/worker.js"
# Length of hashes, as in crown-web's ETags.
HASH_DIGITS = 24
# Requests of `Referee.view` in page/protocol/referee.js.
VIEW = ("fen", "status", "squares", "legalmoves squares")
# Files that the service worker does not cache.
NOT_KEPT = {"files.json", "sw.js", "engine/notices.txt"}


def hash_of(data):
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


class Crownd:
    def __init__(self, program):
        command = [*program, "--no-tables", "--log-level", "error"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, lines):
        """The answers to lines, including `readyok`, as the page gets them."""
        self.process.stdin.write("\n".join([*lines, "isready"]) + "\n")
        self.process.stdin.flush()
        answers = []
        while not answers or answers[-1] != "readyok":
            line = self.process.stdout.readline()
            if not line or line.startswith("error "):
                raise SystemExit(f"page_files.py: {lines} got {line.strip() or 'no answer'!r}")
            answers.append(line.rstrip("\n"))
        return answers

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def pictures(page):
    """(game, position) of the pictures on the start page."""
    text = (page / "games/specifications.js").read_text(encoding="utf-8")
    listed = text.partition("export const pictures = {")[2].partition("};")[0]
    return re.findall(r"^ *'?([\w-]+)'?: '(.+)',$", listed, re.MULTILINE)


def first_answers(page, program):
    """Answers to the page's first requests, so that its boards need not wait for the engine."""
    crownd = Crownd(program)
    answers = {"games": crownd.ask(["games"])}
    games = [line.split()[1] for line in answers["games"] if line.startswith("game ")]
    for game, position in [*((game, "startpos") for game in games), *pictures(page)]:
        lines = [f"position {game} {position}", *VIEW]
        answers["\n".join(lines)] = crownd.ask(lines)
    crownd.close()
    return answers


def put_data(page, name, data):
    """Embeds data in `index.html`, so that the first boards wait for no other file."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    index = page / "index.html"
    with_data = f'<script type="application/json" id="{name}">{text}</script>\n</body>'
    index.write_text(index.read_text(encoding="utf-8").replace("</body>", with_data), encoding="utf-8")


def put_english(page):
    """Moves the English texts into `index.html`."""
    texts = page / "lang/en.json"
    put_data(page, "texts", json.loads(texts.read_text(encoding="utf-8")))
    texts.unlink()


def list_files(page):
    """Writes `files.json`."""
    hashes = {"page": {}, "engine": {}}
    for path in sorted(page.rglob("*")):
        name = path.relative_to(page).as_posix()
        if path.is_file() and name not in NOT_KEPT:
            hashes["engine" if name.startswith("engine/") else "page"][name] = hash_of(path.read_bytes())
    all_hashes = hash_of(json.dumps(hashes).encode())
    (page / "files.json").write_text(json.dumps({"version": all_hashes, **hashes}), encoding="utf-8")


def make(page, program):
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    put_data(page, "config", {"version": version, "engines": [{"name": "crownd", "worker": WORKER}]})
    put_data(page, "answers", first_answers(page, [program]))
    put_english(page)
    bundle(page)
    list_files(page)


def make_for_crown_web(source, library, page, program):
    shutil.rmtree(page, ignore_errors=True)
    shutil.copytree(source, page, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(library, page / "library")
    put_data(page, "answers", first_answers(page, program))
    put_english(page)
    bundle(page)
    # The bundle contains the library, so its licence is kept.
    shutil.rmtree(page / "library")
    for licence in library.glob("*/LICENSE"):
        (page / "library" / licence.parent.name).mkdir(parents=True)
        shutil.copy(licence, page / "library" / licence.parent.name / "LICENSE.txt")


if __name__ == "__main__":
    if sys.argv[1] == "--of-crown-web":
        make_for_crown_web(*map(Path, sys.argv[2:5]), sys.argv[5:])
    else:
        make(Path(sys.argv[1]), sys.argv[2])
