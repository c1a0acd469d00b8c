"""Bundles the page's modules and styles with esbuild, so that a visit needs few files in sequence. `page_files.py` calls this."""

import json
import re
import subprocess
from pathlib import Path

# The scripts of `index.html`: the first boards, and the page.
ENTRIES = ("first_boards.js", "main.js")
STYLES = "style/page.css"
SERVICE_WORKER = "sw.js"
# Loaded on demand, with copies of their imports.
ON_DEMAND = ("game/read.js", "analysis/explain.js")
# The language level of all browsers that run the engine.
TARGET = "es2022"


def esbuild(page, *flags):
    command = ["esbuild", "--minify", "--charset=utf8", "--log-level=warning", f"--target={TARGET}", *flags]
    subprocess.run(command, cwd=page, check=True)


def bundle(page):
    """Makes one script for the first boards, one for the page, one for each module on demand, and one style sheet."""
    index = (page / "index.html").read_text(encoding="utf-8")
    index = re.sub(r'<link rel="modulepreload" .+>\n', "", index)
    link = r'<link rel="stylesheet" href="(.+?)">\n'
    styles = re.findall(link, index)
    (page / STYLES).write_text("".join(f'@import "../{style}";\n' for style in styles), encoding="utf-8")
    index = re.sub(f"({link})+", f'<link rel="stylesheet" href="{STYLES}">\n', index)
    index = re.sub(r">\n\s*<", "><", index)  # layout does not depend on white space
    (page / "index.html").write_text(index, encoding="utf-8")

    in_place = ["--format=esm", "--outdir=.", "--outbase=.", "--allow-overwrite"]
    esbuild(page, "--bundle", *in_place, *(f"--external:./{name}" for name in ON_DEMAND), *ENTRIES, STYLES)
    esbuild(page, "--bundle", *in_place, *ON_DEMAND)
    kept = {*ENTRIES, *ON_DEMAND, SERVICE_WORKER}
    for path in page.rglob("*.*"):
        name = path.relative_to(page).as_posix()
        if name in styles or path.suffix in {".js", ".md"} and name not in kept and not name.startswith("engine/"):
            path.unlink()
    for path in [*page.glob("lang/*.json"), *page.glob("games/*.json")]:
        texts = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(texts, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    for folder in [each for each in page.iterdir() if each.is_dir() and not any(each.iterdir())]:
        folder.rmdir()
