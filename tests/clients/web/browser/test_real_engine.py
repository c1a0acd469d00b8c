"""The engine of scripts/build wasm on a static host. `scripts/test web test_real_engine` runs only these."""

import os
import time

from firefox import FirefoxPage
from site_case import SiteTest
from test_threads import HELPERS

MOST_MEMORY = 200_000_000


class Offline(SiteTest):
    real = True

    def test_two_threads_play_and_analyse_every_game_without_a_network(self, page):
        self.kept(page)
        page.setting("cores", 2)
        self.assertTrue(page.script("return crossOriginIsolated"))
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
        self.assertTrue(page.script(HELPERS))
        self.analyse_twice(page)


class OfflineFirefox(Offline):
    kind = FirefoxPage

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.games = ["reduced-chess"]  # has weights


class RealEngine(SiteTest):
    real = True

    def setUp(self):
        super().setUp()
        self.site.omit_service_worker()

    def test_memory_is_modest_until_an_analysis_takes_long(self):
        self.site.isolate()
        self.site.report_memory()
        page = self.page().open()
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

    def test_missing_or_damaged_code_is_reported_and_loaded_later(self):
        self.site.missing.add("/some/path/engine/crownd.wasm")
        page = self.page().open()
        failure = lambda: page.one(".engine-failure").is_displayed() and page.one(".engine-failure").text
        lost = page.wait(failure, "the failure")
        self.assertIn("crownd.wasm", lost)
        code = self.site.page / "engine/crownd.wasm"
        whole = code.read_bytes()
        code.write_bytes(whole[: len(whole) // 2])
        self.site.missing.remove("/some/path/engine/crownd.wasm")
        page.press("#engine-retry")
        page.wait(lambda: (text := failure()) and text != lost, "the other failure")
        code.write_bytes(whole)
        os.utime(code, (time.time() + 2,) * 2)  # Host and cache compare times in seconds.
        page.press("#engine-retry")
        self.returns(page)
        page.play_engine()

    def test_stop_replaces_the_worker_without_shared_memory(self, page):
        self.assertFalse(page.script("return crossOriginIsolated"))
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 600_000))
        page.click("11", "15")
        page.move_now()
        page.wait_moves(2)
        self.analyse_twice(page)


class RealEngineFirefox(RealEngine):
    kind = FirefoxPage

    test_memory_is_modest_until_an_analysis_takes_long = None
    test_missing_or_damaged_code_is_reported_and_loaded_later = None
