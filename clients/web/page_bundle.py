"""Bundles the page's modules and styles with esbuild, so that a visit needs few files in sequence. `page_files.py` calls this."""

import json
import re
import subprocess
from pathlib import Path

# The scripts of `index.html`: the first boards, and the page.
ENTRIES = ("first_boards.js", "main.js")
STYLES = "style/page.css"
SERVICE_WORKER = "sw.js"
# Loaded on demand, with copies of its imports.
READER = "game/read.js"
# The language level of all browsers that run the engine.
TARGET = "es2022"


def esbuild(page, *flags, **how):
    command = ["esbuild", "--minify", "--charset=utf8", "--log-level=warning", f"--target={TARGET}", *flags]
    subprocess.run(command, cwd=page, check=True, **how)


def bundle(page):
    """Makes one script for the first boards, one for the page, one for the reader, and one style sheet."""
    in_place = ["--format=esm", "--outdir=.", "--outbase=.", "--allow-overwrite"]
    esbuild(page, "--bundle", *in_place, f"--external:./{READER}", *ENTRIES)
    esbuild(page, "--bundle", *in_place, READER)
    kept = {*ENTRIES, READER, SERVICE_WORKER}
    for path in page.rglob("*.js"):
        name = path.relative_to(page).as_posix()
        if name not in kept and not name.startswith("engine/"):
            path.unlink()
    for path in page.rglob("*.md"):
        path.unlink()
    for path in [*page.glob("lang/*.json"), *page.glob("games/*.json")]:
        texts = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(texts, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    index = (page / "index.html").read_text(encoding="utf-8")
    index = re.sub(r'<link rel="modulepreload" .+>\n', "", index)
    first, *others = re.findall(r'<link rel="stylesheet" href="(.+?)">\n', index)
    together = "".join(f'@import "./{style}";' for style in (first, *others))
    esbuild(page, "--bundle", "--loader=css", f"--outfile={STYLES}", input=together, text=True)
    index = index.replace(first, STYLES)
    for style in others:
        index = index.replace(f'<link rel="stylesheet" href="{style}">\n', "")
    for style in (first, *others):
        (page / style).unlink()
    index = re.sub(r">\n\s*<", "><", index)  # layout does not depend on white space
    (page / "index.html").write_text(index, encoding="utf-8")

    for folder in [each for each in page.iterdir() if each.is_dir() and not any(each.iterdir())]:
        folder.rmdir()
