"""Browsers without storage or space: the page plays, reports unsaved games, and exports them."""

import re
import unittest

from browser import Page
from case import PageTest
from firefox import FirefoxPage
from servers import PAGE
from site_case import SiteTest


class BlockedPage(Page):
    """The browser blocks site data."""

    preferences = {"profile.default_content_setting_values.cookies": 2}

    def start(self, url):
        self.url = url
        self.new_tab()


class BlockedFirefoxPage(FirefoxPage):
    preferences = {"network.cookie.cookieBehavior": 2}

    def errors(self):
        """Firefox logs one for each worker; it is not an error of the page."""
        return [each for each in super().errors() if each != "SecurityError: The operation is insecure."]


class PrivateFirefoxPage(FirefoxPage):
    preferences = {"browser.privatebrowsing.autostart": True}


class Blocked(PageTest):
    kind = BlockedPage

    def test_it_plays_and_reports_once_that_nothing_is_saved(self):
        page = self.page().open_start()
        page.wait(lambda: len(page.all(".card")) == len(self.games), "the games on offer")
        page.wait(lambda: "games are not saved" in page.one("#saving").text, "what is not saved")
        page.press("#saving .icon-only")
        page.play_engine()
        page.new_game("spanish")
        page.play("10", "13")
        self.assertFalse(page.one("#saving").is_displayed(), "it was said")
        page.open_games(2)
        page.press(".games .button:not(.icon-only)")
        page.wait(lambda: len(page.moves()) == 2, "the first game again")
        text = page.exported()
        self.assertIn("1. 11-15", text)
        page.press("#menu .icon-only")
        page.choose("dialog select:nth-of-type(1)", "es")
        page.wait(lambda: page.all("#menu"), "the page")

    def test_everything_opens(self, page):
        for control in ("#open-rules", "#open-games", "#open-exchange", "#menu .icon-only"):
            page.open_dialog(control)
            page.close_dialog()
        page.open_editor()
        page.press("#editor-analyse")
        page.wait(lambda: page.one("#page-board").is_displayed(), "the board")
        page.press("#explorer-switch")
        page.wait(lambda: page.script("return !document.getElementById('explorer').hidden"), "the explorer")


class BlockedInFirefox(Blocked):
    kind = BlockedFirefoxPage


class BlockedSite(SiteTest):
    """The same with the engine in the page."""

    kind = BlockedPage

    def test_it_plays(self, page):
        page.wait(lambda: "games are not saved" in page.one("#saving").text, "what is not saved")
        page.play_engine()


class BlockedSiteInFirefox(BlockedSite):
    kind = BlockedFirefoxPage


class PrivateWindow(PageTest):
    """Firefox keeps the data of private windows until the last one is closed."""

    kind = PrivateFirefoxPage

    def test_a_reload_loses_nothing(self, page):
        page.new_game("english")
        page.play("11", "15")
        page.reload()
        page.wait_moves(1)


# Removes a feature of the browser, or makes it throw, as some browsers do.
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
}
# Features that do not depend on each other; `Sources` finds other uses of features.
VISITS = (("localStorage", "serviceWorker"), ("no localStorage", "locks"), ("sessionStorage", "locks.request"), ("indexedDB",), ("no indexedDB",), ("indexedDB.open",))


class MissingParts(PageTest):
    def test_it_plays_without_each_feature(self):
        for names in VISITS:
            with self.subTest(names):
                page = self.page()
                for name in names:
                    page.on_load(PARTS[name])
                page.open()
                page.new_game("english")
                page.play("11", "15")
                self.assertEqual(page.errors(), [])


# Fills the storage completely.
FILL = """
    for (let size = 1 << 22; size >= 1; size >>= 1)
      try {
        for (let number = 0; ; number += 1) localStorage.setItem(`other ${size} ${number}`, 'x'.repeat(size));
      } catch {}
    """
# A draft that an earlier version has not stored in the database.
DRAFT = """
    const tree = { m: '', n: [{ m: '11-15', n: [{ m: '22-18' }] }] };
    const record = { id: 'old', game: 'english', start: 'startpos', tree, headWay: [0, 0], cursorWay: [0, 0], playing: false, players: {},
      names: { a: 'Bob', b: 'Ann' }, tags: {}, control: null, left: {}, ending: null, winner: null, flipped: false, created: 1, changed: 1 };
    localStorage.setItem('crown.draft.old', JSON.stringify(record));
    localStorage.setItem('crown.draft.torn', '{"id": "torn", ');
    """

