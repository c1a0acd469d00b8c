"""The base of tests without a daemon: each has its own host of static files."""

from case import PageTest
from relay import Relay, Site
from servers import Engine


class SiteTest(PageTest):
    """Each test has its own site, which it may break. The engine in the page is a fake that asks crownd, unless `real` is set."""

    real = False

    @classmethod
    def setUpClass(cls):
        cls.relay = None if cls.real else Relay()
        cls.engine = Engine()
        cls.games = cls.engine.games()

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

    def kept(self, page):
        """Waits until the page works offline."""
        page.wait(lambda: page.script("return document.documentElement.dataset.kept") == "all", "all to be kept")

    def returns(self, page):
        """Waits until the engine answers again; moves are refused meanwhile."""
        page.wait(lambda: "there again" in page.notes(), "the engine")

    def analyse_after_resigning(self, page, game):
        page.new_game(game)
        page.resign()
        page.press("#analyse")
        page.press("#engine-switch")

    def analyse_twice(self, page):
        """Switches analysis with three lines on, off and on again."""
        page.new_game("towers")
        page.resign()
        page.press("#analyse")
        page.choose("#analysis-lines", "3")
        page.start_analysis(3)
        page.stop_analysis()
        page.start_analysis(3)
        page.press("#engine-switch")
