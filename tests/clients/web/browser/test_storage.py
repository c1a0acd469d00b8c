"""Browsers that store nothing for the page, or have no room: it plays, says what is not saved, and exports it."""

import re
import unittest

from browser import Page
from case import PageTest
from exchange import CATCH, Exchange
from firefox import FirefoxPage
from servers import PAGE
from site_case import SiteTest


class BlockedPage(Page):
    """Site data is blocked in the settings of the browser."""

    preferences = {"profile.default_content_setting_values.cookies": 2}

    def start(self, url):
        self.url = url
        self.new_tab()


class BlockedFirefoxPage(FirefoxPage):
    preferences = {"network.cookie.cookieBehavior": 2}

    def errors(self):
        """Firefox itself logs one for each worker that it starts; no script of the page sees it."""
        return [each for each in super().errors() if each != "SecurityError: The operation is insecure."]


class PrivateFirefoxPage(FirefoxPage):
    preferences = {"browser.privatebrowsing.autostart": True}


class Blocked(Exchange, PageTest):
    kind = BlockedPage

    def test_it_plays_and_says_once_that_nothing_is_saved(self):
        page = self.page().open_start()
        page.wait(lambda: len(page.all(".card")) == 5, "the games on offer")
        page.wait(lambda: "games are not saved" in page.one("#saving").text, "what is not saved")
        page.press("#saving .icon-only")
        page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
        page.click("11", "15")
        page.wait_moves(2)
        page.new_game("spanish")
        page.click("10", "13")
        page.wait_moves(1)
        self.assertFalse(page.one("#saving").is_displayed(), "it was said")
        page.press("#open-games")
        page.wait(lambda: len(page.all(".games li")) == 2, "the games of this visit")
        page.press(".games .button:not(.icon-only)")
        page.wait(lambda: len(page.moves()) == 2, "the first game again")
        text = self.exported(page)
        self.assertIn("1. 11-15", text)
        page.press("#menu .icon-only")
        page.choose("dialog select:nth-of-type(1)", "es")
        page.wait(lambda: page.all("#menu"), "the page")

    def test_everything_opens(self):
        page = self.page().open()
        for control in ("#open-rules", "#open-games", "#open-exchange", "#menu .icon-only"):
            page.press(control)
            page.wait(lambda: page.all("dialog"), control)
            page.press("dialog .dialog-head button")
            page.wait(lambda: not page.all("dialog"), "the board")
        page.press("#open-editor")
        page.wait(lambda: page.all(".palette"), "the editor")
        page.press("#editor-analyse")
        page.wait(lambda: page.one("#page-board").is_displayed(), "the board")
        page.press("#explorer-switch")
        page.wait(lambda: page.script("return !document.getElementById('explorer').hidden"), "the explorer")


class BlockedInFirefox(Blocked):
    kind = BlockedFirefoxPage


class BlockedSite(SiteTest):
    """With the engine in the page."""

    kind = BlockedPage

    def test_it_plays(self):
        page = self.page().open()
        page.wait(lambda: "games are not saved" in page.one("#saving").text, "what is not saved")
        page.new_game("english", ("human", "engine 0"), limit=("depth", 2))
        page.click("11", "15")
        page.wait_moves(2)


class BlockedSiteInFirefox(BlockedSite):
    kind = BlockedFirefoxPage


class PrivateWindow(PageTest):
    """Firefox keeps what a private window stores until the last one is closed."""

    kind = PrivateFirefoxPage

    def test_a_reload_loses_nothing(self):
        page = self.page().open()
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        page.reload()
        page.wait_moves(1)


# A part of the browser that is missing, or does nothing but throw, as some browsers and their settings have it.
PARTS = {
    "localStorage": "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
    "no localStorage": "Object.defineProperty(window, 'localStorage', { value: null });",
    "sessionStorage": "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
    "indexedDB": "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });",
    "no indexedDB": "Object.defineProperty(window, 'indexedDB', { value: undefined });",
    "indexedDB.open": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "locks": "Object.defineProperty(navigator, 'locks', { value: undefined });",
    "locks.request": "LockManager.prototype.request = () => Promise.reject(new DOMException('no', 'SecurityError'));",
    "serviceWorker": "Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('no', 'SecurityError'); } });",
    "caches": "Object.defineProperty(window, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });",
}


