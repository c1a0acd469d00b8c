"""The page without a daemon, from a host of static files: with an engine in its workers, without a network, and as versions change."""

import gzip
import os
import re
import subprocess
import unittest

from firefox import FirefoxPage
from servers import ROOT
from site_case import SiteTest

README = ROOT / "clients/web/README.md"

# Compressed: in a second a slow line brings 200,000, less two round trips.
MOST_FIRST_BYTES = 30_000
MOST_PAGE_BYTES = 100_000


class Static(SiteTest):
    def test_the_games_and_the_first_board_are_there_before_the_engine(self):
        self.relay.faults(pause=100_000)
        page = self.page().open_start()
        page.wait(lambda: len(page.all(".card")) == 5, "the games")
        self.assertGreater(len(page.all(".card .piece")), 50)
        page.press("#open-board")
        self.assertEqual(len(page.all("#board .piece")), 24)
        page.wait(lambda: page.one("#own-loaded").text == "Loading the engine: 0.0 of 8.0 MB", "the progress")
        self.look_at(page)

    def test_the_first_boards_wait_for_three_small_files_and_the_page_for_one_more(self):
        first, more = ("index.html", "style/page.css", "first.js"), ("main.js",)
        packed = {name: len(gzip.compress((self.site.page / name).read_bytes())) for name in first + more}
        self.assertLess(sum(packed[name] for name in first), MOST_FIRST_BYTES)
        self.assertLess(sum(packed.values()), MOST_PAGE_BYTES)
        page = self.page().open()
        files = page.script("return performance.getEntriesByType('resource').map(({ name }) => name.replace(document.baseURI, ''))")
        self.assertEqual({each for each in files if each.endswith(".js") and not each.startswith("engine/")}, {"first.js", "main.js"})
        (self.site.page / "main.js").write_text("", encoding="utf-8")
        page.start(self.url)
        page.driver.get(self.url)
        page.wait(lambda: len(page.all(".card .piece")) > 50, "the boards")

    def test_a_game_against_the_engine_in_the_page(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=("depth", 3))
        page.click("11", "15")
        moves = page.wait_moves(2)
        self.assertEqual(self.engine.status("english", "startpos", moves), "status ongoing b")
        page.wait(lambda: not page.one("#own-loaded").is_displayed(), "the end of the progress")
        self.assertEqual(page.one("#connection").text, "")
        self.assertEqual(page.all("#open-match"), [], "a match is shown by crown-web alone")

    def test_analysis_with_three_lines_ends_when_it_is_switched_off(self):
        page = self.page().open()
        self.analyse_twice(page)

    def test_code_is_compiled_once_and_memory_is_what_the_device_has(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 4})
        self.addCleanup(page.driver.execute_cdp_cmd, "Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 2})
        page.open()
        page.script("window.told = []; new BroadcastChannel('started').onmessage = ({ data }) => told.push(data)")
        page.new_game("english", ("engine 0", "engine 0"), limit=("depth", 2))
        page.wait(lambda: len(page.moves()) > 2, "moves")
        told = page.wait(lambda: (found := page.script("return told")) and found, "the worker of the players")
        self.assertTrue(told[-1]["shared"])
        memory = page.script("return Math.min(Math.max(Math.round(navigator.deviceMemory * 32), 16), 256)")
        self.assertEqual({each["memory"] for each in told}, {memory})

    def test_the_server_of_the_readme_will_do(self):
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
        page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
        page.click("11", "15")
        page.wait_moves(2)

    def test_a_damaged_engine_says_so_and_can_be_tried_again(self):
        self.relay.faults(fails="crownd.wasm has arrived damaged")
        page = self.page().open()
        words = page.wait(lambda: page.all(".own-failure") and page.one(".own-failure").is_displayed() and page.one(".own-failure").text, "the failure")
        self.assertIn("does not run: crownd.wasm has arrived damaged", words)
        self.look_at(page)
        page.new_game("english")
        page.click("11", "15")
        page.wait(lambda: "needs the engine" in page.refusal(), "the refusal")
        self.relay.faults()
        page.press("#own-retry")
        page.wait(lambda: "there again" in page.notes(), "the engine")
        self.assertFalse(page.one(".own-failure").is_displayed())
        page.click("11", "15")
        page.wait_moves(1)

    def test_a_worker_that_breaks_in_mid_search_is_replaced(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 500))
        self.relay.faults(breaksAt="go movetime 500")
        page.click("11", "15")
        words = page.wait(lambda: "does not run" in (text := page.one(".own-failure").text) and text, "the failure")
        self.assertNotIn("Error", words)
        self.relay.faults()
        page.wait_moves(2)
        page.wait(lambda: not page.one(".own-failure").is_displayed(), "its end")

    def test_a_reload_in_mid_search_lets_the_engine_think_again(self):
        page = self.page().open()
        page.new_game("english", ("human", "engine 0"), limit=("movetime", 600_000))
        page.click("11", "15")
        self.thinks(page)
        page.reload()
        page.wait_moves(1)
        self.assertEqual(page.moves(), ["11-15"])
        self.thinks(page)
        page.move_now()
        page.wait_moves(2)

    def test_a_chess_board_of_26_by_26(self):
        page = self.page().open()
        page.new_game("reduced-chess", ("engine 0", "human"), start="size", size=26, limit=("depth", 1))
        page.wait(lambda: len(page.all('#board [role="gridcell"]')) == 676, "the board")
        page.wait_moves(1)


class StaticFirefox(Static):
    kind = FirefoxPage

    test_code_is_compiled_once_and_memory_is_what_the_device_has = None


