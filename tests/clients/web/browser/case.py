"""What all tests of the page share: one crown-web, one engine that knows what is legal, and a page for each test."""

import os
import unittest

from browser import Page
from servers import Engine, Web


class PageTest(unittest.TestCase):
    """Fails, too, where the page tells an error of its own in the browser's log."""

    flags = ()
    kind = Page

    @classmethod
    def setUpClass(cls):
        address = os.environ.get("CROWN_WEB_URL")
        cls.web = None if address else Web(*cls.flags)
        cls.url = address or cls.web.url
        cls.engine = Engine()
        cls.pages = {}

    @classmethod
    def tearDownClass(cls):
        for page in cls.pages.values():
            page.close()
        cls.engine.close()
        if cls.web:
            cls.web.close()

    def page(self, number=0, **look):
        """A fresh one; what it looks like is what `Page` takes. Those of other numbers share nothing with it."""
        key = (number, *sorted(look.items()))
        page = self.pages.get(key)
        if not page:
            page = self.pages[key] = self.kind(self.url, **look)
        page.forget()
        self.addCleanup(lambda: self.assertEqual(page.errors(), []))
        return page
