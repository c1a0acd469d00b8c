"""A host of static files with the page, and a relay to crownd for its fake worker. The relay has its own port, so it outlives the host."""

import atexit
import functools
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from servers import CROWND, LIBRARY, PAGE, PROGRAMS, ROOT

sys.path.insert(0, str(ROOT / "clients/web"))
import page_files  # noqa: E402

FAKE = Path(__file__).with_name("fake_worker.js")
# Made by scripts/build wasm.
ENGINE = ROOT / "build/engine-page"
ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Browsers cancel requests that they no longer need."""

    def begin(self):
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def end(self):
        self.shutdown()
        self.server_close()


class Quiet(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass


class RelayHandler(Quiet):
    def allow(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        self.end_headers()

    def do_GET(self):
        """Answers `faults`, or begins a session: its number, then the lines of its crownd."""
        self.send_response(200)
        self.allow()
        if self.path.endswith("/faults"):
            self.wfile.write(json.dumps(self.server.faults).encode())
            return
        crownd = subprocess.Popen([*CROWND, "--no-tables", "--log-level", "error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        number = str(next(self.server.numbers))
        self.server.sessions[number] = crownd
        try:
            self.wfile.write(f"{number}\n".encode())
            # Until crownd or the page ends.
            while self.connection not in select.select([crownd.stdout, self.connection], [], [])[0]:
                said = os.read(crownd.stdout.fileno(), 1 << 16)
                if not said:
                    break
                self.wfile.write(said)
        except OSError:
            pass
        finally:
            crownd.kill()
            crownd.wait()

    def do_POST(self):
        lines = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.lines += lines.decode().split("\n")
        crownd = self.server.sessions[self.path.rsplit("/", 1)[1]]
        crownd.stdin.write(lines + b"\n")
        crownd.stdin.flush()
        self.send_response(204)
        self.allow()


class Relay:
    def __init__(self):
        self.server = Server(("127.0.0.1", 0), RelayHandler)
        self.server.numbers = itertools.count()
        self.server.sessions = {}
        self.server.faults = {}
        self.server.lines = []
        self.server.begin()
        self.url = f"http://127.0.0.1:{self.server.server_port}/relay"

    def faults(self, **faults):
        """Sets the faults of fake engines that start later."""
        self.server.faults = faults

    @property
    def lines(self):
        """The lines received in all sessions."""
        return self.server.lines

    def close(self):
        for crownd in self.server.sessions.values():
            crownd.kill()
        self.server.end()


def write_fake(path, relay=""):
    path.write_text(f"const relay = '{relay}';\n{FAKE.read_text(encoding='utf-8')}", encoding="utf-8")


class SiteHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        self.server.asked.append(path)
        if path in self.server.missing:
            return self.send_error(404)
        return super().do_GET()

    def end_headers(self):
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()


@functools.cache
def made_page():
    """The page as scripts/package page makes it, without the engine."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    page = Path(folder.name) / "page"
    shutil.copytree(PAGE, page)
    shutil.copytree(LIBRARY, page / "library")
    page_files.make(page, str(PROGRAMS / "crownd"))
    return page


class Site:
    """The page below a path, as on GitHub Pages. `real`: with the engine of scripts/build wasm, else with the fake one."""

    def __init__(self, relay=None, real=False):
        self.folder = tempfile.TemporaryDirectory()
        self.page = Path(self.folder.name) / "some/path"
        shutil.copytree(made_page(), self.page)
        if real:
            shutil.copytree(ENGINE, self.page / "engine")
        else:
            (self.page / "engine").mkdir()
            write_fake(self.page / "engine/worker.js", relay.url)
        self.publish()
        self.server = None
        self.port = 0
        self.asked = []
        self.missing = set()
        self.headers = {}
        self.begin()

    def publish(self):
        """Publishes the present files as a new version."""
        page_files.list_files(self.page)

    def report_memory(self):
        """Lets sessions of the real engine report their names and bytes of memory in the channel `memory`."""
        session = self.page / "engine/session.js"
        text = session.read_text(encoding="utf-8")
        run = "exports.crownd_run();"
        tells = text.replace("exports = instance.exports;", "exports = instance.exports; self.memory = exports.memory ?? imports.env.memory;").replace(
            run, f"{run} memoryChannel.postMessage([name, self.memory.buffer.byteLength]);")
        tells += "\nconst memoryChannel = new BroadcastChannel('memory');\nconst name = crypto.randomUUID();\n"
        assert tells.count("memoryChannel") == 2 and "self.memory = " in tells
        session.write_text(tells, encoding="utf-8")
        self.publish()

    def isolate(self):
        """Sends the headers for isolation."""
        self.headers.update(ISOLATION)

    def omit_service_worker(self):
        """Lets the page find no list of files to keep."""
        self.missing.add("/some/path/files.json")

    def begin(self):
        def handler(*arguments):
            return SiteHandler(*arguments, directory=self.folder.name)

        self.server = Server(("127.0.0.1", self.port), handler)
        self.server.asked = self.asked
        self.server.missing = self.missing
        self.server.headers = self.headers
        self.port = self.server.server_port
        self.server.begin()
        self.url = f"http://127.0.0.1:{self.port}/some/path/"

    def end(self):
        """Stops the server: the page is offline."""
        self.server.end()
        self.server = None

    def close(self):
        if self.server:
            self.end()
        self.folder.cleanup()
