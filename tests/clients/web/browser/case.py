"""What all tests of the page share: one crown-web, one engine that knows what is legal, and a fresh page for each test."""

import atexit
import os
import unittest
from pathlib import Path

from browser import Page
from servers import PAGE, Engine, Web

AXE = os.environ.get("AXE")

# Browsers start slowly: each serves all tests of this process that need its like.
pages = {}


@atexit.register
def close_pages():
    for page in pages.values():
        page.close()


class PageTest(unittest.TestCase):
    """Fails, too, where the page tells an error of its own in the browser's log."""

    flags = ()
    books = None
    kind = Page
    # The modules of the source, which tests import; else the page that is built in.
    modules = True

    @classmethod
    def setUpClass(cls):
        address = os.environ.get("CROWN_WEB_URL")
        served = ("--page", str(PAGE)) if cls.modules else ()
        cls.web = None if address else Web(*cls.flags, *served, books=cls.books)
        cls.url = address or cls.web.url
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls):
        for page in pages.values():
            page.leave()
        cls.engine.close()
        if cls.web:
            cls.web.close()

    def page(self, number=0, language="en", **look):
        """A fresh one; how it looks is what `Page.look` takes. Those of other numbers share nothing with it."""
        key = (self.kind, number, language)
        if look.get("touch"):
            # A Chromium that showed another page before may keep touches to itself.
            page = self.kind(language)
            self.addCleanup(page.close)
        else:
            if key not in pages:
                pages[key] = self.kind(language)
            page = pages[key]
        page.start(self.url)
        page.look(**look)
        self.addCleanup(lambda: self.assertEqual(page.errors(), []))
        return page

    def load_axe(self, page):
        if not page.script("return 'axe' in window"):
            page.script(Path(AXE).read_text(encoding="utf-8"))

    def findings(self, page):
        """Serious and critical ones of axe-core, with the elements."""
        self.load_axe(page)
        found = page.driver.execute_async_script(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then((result) => done(result.violations
              .filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? ''))])));
            """
        )
        return found