class Kept(SiteTest):
    def test_without_a_network_after_a_first_visit(self):
        page = self.page().open()
        self.kept(page)
        self.site.end()
        page.reload()
        page.new_game("english", ("human", "engine 0"), limit=("depth", 3))
        page.click("11", "15")
        page.wait_moves(2)
        for control in ("#open-rules", "#open-games", "#open-exchange"):
            page.press(control)
            page.wait(lambda: page.all("dialog"), control)
            page.press("dialog .dialog-head button")
            page.wait(lambda: not page.all("dialog"), "the board")
        page.press("#open-editor")
        page.wait(lambda: page.all(".palette"), "the editor")

    def test_memory_is_shared_from_the_second_visit_on(self):
        page = self.page().open()
        self.assertFalse(page.script("return crossOriginIsolated"))
        self.kept(page)
        page.reload()
        self.assertTrue(page.script("return crossOriginIsolated && typeof SharedArrayBuffer === 'function'"))
        page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
        page.click("11", "15")
        page.wait_moves(2)

    def test_a_new_version_asks_before_it_takes_over_and_loses_no_game(self):
        page = self.page().open()
        self.kept(page)
        page.reload()
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        old = page.script("return document.querySelector('meta[name=description]').content")
        index = self.site.page / "index.html"
        index.write_text(index.read_text(encoding="utf-8").replace(old, "A newer board"), encoding="utf-8")
        self.site.publish()
        page.reload()
        page.wait(lambda: page.all("#own-take"), "the question")
        self.assertEqual(page.script("return document.querySelector('meta[name=description]').content"), old)
        self.look_at(page)
        page.click("22", "18")
        page.wait_moves(2)
        page.press("#own-later")
        page.reload()
        self.assertEqual(page.script("return document.querySelector('meta[name=description]').content"), old, "nobody has agreed")
        page.wait(lambda: page.all("#own-take"), "the question again")
        page.press("#own-take")
        # While the page is loaded anew, it may have no description yet.
        page.wait(lambda: page.script("return document.querySelector('meta[name=description]')?.content") == "A newer board", "the new version")
        page.wait_ready()
        self.assertEqual(page.wait_moves(2), ["11-15", "22-18"])
        self.kept(page)
        self.site.end()
        page.reload()
        self.assertEqual(page.script("return document.querySelector('meta[name=description]').content"), "A newer board")

    def test_what_arrives_damaged_is_not_kept(self):
        (self.site.page / "main.js").write_bytes((self.site.page / "main.js").read_bytes() + b"\n")
        page = self.page().open()
        page.wait(lambda: "/some/path/sw.js" in self.site.asked, "the service worker")
        page.wait(lambda: not page.script("return navigator.serviceWorker.getRegistration().then((each) => Boolean(each))"), "its end")
        self.assertEqual(page.script("return caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((each) => each.url)))).flat().filter((each) => each.endsWith('main.js')))"), [])


    def test_it_thinks_on_as_many_cores_as_a_person_allows_and_the_engine_has(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 4})
        self.addCleanup(page.driver.execute_cdp_cmd, "Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 2})
        page.open()
        self.kept(page)
        for cores, most, threads in ((3, 64, 3), (3, 2, 2), (1, 64, 1)):
            with self.subTest(cores=cores, most=most):
                self.relay.faults(threads=most)
                self.relay.lines.clear()
                page.setting("cores", cores)
                self.assertTrue(page.script("return crossOriginIsolated"))
                page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
                page.click("11", "15")
                page.wait_moves(2)
                self.assertEqual([each for each in self.relay.lines if "name Threads" in each], [f"setoption name Threads value {threads}"])
                hashes = [each for each in self.relay.lines if "name Hash" in each]
                self.assertEqual(hashes, ["setoption name Hash value 16"], "a larger one is for long analysis")

    def test_a_long_analysis_goes_on_with_a_larger_hash_table(self):
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
        page.press("#engine-switch")
        page.wait(lambda: not page.all(".lines li"), "the end")

    def test_the_settings_link_to_the_notices(self):
        page = self.page().open()
        page.press("#menu .icon-only")
        page.wait(lambda: page.all("#own-notices"), "the settings")
        self.assertEqual(page.one("#own-notices").get_attribute("href"), self.url + "engine/notices.txt")

    def test_browsers_offer_to_install_it(self):
        page = self.page().open()
        self.kept(page)
        manifest = page.driver.execute_cdp_cmd("Page.getAppManifest", {})
        self.assertEqual((manifest["errors"], manifest["url"]), ([], self.url + "manifest.webmanifest"))
        self.assertEqual(page.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"], [])


class KeptFirefox(Kept):
    kind = FirefoxPage

    test_it_thinks_on_as_many_cores_as_a_person_allows_and_the_engine_has = None
    test_browsers_offer_to_install_it = None


class FullQuota(SiteTest):
    def test_a_browser_without_room_plays_and_says_what_it_does_not_keep(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": self.url.split("/some")[0], "quotaSize": 900_000})
        (self.site.page / "engine/big.bin").write_bytes(bytes(range(256)) * 8000)
        self.site.publish()
        page.open()
        page.wait(lambda: page.script("return document.documentElement.dataset.kept") == "full", "the end of the room")
        page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
        page.click("11", "15")
        page.wait_moves(2)
        page.press("#menu .icon-only")
        self.assertIn("no room left", page.wait(lambda: page.all("#own-kept"), "the settings")[0].text)


if __name__ == "__main__":
    unittest.main()
