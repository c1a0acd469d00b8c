"""What all tests of the page share: one crown-web, one engine that knows what is legal, and a page for each test."""

import os
import unittest

from browser import Page
from servers import Engine, Web


class PageTest(unittest.TestCase):
    """Fails, too, where the page tells an error of its own in the browser's log."""

    flags = ()

    @classmethod
    def setUpClass(cls):
        address = os.environ.get("CROWN_WEB_URL")
        cls.web = None if address else Web(*cls.flags)
        cls.url = address or cls.web.url
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()
        if cls.web:
            cls.web.close()

    def page(self, **look):
        page = Page(self.url, **look)
        self.addCleanup(page.close)
        self.addCleanup(lambda: self.assertEqual(page.errors(), []))
        return page
