"""Accessibility, sideways scrolling, size, content policy, and languages."""

import os
import urllib.request
from pathlib import Path

from matches import MatchTest, finished, playing

SHOTS = os.environ.get("SHOTS")
SIZES = {"wide": (1280, 900), "narrow": (360, 740)}
SCHEMES = ("light", "dark")
# Compressed files that a visit loads at first.
MOST_BYTES_AT_ONCE = 115_000


class Looks(MatchTest):
    # The embedded page.
    modules = False

    def setUp(self):
        super().setUp()
        self.files.add(finished(0, "A", "B", "A"))
        self.files.play(*(playing(index, "A", "B", index) for index in range(1, 6)), finished_games=1, wins=1)

    def show_pages(self, page):
        """Opens every page and dialog in turn; yields its name."""
        page.new_game("english", start="text", text="B:W18,19,26,27:BK22")
        page.click("22", "15")
        yield "game"
        page.play("24", "31", "22")
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-text"), "the dialog")
        yield "exchange"
        page.script("document.getElementById('import-text').value = arguments[0]", REVIEWED)
        page.press("#import")
        page.wait(lambda: not page.all("dialog"), "the board")
        page.script("document.querySelectorAll('.moves .move')[8].click()")
        page.choose("#analysis-lines", "3")
        page.start_analysis(3)
        yield "analysis"
        page.press("#engine-switch")
        page.press("#open-new")
        page.wait(lambda: page.all(".card"), "the games")
        yield "start"
        for name, control in (("new-game", '[data-more="reduced-chess"]'), ("rules", "#open-rules"), ("games", "#open-games"), ("settings", "#menu .icon-only")):
            page.open_dialog(control)
            yield name
            page.close_dialog()
        page.open_editor()
        yield "editor"
        page.press("#open-match")
        page.wait(lambda: len(page.all("#match .live-picture .piece")) > 100, "the match")
        yield "match"
        page.press("#open-board")
        page.new_game("reduced-chess", start="size", size=8)
        yield "chess"
        page.new_game("towers", start="text", text="W......w....w..b.wwww..b......W.:b")
        yield "towers"

    def test_every_page_at_two_sizes_and_in_both_themes(self, page):
        for name in self.show_pages(page):
            for size, (width, height) in SIZES.items():
                for scheme in SCHEMES if size == "narrow" else ("light",):
                    with self.subTest(page=name, size=size, scheme=scheme):
                        page.resize(width, height, scheme=scheme)
                        if SHOTS:
                            page.shot(Path(SHOTS) / f"{name}-{size}-{scheme}.png")
                        across = page.across()
                        self.assertLessEqual(across, 0, "the page scrolls sideways")
                        self.check_accessibility(page, scheme)

    def test_printing_shows_the_game_without_controls(self):
        page = self.page(scheme="dark").open()
        page.read(REVIEWED)
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

    def test_few_files_with_the_policy_are_loaded_at_once_and_icons_exist(self, page):
        sizes = page.script("""
            const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
            return entries.map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]);
            """)
        loaded = {path for path, _ in sizes if path.endswith((".js", ".css"))}
        self.assertEqual(loaded, {"/first_boards.js", "/main.js", "/style/page.css"})
        self.assertLessEqual(sum(size for _, size in sizes), MOST_BYTES_AT_ONCE)
        with urllib.request.urlopen(page.url) as answer:
            policy = answer.headers["Content-Security-Policy"]
        said = page.script("return document.querySelector('meta[http-equiv]').content")
        self.assertEqual(policy, f"{said}; frame-ancestors 'none'", "static files have the same, but for what no page can say")
        loaded = page.script("return performance.getEntriesByType('resource').map((each) => each.name)")
        self.assertEqual([name for name in loaded if not name.startswith(page.url)], [])
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

    def test_the_language_can_be_chosen_and_reduced_motion_disables_animation(self, page):
        page.press("#menu .icon-only")
        page.choose("dialog select", "pt")
        page.wait(lambda: "Novo jogo" in page.one("#menu").text, "Portuguese")
        page.reload()
        self.assertIn("Novo jogo", page.one("#menu").text)
        page.media({"prefers-reduced-motion": "reduce"})
        page.new_game("english")
        page.play("11", "15")
        self.assertEqual(page.script("return document.getAnimations().length"), 0)

    def test_the_layout_needs_no_script(self, page):
        """The first paint waits only for the page and its style."""
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        page.driver.refresh()
        page.wait(lambda: page.one(".brand").is_displayed(), "the frame")
        self.assertGreater(page.one("#status").size["height"], 50)

    def test_boards_are_shown_before_the_rest(self):
        page = self.page()
        page.driver.execute_cdp_cmd("Network.enable", {})
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/main.js", "*/config.json"]})
        page.driver.get(self.url)
        page.wait(lambda: len(page.all(".card .piece")) > 50, "the pictures of the games")
        page.errors()


REVIEWED = """[GameType "21"]
[White "Ann"]
[Black "Bob"]

1. 11-15 22-18 2. 15x22 25x18 3. 10-15 {a bold try} 18x11 4. 8x15 24-20 (4... 29-25 5. 4-8) 5. 15-19?? 23x16 *
"""
