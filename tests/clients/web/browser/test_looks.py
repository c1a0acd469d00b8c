"""How the page looks and reads: no serious finding of axe-core, no sideways scrolling, small, strict, in three languages."""

import gzip
import os
import tempfile
import unittest
import urllib.request
from pathlib import Path

from case import AXE, PageTest
from firefox import FirefoxPage
from matches import MatchFiles, finished, playing
from servers import PAGE

SHOTS = os.environ.get("SHOTS")
SIZES = {"wide": (1280, 900), "narrow": (360, 740)}
SCHEMES = ("light", "dark")
# In all, as it goes over the wire.
MOST_BYTES = 228_000
# Of the bundle, before anybody does anything.
MOST_BYTES_AT_ONCE = 115_000
LOADED_LATER = {
    "/analysis/explore.js",
    "/analysis/learn.js",
    "/analysis/look.js",
    "/analysis/own_games.js",
    "/analysis/own_index.js",
    "/analysis/review.js",
    "/game/duplicates.js",
    "/game/match.js",
    "/game/position_text.js",
    "/game/read.js",
    "/games/towers.js",
    "/lang/es.js",
    "/lang/pt.js",
    "/lang/remark.js",
    "/protocol/worker_channel.js",
    "/style/explorer.css",
    "/style/own_engine.css",
    "/sw.js",
    "/ui/editor.js",
    "/ui/explorer.js",
    "/ui/game_details.js",
    "/ui/import.js",
    "/ui/live_boards.js",
    "/ui/live_game.js",
    "/ui/match_page.js",
    "/ui/match_tables.js",
    "/ui/new_game.js",
    "/ui/own_engine.js",
    "/ui/versions.js",
}


