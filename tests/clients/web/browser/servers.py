"""The programs under test: crown-web, and a crownd that knows the rules."""

import os
import re
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
PROGRAMS = Path(os.environ.get("CROWND_BIN_DIR", ROOT / "build/release/bin"))
PAGE = ROOT / "clients/web/page"
# Third-party modules of the page.
LIBRARY = PROGRAMS.parent / "clients/web/library"
# The browser has priority over the engine.
CROWND = ("nice", "-n", "5", str(PROGRAMS / "crownd"))


class Web:
    """crown-web on a free port of the loopback with its own engine, which has only these opening books, by game."""

    def __init__(self, *flags, books=None):
        program = [str(PROGRAMS / "crown-web"), "--listen", "127.0.0.1:0", "--no-open", *flags]
        if "--page-engine" not in flags:
            program += ["--page-engine", "none"]
        self.home = tempfile.TemporaryDirectory()
        folder = Path(self.home.name) / "crownd/books"
        folder.mkdir(parents=True)
        engine = f"{' '.join(CROWND)} --no-books"
        for game, book in (books or {}).items():
            (folder / f"{game}.cbk").write_bytes(book)
            engine += f" --book {folder / game}.cbk"
        if not {"--crownd", "--connect"}.intersection(flags):
            program += ["--crownd", engine]
        environment = dict(os.environ, XDG_DATA_HOME=self.home.name)
        self.process = subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.url = ""
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                self.url = found.group(0)
                break
        if not self.url:
            raise RuntimeError("crown-web did not say where it listens")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def engines(self):
        """Process ids of its engines."""
        listed = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(number) for number in listed.stdout.split()]

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        self.home.cleanup()


class Daemon:
    """crownd on a port of the loopback."""

    def __init__(self, address="127.0.0.1:0"):
        self.process = subprocess.Popen([*CROWND, "--no-tables", "--listen", address], stderr=subprocess.PIPE, text=True)
        self.address = next(found.group(1) for line in self.process.stderr if (found := re.search(r"listening on (\S+)", line)))

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


class Engine:
    """crownd as a child process."""

    def __init__(self):
        self.process = subprocess.Popen(
            [str(PROGRAMS / "crownd"), "--no-tables"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *lines, last="readyok"):
        """Sends lines; returns the answers up to a line that begins with `last`."""
        self.process.stdin.write("\n".join([*lines, "isready"] if last == "readyok" else lines) + "\n")
        self.process.stdin.flush()
        answers = []
        for line in self.process.stdout:
            answers.append(line.rstrip("\n"))
            if line.split()[0] == last or (last != "readyok" and line.startswith("error ")):
                break
        return answers

    def games(self):
        return [line.split()[1] for line in self.ask("games") if line.startswith("game ")]

    def routes(self, game, start, moves):
        """(move, path) of each route in a position."""
        lines = self.ask(position(game, start, moves), "legalmoves squares")
        routes = []
        for line in lines:
            words = line.split()
            if words[0] != "route":
                continue
            path = words[words.index("path") + 1 :]
            for key in ("takes", "becomes"):
                if key in path:
                    path = path[: path.index(key)]
            routes.append((words[1], path))
        return routes

    def status(self, game, start, moves):
        return self.ask(position(game, start, moves), "status")[0]

    def best_move(self, game, start, moves):
        self.ask(position(game, start, moves))
        return self.ask("go depth 4", last="bestmove")[-1].split()[1]

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


def position(game, start, moves):
    played = f" moves {' '.join(moves)}" if moves else ""
    return f"position {game} {start}{played}"
