"""Measures the first visit of a static host on a slow line. `scripts/bench web` calls this. Chromium's developer tools slow down network and
processor."""

import functools
import gzip
import statistics
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from relay import Relay, Server, Site

# Lighthouse's slow mobile line: milliseconds of a round trip, and bytes a second for 1.6 and 0.75 Mbit/s.
SLOW_LINE = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SLOWER = 4
# The promised times on such a line.
MOST_BOARD_MS = 1000

# Times of the first board and of the ready page, and total blocking time.
WATCH = """
    window.loading = { blocked: 0 };
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (loading.blocked += duration - 50))).observe({ type: 'longtask' });
    const watch = () => {
      const piece = document.querySelector('.piece');
      if (!piece?.getBoundingClientRect().width) return requestAnimationFrame(watch);
      requestAnimationFrame(() => setTimeout(() => (loading.board = performance.now())));
    };
    requestAnimationFrame(watch);
    document.addEventListener('DOMContentLoaded', () => {
      const root = document.documentElement;
      const look = () => root.classList.contains('ready') && (loading.ready ??= performance.now());
      new MutationObserver(look).observe(root, { attributes: true });
    });
    """
TIMES = """
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const [page] = performance.getEntriesByType('navigation');
    const files = [page, ...performance.getEntriesByType('resource')];
    const isEngine = ({ name }) => name.includes('/engine/');
    const bytes = files.filter((each) => !isEngine(each)).reduce((sum, { transferSize }) => sum + transferSize, 0);
    return { paint, bytes, ...loading };
    """


class PackedHandler(SimpleHTTPRequestHandler):
    """Compresses texts and keeps connections open, like hosts of static files."""

    protocol_version = "HTTP/1.1"
    packed = (".html", ".js", ".css", ".json", ".svg", ".webmanifest", ".wasm")

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if path.suffix in self.packed:
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def slow(page, slower):
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **SLOW_LINE})
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": slower})


def first_visit(page, url, slower):
    """Milliseconds until the first paint, the first board, and the ready page; total blocking time; and bytes of the page without the
    engine."""
    page.start(url)
    page.on_load(WATCH)
    page.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    slow(page, slower)
    page.driver.get(url)
    page.wait(lambda: page.script("return Boolean(loading.board && loading.ready)"), "the page")
    return page.script(TIMES)


def first_visits(page, times):
    """Medians of first visits, on this processor and on one slowed down by `SLOWER`."""
    relay = Relay()
    site = Site(relay)
    server = Server(("127.0.0.1", 0), functools.partial(PackedHandler, directory=site.folder.name)).begin()
    try:
        for slower in (1, SLOWER):
            found = [first_visit(page, f"http://127.0.0.1:{server.server_port}/some/path/", slower) for _ in range(times)]
            yield slower, {name: statistics.median(each[name] for each in found) for name in found[0]}
    finally:
        slow(page, 1)
        server.end()
        site.close()
        relay.close()
