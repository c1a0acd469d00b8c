"""What tests of the page without a daemon share: a host of static files for each of them."""

from case import AXE, PageTest
from firefox import FirefoxPage
from relay import Relay, Site
from servers import Engine


class SiteTest(PageTest):
    """Each test has a site of its own, which it may break. The engine in the page is a fake one that asks crownd, unless it is `real`."""

    real = False

    @classmethod
    def setUpClass(cls):
        cls.relay = None if cls.real else Relay()
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()
        if cls.relay:
            cls.relay.close()

    def setUp(self):
        self.site = Site(self.relay, self.real)
        self.url = self.site.url
        self.addCleanup(self.site.close)
        if self.relay:
            self.relay.faults()

    def look_at(self, page):
        """No serious finding of axe-core."""
        if AXE and not isinstance(page, FirefoxPage):
            self.assertEqual(self.findings(page), [])

    def kept(self, page):
        """Waits until the page works without a network."""
        page.wait(lambda: page.script("return document.documentElement.dataset.kept") == "all", "all to be kept")

    def thinks(self, page):
        page.wait(lambda: any(each.text for each in page.all(".engine-info")), "the engine to think")

    def analyse_after_resigning(self, page, game):
        page.new_game(game)
        page.press("#resign")
        page.answer()
        page.press("#analyse")
        page.press("#engine-switch")

    def analyse_twice(self, page):
        """Analysis with three lines, which ends when it is switched off, and begins again."""
        page.new_game("towers")
        page.press("#resign")
        page.answer()
        page.press("#analyse")
        page.choose("#analysis-lines", "3")
        page.press("#engine-switch")
        page.wait(lambda: len(page.all(".lines li")) == 3, "three lines")
        page.press("#engine-switch")
        page.wait(lambda: not page.all(".lines li"), "the end")
        page.press("#engine-switch")
        page.wait(lambda: len(page.all(".lines li")) == 3, "three lines again: the search before has answered")
        page.press("#engine-switch")
