"""The page's modules and styles as a few files, so that no visitor waits for one that names the next: what is needed at once is named in
`index.html`. esbuild does the work; `page_files.py` calls this."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

# What `index.html` begins with: the first boards, and the page.
ENTRIES = ("first.js", "main.js")
STYLES = "style/page.css"
SERVICE_WORKER = "sw.js"
# Modules there that import nothing are texts: languages, and the rules of games.
TEXTS = ("lang/", "rules/")
# Loaded when there is something to read, with copies of what it imports.
READER = "game/read.js"
# What all browsers have that run the engine.
TARGET = "es2022"


def esbuild(page, *flags, **how):
    command = ["esbuild", "--minify", "--charset=utf8", "--log-level=warning", f"--target={TARGET}", *flags]
    subprocess.run(command, cwd=page, check=True, **how)


def files_for_later(page):
    """Those that are loaded when somebody wants them."""
    with tempfile.TemporaryDirectory() as made:
        esbuild(page, "--bundle", "--format=esm", f"--outdir={made}", f"--metafile={made}/made.json", *ENTRIES)
        modules = json.loads(Path(made, "made.json").read_text(encoding="utf-8"))["inputs"]
    wanted = {each["path"] for module in modules.values() for each in module["imports"] if each["kind"] == "dynamic-import"}
    return sorted(path for path in wanted if path == READER or (path.startswith(TEXTS) and not modules[path]["imports"]))


def bundle(page):
    """One file of modules for the first boards, one for all else but what is loaded later, and one of styles."""
    later = files_for_later(page)
    in_place = ["--format=esm", "--outdir=.", "--outbase=.", "--allow-overwrite"]
    esbuild(page, "--bundle", *in_place, *(f"--external:./{path}" for path in later), *ENTRIES)
    esbuild(page, "--bundle", *in_place, *later)
    kept = {*ENTRIES, *later, SERVICE_WORKER}
    for path in page.rglob("*.js"):
        name = path.relative_to(page).as_posix()
        if name not in kept and not name.startswith("engine/"):
            path.unlink()

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
    (page / "index.html").write_text(index, encoding="utf-8")

    for folder in [each for each in page.iterdir() if each.is_dir() and not any(each.iterdir())]:
        folder.rmdir()
