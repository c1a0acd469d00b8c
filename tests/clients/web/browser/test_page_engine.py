"""The page on a static host: the engine in workers, offline use, and updates."""

import gzip
import os
import re
import subprocess

from firefox import FirefoxPage
from servers import ROOT
from site_case import SiteTest

README = ROOT / "clients/web/README.md"

# Compressed; a slow line transfers 200,000 bytes a second, less two round trips.
MOST_FIRST_BYTES = 30_000
MOST_PAGE_BYTES = 100_000

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
# Names of cached code.
KEPT = """
    const lists = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url.split('/').pop()));
    return (await Promise.all(lists)).flat().filter((name) => name.startsWith('crownd')).sort();
    """
WITH_THREADS = ["crownd-threads.js", "crownd-threads.wasm", "crownd-threads.worker.js"]


class Static(SiteTest):
    def test_games_and_first_board_are_shown_before_the_engine_is_loaded(self):
        self.relay.faults(pause=100_000)
        page = self.page().open_start()
        page.wait(lambda: len(page.all(".card")) == len(self.games), "the games")
        self.assertGreater(len(page.all(".card .piece")), 50)
        page.press("#open-board")
        self.assertEqual(len(page.all("#board .piece")), 24)
        page.wait(lambda: page.one("#engine-loaded").text == "Loading the engine: 0.0 of 8.0 MB", "the progress")
        self.check_accessibility(page)

    def test_first_boards_need_three_small_files_and_the_page_one_more(self):
        first, more = ("index.html", "style/page.css", "first_boards.js"), ("main.js",)
        packed = {name: len(gzip.compress((self.site.page / name).read_bytes())) for name in first + more}
        self.assertLess(sum(packed[name] for name in first), MOST_FIRST_BYTES)
        self.assertLess(sum(packed.values()), MOST_PAGE_BYTES)
        page = self.page().open()
        files = page.script("return performance.getEntriesByType('resource').map(({ name }) => name.replace(document.baseURI, ''))")
        self.assertEqual({each for each in files if each.endswith(".js") and not each.startswith("engine/")}, {"first_boards.js", "main.js"})
        (self.site.page / "main.js").write_text("", encoding="utf-8")
        page.start(self.url)
        page.driver.get(self.url)
        page.wait(lambda: len(page.all(".card .piece")) > 50, "the boards")

    def test_a_game_and_analysis_with_the_engine_in_the_page(self, page):
        moves = page.play_engine()
        self.assertEqual(self.engine.status("english", "startpos", moves), "status ongoing b")
        page.wait(lambda: not page.one("#engine-loaded").is_displayed(), "the end of the progress")
        self.assertEqual(page.one("#connection").text, "")
        self.assertEqual(page.all("#open-match"), [], "a match is shown by crown-web alone")
        self.analyse_twice(page)

    def test_code_is_compiled_once_and_memory_depends_on_the_device(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 4})
        page.open()
        page.script("window.started = []; new BroadcastChannel('started').onmessage = ({ data }) => started.push(data)")
        page.new_game("english", ("engine 0", "engine 0"), limit=("depth", 2))
        page.wait(lambda: len(page.moves()) > 2, "moves")
        started = page.wait(lambda: (found := page.script("return started")) and found, "the worker of the players")
        self.assertTrue(started[-1]["shared"])
        memory = page.script("return Math.min(Math.max(Math.round(navigator.deviceMemory * 32), 16), 256)")
        self.assertEqual({each["memory"] for each in started}, {memory})

    def test_the_server_of_the_readme_works(self):
        (command,) = re.findall(r"^ +(python3 -m http\.server .+)$", README.read_text(encoding="utf-8"), re.MULTILINE)
        *words, folder, port = command.split()
        self.assertEqual((folder, port.isdigit()), ("build/page", True))
        words = [*words, str(self.site.page), "0"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        self.url = re.search(r"http://\S+/", server.stdout.readline()).group(0)
        page = self.page().open()
        self.kept(page)
        page.play_engine()

    def test_a_damaged_engine_is_reported_and_can_be_retried(self):
        self.relay.faults(fails="crownd.wasm has arrived damaged")
        page = self.page().open()
        words = page.wait(lambda: page.all(".engine-failure") and page.one(".engine-failure").is_displayed() and page.one(".engine-failure").text, "the failure")
        self.assertIn("does not run: crownd.wasm has arrived damaged", words)
        self.check_accessibility(page)
        page.new_game("english")
        page.click("11", "15")
        page.wait(lambda: "needs the engine" in page.refusal(), "the refusal")
        self.relay.faults()
        page.click("11")
        page.press("#engine-retry")
        self.returns(page)
        self.assertFalse(page.one(".engine-failure").is_displayed())
        page.play("15")

    def test_the_policy_allows_webassembly_but_no_eval(self, page):
        content = page.script("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        policy = {name: words for name, *words in (each.split() for each in content.split(";"))}
        self.assertEqual({name: policy[name] for name in POLICY}, POLICY)
        self.assertTrue(page.script(EVALUATES), "an EvalError")

    def test_a_broken_worker_is_replaced_in_mid_search(self, page):
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 500))
        self.relay.faults(breaksAt="go movetime 500")
        page.click("11", "15")
        words = page.wait(lambda: "does not run" in (text := page.one(".engine-failure").text) and text, "the failure")
        self.assertNotIn("Error", words)
        self.relay.faults()
        page.wait_moves(2)
        page.wait(lambda: not page.one(".engine-failure").is_displayed(), "its end")