class Looks(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        files = MatchFiles(cls.folder.name)
        files.add(finished(0, "A", "B", "A"))
        files.play(*(playing(index, "A", "B", index) for index in range(1, 6)), finished_games=1, wins=1)
        cls.flags = ("--match", str(files.file))
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def show_pages(self, page):
        """Every page and dialog, one after another, with its name."""
        page.new_game("english", start="text", text="B:W18,19,26,27:BK22")
        page.click("22", "15")
        yield "game"
        page.click("24", "31", "22")
        page.wait_moves(1)
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-text"), "the dialog")
        yield "exchange"
        page.script("document.getElementById('import-text').value = arguments[0]", REVIEWED)
        page.press("#import")
        page.wait(lambda: not page.all("dialog"), "the board")
        page.script("document.querySelectorAll('.moves .move')[8].click()")
        page.choose("#analysis-lines", "3")
        page.press("#engine-switch")
        page.wait(lambda: len(page.all(".lines li")) == 3, "lines")
        yield "analysis"
        page.press("#engine-switch")
        page.press("#open-new")
        page.wait(lambda: page.all(".card"), "the games")
        yield "start"
        for name, control in (("new-game", '[data-more="reduced-chess"]'), ("rules", "#open-rules"), ("games", "#open-games"), ("settings", "#menu .icon-only")):
            page.press(control)
            page.wait(lambda: page.all("dialog"), name)
            yield name
            page.press("dialog .dialog-head button")
            page.wait(lambda: not page.all("dialog"), "the board")
        page.press("#open-editor")
        page.wait(lambda: page.all(".palette"), "the editor")
        yield "editor"
        page.press("#open-match")
        page.wait(lambda: self.web is None or len(page.all("#match .live-picture .piece")) > 100, "the match")
        yield "match"
        page.press("#open-board")
        page.new_game("reduced-chess", start="size", size=8)
        yield "chess"
        page.new_game("towers", start="text", text="W......w....w..b.wwww..b......W.:b")
        yield "towers"

    def test_every_page_at_two_sizes_and_in_both_themes(self):
        page = self.page().open()
        for name in self.show_pages(page):
            for size, (width, height) in SIZES.items():
                for scheme in SCHEMES:
                    with self.subTest(page=name, size=size, scheme=scheme):
                        page.resize(width, height, scheme=scheme)
                        if SHOTS:
                            page.shot(Path(SHOTS) / f"{name}-{size}-{scheme}.png")
                        across = page.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                        self.assertLessEqual(across, 0, "the page scrolls sideways")
                        if AXE:
                            self.assertEqual(self.findings(page), [])

    def test_on_paper_there_is_the_game_and_no_control(self):
        page = self.page(scheme="dark").open()
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-text"), "the dialog")
        page.script("document.getElementById('import-text').value = arguments[0]", REVIEWED)
        page.press("#import")
        page.wait(lambda: not page.all("dialog"), "the board")
        for width, height in ((1280, 720), (640, 360), (360, 740)):
            page.size(width, height)
            page.media({"prefers-color-scheme": "dark"})
            page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
            seen = page.script(
                """
                const shown = (each) => each.checkVisibility() && each.getBoundingClientRect().height > 0;
                const controls = [...document.querySelectorAll('button, input, select, textarea')].filter(shown);
                return [controls.filter((each) => !each.matches('.move')).length, document.body.innerText, shown(document.getElementById('board')),
                  getComputedStyle(document.body).color, document.querySelector('.moves').scrollHeight - document.querySelector('.moves').clientHeight];
                """
            )
            page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
            with self.subTest(width=width):
                self.assertEqual(seen[0], 0)
                for words in ("American/English draughts", "Ann", "Bob", "11-15", "23x16", "a bold try", "29-25"):
                    self.assertIn(words, seen[1])
                for words in ("New game", "Analysis", "Review", "Free analysis"):
                    self.assertNotIn(words, seen[1])
                self.assertTrue(seen[2])
                self.assertEqual(seen[3], "rgb(0, 0, 0)")
                self.assertLessEqual(seen[4], 1, "the whole list")

    def test_home_screens_get_icons_of_their_sizes(self):
        page = self.page().open()
        icons = page.driver.execute_async_script(
            """
            const done = arguments[0];
            const size = async (address) => {
              const image = await createImageBitmap(await (await fetch(address)).blob());
              return `${image.width}x${image.height}`;
            };
            (async () => {
              const { icons } = await (await fetch('manifest.webmanifest')).json();
              const found = [];
              for (const { src, sizes, type, purpose } of icons) if (type === 'image/png') found.push([purpose, sizes, await size(src)]);
              const touch = document.querySelector('link[rel="apple-touch-icon"]');
              done([...found, ['touch', touch.sizes.value, await size(touch.href)]]);
            })();
            """
        )
        self.assertEqual([each[:2] for each in icons], [["any", "192x192"], ["any", "512x512"], ["maskable", "512x512"], ["touch", "180x180"]])
        for _, said, real in icons:
            self.assertEqual(real, said)

    def test_the_page_is_small(self):
        page = self.page().open()
        sizes = page.script(
            """
            const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
            return entries.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]);
            """
        )
        loaded = {path for path, _ in sizes}
        modules = {"/" + str(path.relative_to(PAGE)) for kind in ("*.js", "*.css") for path in PAGE.rglob(kind)}
        later = {path for path in modules if path.startswith("/rules/")} | LOADED_LATER
        self.assertEqual(modules - loaded, later | {"/game/types.js", "/ui/app.js"}, "all other modules are loaded at once, but for those of types alone")
        at_once = sum(size for _, size in sizes)
        more = sum(len(gzip.compress((PAGE / path[1:]).read_bytes())) for path in later)
        self.assertLessEqual(at_once + more, MOST_BYTES)

    def test_nothing_is_inline_and_nothing_comes_from_elsewhere(self):
        page = self.page().open()
        with urllib.request.urlopen(page.url) as answer:
            policy = answer.headers["Content-Security-Policy"]
            text = answer.read().decode()
        self.assertIn("default-src 'none'", policy)
        self.assertEqual(policy.count("unsafe"), 1)
        self.assertIn("script-src 'self' 'wasm-unsafe-eval';", policy)
        said = page.script("return document.querySelector('meta[http-equiv]').content")
        self.assertEqual(policy, f"{said}; frame-ancestors 'none'", "static files have the same, but for what no page can say")
        self.assertNotIn(" style=", text)
        self.assertNotIn("<style", text)
        loaded = page.script("return performance.getEntriesByType('resource').map((each) => each.name)")
        self.assertEqual([name for name in loaded if not name.startswith(page.url)], [])

    def test_spanish_and_portuguese(self):
        for language, words in (("es", ("Nueva partida", "Damas españolas", "Juega: Blancas")), ("pt", ("Novo jogo", "Damas espanholas", "Vez de Brancas"))):
            with self.subTest(language):
                page = self.page(language=language).open()
                page.new_game("spanish")
                text = page.one("body").text
                for word in words:
                    self.assertIn(word, text)

    def test_kings_of_chess_and_of_draughts_have_their_own_names(self):
        page = self.page(language="es").open()
        page.new_game("reduced-chess", start="example")
        self.assertEqual(page.label("c5"), "c5, rey, Blancas")
        page.new_game("spanish", start="text", text="W:WK1:B10")
        self.assertEqual(page.label("1"), "1, dama, Blancas")

    def test_the_language_can_be_chosen(self):
        page = self.page().open()
        page.press("#menu .icon-only")
        page.choose("dialog select", "pt")
        page.wait(lambda: "Novo jogo" in page.one("#menu").text, "Portuguese")
        page.reload()
        self.assertIn("Novo jogo", page.one("#menu").text)

    def test_reduced_motion_moves_nothing(self):
        page = self.page().open()
        page.media({"prefers-reduced-motion": "reduce"})
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)
        self.assertEqual(page.script("return document.getAnimations().length"), 0)
        page.media({"prefers-color-scheme": "light"})

    def test_the_frame_stands_without_any_script(self):
        """So the first paint waits for one page and its style alone."""
        page = self.page().open()
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(page.driver.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
        page.driver.refresh()
        page.wait(lambda: page.one(".brand").is_displayed(), "the frame")
        self.assertGreater(page.one("#status").size["height"], 50)


class BuiltIn(PageTest):
    """The page as crown-web has it: a few files, with the first boards before any connection."""

    modules = False

    def test_few_files_are_loaded_at_once(self):
        page = self.page().open()
        sizes = page.script(
            """
            const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
            return entries.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]);
            """
        )
        loaded = {path for path, _ in sizes if path.endswith((".js", ".css"))}
        self.assertEqual(loaded, {"/first.js", "/main.js", "/style/page.css"})
        self.assertLessEqual(sum(size for _, size in sizes), MOST_BYTES_AT_ONCE)

    def test_the_boards_are_there_without_the_rest(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Network.enable", {})
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/main.js", "*/config.json"]})
        self.addCleanup(page.driver.execute_cdp_cmd, "Network.setBlockedURLs", {"urls": []})
        page.driver.get(self.url)
        page.wait(lambda: len(page.all(".card .piece")) > 50, "the pictures of the games")
        page.errors()

    def test_a_game_is_begun_and_played(self):
        page = self.page().open()
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)

    def test_rules_languages_and_the_editor_come_when_they_are_wanted(self):
        page = self.page(language="pt").open()
        self.assertIn("Novo jogo", page.one("#menu").text)
        page.press("#open-rules")
        page.wait(lambda: page.all("dialog svg"), "rules")
        page.press("dialog .dialog-head button")
        page.wait(lambda: not page.all("dialog"), "the page")
        page.new_game("towers")
        page.press("#open-editor")
        page.wait(lambda: page.all(".palette"), "the editor")


class BuiltInForFirefox(PageTest):
    kind = FirefoxPage
    modules = False

    def test_a_game_is_begun_and_played(self):
        page = self.page().open()
        page.new_game("english")
        page.click("11", "15")
        page.wait_moves(1)


REVIEWED = """[GameType "21"]
[White "Ann"]
[Black "Bob"]

1. 11-15 22-18 2. 15x22 25x18 3. 10-15 {a bold try} 18x11 4. 8x15 24-20 (4... 29-25 5. 4-8) 5. 15-19?? 23x16 *
"""

if __name__ == "__main__":
    unittest.main()