# Features that may throw or be missing, and the files that may use them.
STORAGE = {r"\b(localStorage|sessionStorage)\b": ["storage/values.js"], r"\b(indexedDB|openDB)\b": ["storage/databases.js"], r"navigator\.locks": ["storage/games.js"],
           r"navigator\.serviceWorker": ["ui/page_engine.js"], r"\bcaches\.": ["sw.js"], r"BroadcastChannel|document\.cookie|navigator\.storage": []}


class Sources(unittest.TestCase):
    def test_storage_is_used_only_where_its_failures_are_expected(self):
        for pattern, files in STORAGE.items():
            using = [path.relative_to(PAGE).as_posix() for path in sorted(PAGE.rglob("*.js")) if re.search(pattern, re.sub(r"//.*", "", path.read_text(encoding="utf-8")))]
            self.assertEqual(using, files, pattern)


class LittleRoom(PageTest):
    def play(self, page, *moves):
        page.new_game("english")
        self.play_on(page, *moves)

    def play_on(self, page, *moves):
        for number, path in enumerate(moves, len(page.moves())):
            page.click(*path)
            page.wait_moves(number + 1)

    def test_a_game_survives_a_reload_if_local_storage_is_full(self, page):
        page.script(FILL)
        self.play(page, ("11", "15"), ("22", "18"), ("15", "22"))
        page.reload()
        self.assertEqual(page.wait_moves(3), ["11-15", "22-18", "15x22"])
        self.assertFalse(page.one("#saving").is_displayed(), "it is saved")
        page.press("#menu .icon-only")
        page.choose("#field-1", "pt")
        page.wait(lambda: page.all("#menu"), "the page, whatever the settings")

    def test_a_draft_of_an_earlier_version_is_imported_once(self, page):
        page.script(DRAFT)
        page.reload()
        page.press("#open-games")
        page.wait(lambda: [each.text for each in page.all(".games strong")].count("Ann – Bob") == 1, "the game")
        page.wait(lambda: page.script("return Object.keys(localStorage).filter((each) => each.startsWith('crown.draft.')).length") == 0, "no drafts")

    def test_two_tabs_without_locks_lose_nothing(self):
        page = self.page()
        page.on_load(PARTS["locks"])
        page.open()
        self.play(page, ("11", "15"))
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.on_load(PARTS["locks"])
        page.driver.get(page.url)
        page.wait_ready()
        self.assertEqual(page.moves(), ["11-15"], "nothing says that another tab has it")
        page.play("22", "18", moves=2)
        page.driver.switch_to.window(first)
        page.play("23", "19", moves=2)
        page.wait(lambda: "Another tab" in page.notes(), "the reason")
        page.press("#open-games")
        page.wait(lambda: len([each for each in page.all(".game-about") if "2 moves" in each.text]) == 2, "both games")



class NoRoom(PageTest):
    def quota(self, page, size=None):
        limit = {} if size is None else {"quotaSize": size}
        page.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": page.url.rstrip("/"), **limit})

    def test_unsaved_games_are_reported_and_can_be_exported(self, page):
        page.script(FILL)
        self.quota(page, 1)
        self.addCleanup(self.quota, page)
        page.new_game("english")
        page.play("11", "15")
        page.wait(lambda: "1 game is not saved" in page.one("#saving").text, "the message")
        page.catch_files()
        page.press("#saving-export")
        page.wait(lambda: page.script("return caught.length"), "the file")
        self.assertIn("1. 11-15", page.script("return caught[0][1]"))
        page.new_game("spanish")
        page.play("10", "13")
        page.wait(lambda: "2 games are not saved" in page.one("#saving").text, "both")
        page.open_games(2)
        page.close_dialog()
        self.quota(page)
        page.script("localStorage.clear()")
        page.play("22", "18", moves=2)
        page.wait(lambda: "1 game is not saved" in page.one("#saving").text, "the one that was saved now")
