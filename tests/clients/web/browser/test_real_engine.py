"""The engine of scripts/package page on a static host. `scripts/test web test_real_engine` runs only these."""

import os
import time
import unittest

import test_page_engine
import test_fallback_engine
from firefox import FirefoxPage
from relay import ENGINE
from site_case import SiteTest

exists = unittest.skipUnless((ENGINE / "worker.js").exists(), "scripts/package page has made no engine")

MOST_MEMORY = 200_000_000

# The answers of a new worker up to a line that begins with a word.
ASK = """
    const [lines, last] = arguments;
    const worker = new Worker('engine/worker.js', { type: 'module' });
    worker.postMessage({ start: { memory: 64 } });
    for (const line of lines) worker.postMessage({ line });
    const answers = [];
    return new Promise((done) => (worker.onmessage = ({ data: { line, failed } }) => {
      if (line ?? failed) answers.push(line ?? failed);
      if (failed === undefined && line?.split(' ')[0] !== last) return;
      worker.terminate();
      done(answers);
    }));
    """
# Makes later workers accessible to tests.
REMEMBER_WORKERS = """
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        window.workers.push(this);
      }
    };
    """
# In a timer, since scripts of the driver ignore the policy.
EVALUATES = """
    return new Promise((done) => setTimeout(() => {
      try {
        done(new Function('return false')());
      } catch (error) {
        done(error instanceof EvalError);
      }
    }));
    """
POLICY = {"default-src": ["'none'"], "script-src": ["'self'", "'wasm-unsafe-eval'"], "worker-src": ["'self'"], "connect-src": ["'self'"]}


@exists
class RealEngine(SiteTest):
    real = True

    def ask(self, page, *lines, last):
        return page.script(ASK, lines, last)

    def test_every_game_is_played_without_a_network_after_a_first_visit(self, page):
        self.kept(page)
        self.site.end()
        page.reload()
        for game in self.games:
            with self.subTest(game):
                # Reduced chess starts on a random board unless another is chosen.
                start = "example" if game == "reduced-chess" else None
                page.new_game(game, ("engine 0", "engine 0"), start=start, limit=("depth", 2))
                page.wait(lambda: len(page.moves()) >= 2 or "has won" in page.state(), "moves of both sides, or an end")
                moves = page.moves()[:2]
                self.assertTrue(self.engine.status(game, "startpos", moves).startswith("status"), moves)

    def test_memory_is_modest_until_an_analysis_takes_long(self):
        self.site.report_memory()
        page = self.page().open()
        self.kept(page)
        page.reload()
        self.assertTrue(page.script("return crossOriginIsolated"))
        if not page.script("return Boolean(performance.measureUserAgentSpecificMemory)"):
            self.skipTest("this browser does not measure a page's memory")
        page.script("window.memories = {}; new BroadcastChannel('memory').onmessage = ({ data: [name, bytes] }) => (memories[name] = bytes)")
        page.new_game("english", ("engine 0", "engine 0"), limit=("depth", 8))
        page.wait(lambda: len(page.moves()) >= 6, "moves of both sides")
        self.analyse_after_resigning(page, "spanish")
        page.wait(lambda: page.all(".lines li"), "a line")
        page.press("#engine-switch")
        # Chromium's measurement excludes the memory of engines.
        besides = page.script("return performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)")
        memories = page.script("return Object.values(memories)")
        self.assertGreaterEqual(len(memories), 3, "sessions of the referee, the players and the analysis")
        self.assertLess(sum(memories) + besides, MOST_MEMORY)

    def test_analysis_stops_and_begins_again_with_and_without_shared_memory(self, page):
        for isolated in (False, True):
            self.assertEqual(page.script("return crossOriginIsolated && typeof SharedArrayBuffer === 'function'"), isolated)
            self.analyse_twice(page)
            self.kept(page)
            page.reload()

    def test_chess_on_26_by_26_and_a_reload_in_mid_search(self, page):
        page.new_game("reduced-chess", ("engine 0", "human"), start="size", size=26, limit=("movetime", 600_000))
        self.thinks(page)
        page.reload()
        self.thinks(page)
        page.move_now()
        page.wait_moves(1)

    def test_missing_or_damaged_code_is_reported_and_loaded_later(self):
        self.site.missing.add("/some/path/engine/crownd.wasm")
        page = self.page().open()
        failure = lambda: page.one(".engine-failure").is_displayed() and page.one(".engine-failure").text
        lost = page.wait(failure, "the failure")
        self.assertIn("crownd.wasm", lost)
        code = self.site.page / "engine/crownd.wasm"
        whole = code.read_bytes()
        code.write_bytes(whole[: len(whole) // 2])
        self.site.missing.clear()
        page.press("#engine-retry")
        page.wait(lambda: (text := failure()) and text != lost, "the other failure")
        code.write_bytes(whole)
        os.utime(code, (time.time() + 2,) * 2)  # Host and cache compare times in seconds.
        page.press("#engine-retry")
        self.returns(page)
        page.play_engine()

    def test_exact_values_are_shown_if_known(self, page):
        position = "english W:WK29:BK22"
        (said,) = (each for each in self.ask(page, f"position {position}", "probe", last="probe") if each.startswith("probe"))
        value = {"probe loss 2": "Exact: loss (2 plies)", "probe unknown": ""}[said]
        page.read(position)
        page.start_analysis()
        self.assertEqual(page.one(".exact").text[: len(value) or None], value)

    def test_a_broken_engine_is_replaced_in_mid_search(self, page):
        page.script(REMEMBER_WORKERS)
        page.let_think()
        page.script("for (const each of workers) each.postMessage({ line: 5 })")
        page.wait(lambda: "does not run" in page.one(".engine-failure").text, "the failure")
        page.wait(lambda: not page.one(".engine-failure").is_displayed(), "its end")
        page.move_now()
        page.wait_moves(2)

    def test_stop_replaces_the_worker_without_shared_memory(self, page):
        self.assertFalse(page.script("return crossOriginIsolated"))
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 600_000))
        page.click("11", "15")
        page.move_now()
        page.wait_moves(2)
        self.analyse_twice(page)

    def test_the_policy_allows_webassembly_but_no_eval(self, page):
        content = page.script("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        policy = {name: words for name, *words in (each.split() for each in content.split(";"))}
        self.assertEqual({name: policy[name] for name in POLICY}, POLICY)
        if not isinstance(page, FirefoxPage):  # Firefox logs the refusal as an error of the page.
            self.assertTrue(page.script(EVALUATES), "an EvalError")
        self.assertIn("uciok", self.ask(page, "uci", last="uciok"))


@exists
class FullQuota(test_page_engine.FullQuota):
    real = True


@exists
class FallbackEngine(test_fallback_engine.FallbackEngine):
    real = True


class RealEngineFirefox(RealEngine):
    kind = FirefoxPage


class FallbackEngineFirefox(FallbackEngine):
    kind = FirefoxPage
