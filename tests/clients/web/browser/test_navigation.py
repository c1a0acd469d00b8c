"""Back closes dialogs and returns to the previous place; a reload returns to the same place."""


from firefox import FirefoxPage
from matches import MatchTest, finished
from selenium.webdriver.common.keys import Keys
from site_case import SiteTest

GAME = '[GameType "21"]\n[White "Ann"]\n\n1. 11-15 22-18 2. 15x22 25x18 (26x17) 3. 8-11 29-25 *\n'
OTHER_GAME = '[GameType "21"]\n[White "Bob"]\n\n1. 9-13 *\n'
DIALOGS = {"#open-rules": "Rules", "#open-games": "My games", "#open-exchange": "Import and export", "#menu .icon-only": "Settings"}

# Whether the history entry matches the shown page, dialogs and move.
HAS_ENTRY = """
    const { page, dialogs, way } = history.state?.place ?? {};
    const moves = [...document.querySelectorAll('.moves > .row > .move:not(.skipped)')];
    return document.querySelector('.page:not([hidden])')?.id === `page-${page}` && document.querySelectorAll('dialog').length === dialogs.length &&
      (page !== 'board' || way.length === moves.findIndex((each) => each.hasAttribute('aria-current')) + 1);
    """


class Places(MatchTest):
    def setUp(self):
        super().setUp()
        self.files.add(finished(0, "A", "B", "A"))

    def back(self, page):
        self.settled(page)
        page.traverse(-1)

    def settled(self, page):
        """Waits until the last action has its history entry."""
        page.wait(lambda: page.script(HAS_ENTRY), "the entry")

    def shown(self, page):
        return page.script("return [...document.querySelectorAll('.page')].find((each) => !each.hidden)?.id ?? ''")

    def wait_shown(self, page, name):
        page.wait(lambda: self.shown(page) == f"page-{name}", f"the page {name}")

    def title(self, page):
        return page.script("return document.querySelector('dialog h2')?.textContent ?? ''")

    def current(self, page):
        return page.script("return document.querySelector('.moves [aria-current]')?.textContent ?? ''")

    def wait_current(self, page, move):
        page.wait(lambda: move in self.current(page) if move else not self.current(page), f"{move or 'the beginning'}, not {self.current(page)}")

    def with_game(self):
        page = self.page().open()
        page.read(GAME)
        page.wait_moves(6)
        self.settled(page)
        return page

    def test_back_closes_dialogs_and_leads_from_page_to_page(self):
        page = self.with_game()
        for control, title in DIALOGS.items():
            page.press(control)
            page.wait(lambda: self.title(page).startswith(title), title)
            self.back(page)
            page.wait(lambda: not page.all("dialog"), f"{title} to close")
            self.wait_shown(page, "board")
        for control, name in (("#open-editor", "editor"), ("#open-match", "match"), ("#open-new", "start")):
            page.press(control)
            self.wait_shown(page, name)
            self.settled(page)
        for name in ("match", "editor", "board"):
            self.back(page)
            self.wait_shown(page, name)
        self.assertEqual(len(page.moves()), 6)
        page.traverse(1)
        self.wait_shown(page, "editor")

    def test_a_closed_dialog_leaves_no_entry_and_a_dialog_in_a_dialog_closes_first(self):
        page = self.with_game()
        page.press("#open-editor")
        self.wait_shown(page, "editor")
        for close in (lambda: page.press("dialog .dialog-head button"), lambda: page.script("document.querySelector('dialog').close()")):
            self.settled(page)
            page.open_dialog("#open-rules")
            self.settled(page)
            close()
            page.wait(lambda: not page.all("dialog"), "the editor")
        self.settled(page)
        self.back(page)
        self.wait_shown(page, "board")
        page.press("#open-games")
        page.press(".games [aria-label^=Names]")
        page.wait(lambda: len(page.all("dialog")) == 2, "both")
        self.settled(page)
        self.back(page)
        page.wait(lambda: len(page.all("dialog")) == 1, "the list alone")
        self.back(page)
        page.wait(lambda: not page.all("dialog"), "the board")

    def test_jumps_to_positions_are_places(self):
        page = self.with_game()
        page.script("document.activeElement.blur()")
        page.key(Keys.ARROW_RIGHT)
        self.settled(page)
        page.script("for (let i = 0; i < 2; i += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))")
        self.wait_current(page, "15x22")
        self.settled(page)
        page.script("[...document.querySelectorAll('.moves .move')].find((each) => each.textContent.includes('29-25')).click()")
        self.wait_current(page, "29-25")
        self.back(page)
        self.wait_current(page, "15x22")
        self.back(page)
        self.wait_current(page, "")
        page.traverse(1)
        self.wait_current(page, "15x22")
        page.reload()
        self.wait_current(page, "15x22")

    def test_back_reopens_the_previous_game_and_a_page_opened_meanwhile_gets_its_own_entry(self):
        page = self.with_game()
        page.new_game("spanish")
        page.play("10", "13")
        for name in ("start", "board"):
            self.back(page)
            self.wait_shown(page, name)
        page.wait_moves(6)
        self.settled(page)
        page.read(OTHER_GAME)
        page.wait_moves(1)
        self.settled(page)
        page.new_game("spanish")
        page.click("10", "13")
        page.wait(lambda: page.moves() == ["10-13"], "the move")
        self.back(page)
        self.wait_shown(page, "start")
        self.settled(page)
        page.script("addEventListener('popstate', () => document.getElementById('open-editor').click(), { once: true }); history.back()")
        self.wait_shown(page, "editor")
        self.back(page)
        page.wait(lambda: self.shown(page) == "page-board" and page.moves() == ["9-13"], "the game again")

    def test_playing_adds_no_entries(self, page):
        page.new_game("english")
        self.settled(page)
        count = page.script("return history.length")
        for number, path in enumerate((("11", "15"), ("22", "18"), ("15", "22")), 1):
            page.play(*path, moves=number)
        self.settled(page)
        self.assertEqual(page.script("return history.length"), count)
        page.press("#open-editor")
        self.wait_shown(page, "editor")
        self.back(page)
        self.wait_shown(page, "board")
        self.assertEqual(len(page.moves()), 3)

    # Dialogs that are open during a reload.
    reloaded = DIALOGS

    def test_a_reload_returns_to_the_same_page(self):
        page = self.with_game()
        for control, name in (("#open-editor", "editor"), ("#open-match", "match"), ("#open-new", "start"), ("#open-board", "board")):
            page.press(control)
            self.wait_shown(page, name)
            self.settled(page)
            page.reload()
            self.wait_shown(page, name)
        for control, title in self.reloaded.items():
            page.press(control)
            page.wait(lambda: self.title(page), title)
            self.settled(page)
            page.reload()
            page.wait(lambda: self.title(page).startswith(title), title)
            self.back(page)
            page.wait(lambda: not page.all("dialog"), "the board")


class PlacesInFirefox(Places):
    kind = FirefoxPage
    reloaded = {"#open-rules": "Rules"}


class PlacesOfSite(SiteTest):
    """The page on a static host, below a path."""

    def wait_entry(self, page, name):
        page.wait(lambda: page.script("return history.state?.place?.page") == name, f"the entry of the {name}")

    def test_back_does_not_leave_the_site(self, page):
        self.wait_entry(page, "board")
        address = page.driver.current_url
        page.open_editor()
        self.wait_entry(page, "editor")
        self.assertEqual(page.driver.current_url, address)
        self.kept(page)  # from now on a reload isolates the page
        page.reload()
        page.wait(lambda: page.script("return !document.getElementById('page-editor').hidden"), "the editor again")
        page.traverse(-1)
        page.wait(lambda: page.script("return !document.getElementById('page-board').hidden"), "the board")
