"""The base of the page's tests: one crown-web, one engine that knows the rules, and a new page for each test."""

import atexit
import functools
import inspect
import os
import unittest
from pathlib import Path

from browser import Page
from firefox import FirefoxPage
from servers import PAGE, Engine, Web

AXE = os.environ.get("AXE")
COLOUR_RULES = ("color-contrast", "link-in-text-block")

# 15-19 loses a man.
BLUNDER = """[GameType "21"]

1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 8x15 24-20 5. 15-19 23x16 *
"""
# Kings move to and fro, so that the list is longer than the window.
LONG = '[GameType "21"]\n[FEN "B:WK32:BK1"]\n\n' + " ".join(
    f"{number}. 1-6 32-27 {number + 1}. 6-1 27-32" for number in range(1, 61, 2)
) + " *\n"

# Browsers start slowly, so the tests of a process share them.
pages = {}
# ChromeDriver's messages about a page that hangs.
HANGS = ("Timed out receiving message from renderer", "script timeout")


@atexit.register
def close_pages():
    for page in pages.values():
        page.close()
    pages.clear()


def with_page(test):
    """Passes the opened page to a test."""

    @functools.wraps(test)
    def run(self):
        page = self.page()
        self.opens(page)
        test(self, page)

    return run


class PageTest(unittest.TestCase):
    """A test with the parameter `page` gets the opened page. Fails also if the page logs an error."""

    flags = ()
    books = None
    kind = Page
    opens = staticmethod(Page.open)
    # Whether to serve the modules of the source, which tests import. Firefox gets the embedded page, which it loads faster.
    modules = True

    def __init_subclass__(cls):
        for name, value in list(vars(cls).items()):
            if name.startswith("test_") and value and "page" in inspect.signature(value).parameters:
                setattr(cls, name, with_page(value))

    def run(self, result):
        """Runs the test again, once, if the browser stopped answering, as Chromium sometimes does on a busy machine."""
        before = [(faults, len(faults)) for faults in (result.errors, result.failures)]
        super().run(result)
        texts = [text for faults, count in before for _, text in faults[count:]]
        if not any(message in text for text in texts for message in HANGS):
            return
        print(f"{self.id()}: the browser stopped answering; runs again", flush=True)
        for faults, count in before:
            del faults[count:]
        close_pages()
        super().run(result)

    @classmethod
    def setUpClass(cls):
        served = ("--page", str(PAGE)) if cls.modules and not issubclass(cls.kind, FirefoxPage) else ()
        cls.web = Web(*cls.flags, *served, books=cls.books)
        cls.url = cls.web.url
        cls.engine = Engine()
        cls.games = cls.engine.games()

    @classmethod
    def tearDownClass(cls):
        for page in pages.values():
            page.leave()
        cls.engine.close()
        cls.web.close()

    def page(self, number=0, language="", **look):
        """A new page; the flags are those of `Page.look`. Pages with different numbers share nothing."""
        key = (self.kind, number)
        if look.get("touch"):
            # Chromium may withhold touches after it showed another page.
            page = self.kind()
            self.addCleanup(page.close)
        else:
            if key not in pages:
                pages[key] = self.kind()
            page = pages[key]

        def prepare():
            page.start(self.url)
            if language:
                page.speak(language)
            page.look(**look)

        page.prepare = prepare
        page.prepare()
        self.addCleanup(lambda: self.assertEqual(page.errors(), []))
        return page

    def check_accessibility(self, page, scheme="light", impacts=("serious", "critical")):
        """Fails if axe-core, if installed, finds faults in Chromium with these impacts. In the dark theme it checks only what depends on colours."""
        if not AXE or isinstance(page, FirefoxPage):
            return
        if not page.script("return 'axe' in window"):
            page.script(Path(AXE).read_text(encoding="utf-8"))
        found = page.script(
            """
            const [rules, impacts] = arguments;
            return axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }).then(({ violations }) =>
              violations.filter(({ impact }) => impacts.includes(impact))
              .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? ''))]));
            """,
            COLOUR_RULES if scheme == "dark" else None, impacts,
        )
        self.assertEqual(found, [])