class StaticFirefox(Static):
    kind = FirefoxPage

    test_games_and_first_board_are_shown_before_the_engine_is_loaded = None
    test_first_boards_need_three_small_files_and_the_page_one_more = None
    test_code_is_compiled_once_and_memory_depends_on_the_device = None
    test_the_server_of_the_readme_works = None
    test_the_policy_allows_webassembly_but_no_eval = None


class Kept(SiteTest):
    def test_without_a_network_after_a_first_visit(self, page):
        self.assertFalse(page.script("return crossOriginIsolated"))
        self.kept(page)
        self.site.end()
        page.reload()
        self.assertTrue(page.script("return crossOriginIsolated && typeof SharedArrayBuffer === 'function'"), "from the second visit on")
        page.play_engine()
        for control in ("#open-rules", "#open-games", "#open-exchange"):
            page.open_dialog(control)
            page.close_dialog()
        page.open_editor()

    def test_a_new_version_asks_and_loses_no_game(self, page):
        self.kept(page)
        page.reload()
        page.new_game("english")
        page.play("11", "15")
        old = page.script("return document.querySelector('meta[name=description]').content")
        index = self.site.page / "index.html"
        index.write_text(index.read_text(encoding="utf-8").replace(old, "A newer board"), encoding="utf-8")
        self.site.publish()
        page.reload()
        page.wait(lambda: page.all("#update-now"), "the question")
        self.assertEqual(page.script("return document.querySelector('meta[name=description]').content"), old)
        self.check_accessibility(page)
        page.play("22", "18", moves=2)
        page.press("#update-later")
        page.reload()
        self.assertEqual(page.script("return document.querySelector('meta[name=description]').content"), old, "nobody has agreed")
        page.wait(lambda: page.all("#update-now"), "the question again")
        page.press("#update-now")
        # The page may be reloading.
        page.wait(lambda: page.script("return document.querySelector('meta[name=description]')?.content") == "A newer board", "the new version")
        page.wait_ready()
        self.assertEqual(page.wait_moves(2), ["11-15", "22-18"])
        self.kept(page)
        self.site.end()
        page.reload()
        self.assertEqual(page.script("return document.querySelector('meta[name=description]').content"), "A newer board")

    def test_damaged_files_are_not_cached(self):
        (self.site.page / "main.js").write_bytes((self.site.page / "main.js").read_bytes() + b"\n")
        page = self.page().open()
        page.wait(lambda: "/some/path/sw.js" in self.site.asked, "the service worker")
        page.wait(lambda: not page.script("return navigator.serviceWorker.getRegistration().then((each) => Boolean(each))"), "its end")
        self.assertEqual(page.script("return caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((each) => each.url)))).flat().filter((each) => each.endsWith('main.js')))"), [])

    def test_it_uses_the_allowed_cores_up_to_the_engines_limit(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 4})
        page.open()
        self.kept(page)
        for cores, most, threads in ((3, 64, 3), (3, 2, 2), (1, 64, 1)):
            with self.subTest(cores=cores, most=most):
                self.relay.faults(threads=most)
                self.relay.lines.clear()
                page.setting("cores", cores)
                self.assertTrue(page.script("return crossOriginIsolated"))
                page.play_engine()
                self.assertEqual([each for each in self.relay.lines if "name Threads" in each], [f"setoption name Threads value {threads}"])
                hashes = [each for each in self.relay.lines if "name Hash" in each]
                self.assertEqual(hashes, ["setoption name Hash value 16"], "a larger one is for long analysis")

    def test_a_long_analysis_continues_with_a_larger_hash_table(self):
        main = self.site.page / "main.js"
        text = main.read_text(encoding="utf-8")
        sooner = text.replace("time:2e4,hashfull:300", "time:1,hashfull:0")
        self.assertNotEqual(sooner, text)
        main.write_text(sooner, encoding="utf-8")
        self.site.publish()
        page = self.page().open()
        self.analyse_after_resigning(page, "english")
        hashes = lambda: [int(line.split()[-1]) for line in self.relay.lines if "name Hash" in line]
        page.wait(lambda: len(hashes()) == 2, "a larger hash table")
        self.assertEqual(hashes()[0], 16)
        self.assertGreater(hashes()[1], 16)
        page.wait(lambda: page.all(".lines li"), "a line")
        page.stop_analysis()

    def test_browsers_can_install_it_and_the_settings_link_to_the_notices(self, page):
        page.press("#menu .icon-only")
        page.wait(lambda: page.all("#engine-notices"), "the settings")
        self.assertEqual(page.one("#engine-notices").get_attribute("href"), self.url + "engine/notices.txt")
        self.kept(page)
        manifest = page.driver.execute_cdp_cmd("Page.getAppManifest", {})
        self.assertEqual((manifest["errors"], manifest["url"]), ([], self.url + "manifest.webmanifest"))
        self.assertEqual(page.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"], [])


class KeptFirefox(Kept):
    kind = FirefoxPage

    test_it_uses_the_allowed_cores_up_to_the_engines_limit = None
    test_browsers_can_install_it_and_the_settings_link_to_the_notices = None


class Keeping(SiteTest):
    """Code with and without threads."""

    def setUp(self):
        super().setUp()
        for name in ["crownd.js", "crownd.wasm", *WITH_THREADS]:
            (self.site.page / "engine" / name).write_text(name, encoding="utf-8")
        self.site.publish()

    def test_only_the_used_code_is_cached_until_more_cores_are_allowed(self, page):
        self.kept(page)
        self.assertEqual(page.script(KEPT), ["crownd.js", "crownd.wasm"])
        self.assertNotIn("/some/path/engine/crownd-threads.wasm", self.site.asked)
        page.press("#menu .icon-only")
        page.choose("#engine-cores", "2")
        page.wait(lambda: set(WITH_THREADS) < set(page.script(KEPT)), "the code with threads")

    def test_with_more_cores_the_threaded_code_is_cached(self):
        page = self.page()
        page.driver.get(self.url + "files.json")
        page.script("localStorage.setItem('crown.settings', JSON.stringify({ cores: 2 }))")
        page.open()
        self.kept(page)
        self.assertEqual(page.script(KEPT), WITH_THREADS)

    def test_after_the_loss_of_a_thread_one_core_is_used(self):
        page = self.page().open()
        self.kept(page)
        page.setting("cores", 2)
        self.assertTrue(page.script("return crossOriginIsolated"))
        page.script("window.started = []; new BroadcastChannel('started').onmessage = ({ data }) => started.push(data.workers)")
        self.relay.faults(losesAt="go movetime 500")
        page.play_engine(("movetime", 500))
        self.assertIn("One core is used", page.notes())
        self.assertFalse(page.all(".engine-failure") and page.one(".engine-failure").is_displayed())
        self.assertEqual(page.script("return started")[-2:], [1, 0], "before them the referee's, where that began late")
        self.assertEqual([each for each in self.relay.lines if "name Threads" in each], ["setoption name Threads value 2", "setoption name Threads value 1"])
        page.press("#menu .icon-only")
        self.assertIn("One core is used", page.wait(lambda: page.all("dialog"), "the settings")[0].text)
        self.check_accessibility(page)


class FullQuota(SiteTest):
    def test_a_browser_without_space_plays_and_reports_what_is_not_cached(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": self.url.split("/some")[0], "quotaSize": 900_000})
        (self.site.page / "engine/big.bin").write_bytes(bytes(range(256)) * 8000)
        self.site.publish()
        page.open()
        page.wait(lambda: page.script("return document.documentElement.dataset.kept") == "full", "the end of the room")
        page.play_engine()
        page.press("#menu .icon-only")
        self.assertIn("no room left", page.wait(lambda: page.all("#engine-kept"), "the settings")[0].text)
