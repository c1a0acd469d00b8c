"""Measures the time from `stop` to the best move of the page's engine, in node and in browsers, with and without shared memory.
`scripts/bench page-engine [TIMES]`."""

import functools
import json
import statistics
import string
import subprocess
import sys

from browser import Page
from firefox import FirefoxPage
from relay import ENGINE, Site
from servers import ROOT, Engine

# The promised values on an idle machine.
MOST_MS = 50
NODE = ROOT / "tests/clients/web/engine/stops.mjs"

STOPS = """
    const [position, times] = arguments;
    const worker = new Worker('engine/worker.js', { type: 'module' });
    const say = (line) => worker.postMessage({ line });
    const answer = (word) => new Promise((done, fail) => (worker.onmessage = ({ data: { line, failed } }) => {
      if (failed) fail(new Error(failed));
      if (line?.split(' ')[0] === word) done(performance.now());
    }));
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    worker.postMessage({ start: { memory: 64 } });
    say(`position ${position}`);
    const stop = async (number) => {
      say('go infinite');
      await answer('info');
      await pause(150 + (number * 37) % 60);
      const asked = performance.now();
      say('stop');
      return (await answer('bestmove')) - asked;
    };
    return (async () => {
      const found = [];
      while (found.length < times) found.push(await stop(found.length));
      worker.terminate();
      return found;
    })();
    """


def starts():
    """The start position of each game, and the largest board of reduced chess."""
    engine = Engine()
    games = engine.games()
    engine.close()
    kinds = ["K" if i == 13 else "RB"[min(i, 25 - i) % 2] for i in range(26)]
    row = lambda number: ",".join(f"{kind}{column}{number}" for kind, column in zip(kinds, string.ascii_lowercase))
    return {**{game: f"{game} startpos" for game in games}, "reduced-chess 26x26": f"reduced-chess 26 {row(1)} {row(26)} w"}


def in_node(positions, times):
    said = subprocess.run(["node", str(NODE), str(ENGINE), str(times), *positions.values()], stdout=subprocess.PIPE, text=True, check=True)
    ways = {"isolated": "shared memory", "threads": "threads"}
    for page, found in json.loads(said.stdout).items():
        for game, position in positions.items():
            yield ways[page], game, found[position]


def in_browser(page, positions, times):
    """The second visit shares memory."""
    for way in ("new worker", "shared memory"):
        site = Site(real=True)
        try:
            page.start(site.url)
            page.look()
            page.open()
            if way == "shared memory":
                page.wait(lambda: page.script("return document.documentElement.dataset.kept") == "all", "all to be kept")
                page.reload()
            assert page.script("return crossOriginIsolated") == (way == "shared memory")
            for game, position in positions.items():
                yield way, game, page.script(STOPS, position, times)
        finally:
            page.leave()
            site.close()


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    positions = starts()
    print(f"{'where':<10}{'a search':<16}{'game':<22}{'median':>10}{'worst':>10}")
    slow = False
    for where, measure in (("node", in_node), ("chromium", functools.partial(in_browser, Page())), ("firefox", functools.partial(in_browser, FirefoxPage()))):
        for way, game, found in measure(positions, times):
            slow = slow or max(found) > MOST_MS
            print(f"{where:<10}{way:<16}{game:<22}{statistics.median(found):>7.1f} ms{max(found):>7.1f} ms", flush=True)
    if slow:
        print(f"{MOST_MS} ms are promised: is the machine idle?")
        sys.exit(1)


if __name__ == "__main__":
    main()