class MissingParts(PageTest):
    def without(self, *scripts):
        page = self.page()
        for script in scripts:
            known = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
            self.addCleanup(page.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", known)
        return page

    def plays(self, page):
        page.open()
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        self.assertEqual(page.errors(), [])

    def test_it_plays_without_any_of_them(self):
        for name, script in PARTS.items():
            with self.subTest(name):
                page = self.without(script)
                self.plays(page)
                self.doCleanups()


# Nothing more fits, not even a letter.
FILL = """
    for (let size = 1 << 22; size >= 1; size >>= 1)
      try {
        for (let number = 0; ; number += 1) localStorage.setItem(`other ${size} ${number}`, 'x'.repeat(size));
      } catch {}
    """
# A game of an earlier version, whose page ended before the database had it.
DRAFT = """
    const tree = { m: '', n: [{ m: '11-15', n: [{ m: '22-18' }] }] };
    const record = { id: 'old', game: 'english', start: 'startpos', tree, headWay: [0, 0], cursorWay: [0, 0], playing: false, players: {},
      names: { a: 'Bob', b: 'Ann' }, tags: {}, control: null, left: {}, ending: null, winner: null, flipped: false, created: 1, changed: 1 };
    localStorage.setItem('crown.draft.old', JSON.stringify(record));
    localStorage.setItem('crown.draft.torn', '{"id": "torn", ');
    """


# What can throw, or be missing, and where it may be used.
STORAGE = {r"\b(localStorage|sessionStorage)\b": ["storage/values.js"], r"\b(indexedDB|openDB)\b": ["storage/databases.js"], r"navigator\.locks": ["game/store.js", "ui/tabs.js"],
           r"navigator\.serviceWorker": ["ui/versions.js"], r"\bcaches\.": ["sw.js"], r"BroadcastChannel|document\.cookie|navigator\.storage": []}


class Sources(unittest.TestCase):
    def test_storage_is_used_only_where_its_failures_are_expected(self):
        for pattern, files in STORAGE.items():
            using = [path.relative_to(PAGE).as_posix() for path in sorted(PAGE.rglob("*.js")) if re.search(pattern, re.sub(r"//.*", "", path.read_text(encoding="utf-8")))]
            self.assertEqual(using, files, pattern)


class LittleRoom(Exchange, PageTest):
    def play(self, page, *moves):
        page.new_game("english")
        self.play_on(page, *moves)

    def play_on(self, page, *moves):
        for number, path in enumerate(moves, len(page.moves())):
            page.click(*path)
            page.wait_moves(number + 1)

    def test_a_game_outlives_a_reload_where_local_storage_is_full(self):
        page = self.page().open()
        page.script(FILL)
        self.play(page, ("11", "15"), ("22", "18"), ("15", "22"))
        page.reload()
        self.assertEqual(page.wait_moves(3), ["11-15", "22-18", "15x22"])
        self.assertFalse(page.one("#saving").is_displayed(), "it is saved")
        page.press("#menu .icon-only")
        page.choose("#field-1", "pt")
        page.wait(lambda: page.all("#menu"), "the page, whatever the settings")

    def test_a_draft_of_an_earlier_version_is_taken_over_once(self):
        page = self.page().open()
        page.script(DRAFT)
        page.reload()
        page.press("#open-games")
        page.wait(lambda: [each.text for each in page.all(".games strong")].count("Ann – Bob") == 1, "the game")
        page.wait(lambda: page.script("return Object.keys(localStorage).filter((each) => each.startsWith('crown.draft.')).length") == 0, "no drafts")

    def test_two_tabs_without_locks_lose_nothing(self):
        page = self.page()
        added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PARTS["locks"]})
        self.addCleanup(page.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", added)
        page.open()
        self.play(page, ("11", "15"))
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PARTS["locks"]})
        page.driver.get(page.url)
        page.wait_ready()
        self.assertEqual(page.moves(), ["11-15"], "nothing says that another tab has it")
        page.click("22", "18")
        page.wait_moves(2)
        page.driver.switch_to.window(first)
        page.click("23", "19")
        page.wait_moves(2)
        page.wait(lambda: "Another tab" in page.notes(), "the reason")
        page.press("#open-games")
        page.wait(lambda: len([each for each in page.all(".game-about") if "2 moves" in each.text]) == 2, "both games")


class NoRoom(Exchange, PageTest):
    def quota(self, page, size=None):
        limit = {} if size is None else {"quotaSize": size}
        page.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": page.url.rstrip("/"), **limit})

    def test_what_is_not_saved_is_said_and_can_be_exported(self):
        page = self.page().open()
        page.script(FILL)
        self.quota(page, 1)
        self.addCleanup(self.quota, page)
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        page.wait(lambda: "1 game is not saved" in page.one("#saving").text, "the message")
        page.script(CATCH)
        page.press("#saving-export")
        page.wait(lambda: page.script("return caught.length"), "the file")
        self.assertIn("1. 11-15", page.script("return caught[0][1]"))
        page.new_game("spanish")
        page.click("10", "13")
        page.wait_moves(1)
        page.wait(lambda: "2 games are not saved" in page.one("#saving").text, "both")
        page.press("#open-games")
        page.wait(lambda: len(page.all(".games li")) == 2, "both games")
        page.press("dialog .dialog-head button")
        self.quota(page)
        page.script("localStorage.clear()")
        page.click("22", "18")
        page.wait_moves(2)
        page.wait(lambda: "1 game is not saved" in page.one("#saving").text, "the one that was saved now")


if __name__ == "__main__":
    unittest.main()
