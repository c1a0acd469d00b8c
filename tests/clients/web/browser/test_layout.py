"""Room for everything: from a small phone to a wide screen, in every language no text is cut off and no row is broken."""

from case import PageTest

LANGUAGES = ("en", "es", "pt")

# Texts of which a part cannot be seen: cut off by an ancestor, by the window, or in a list of choices.
CUT_OFF = """
    const found = [];
    const canvas = document.createElement('canvas').getContext('2d');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest('.sr-only, .skip, option, svg') || !parent.checkVisibility() || getComputedStyle(parent).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      let [first, last] = [0, innerWidth];
      for (let each = parent; each; each = each.parentElement)
        if (getComputedStyle(each).overflowX !== 'visible') {
          const box = each.getBoundingClientRect();
          [first, last] = [Math.max(first, box.left), Math.min(last, box.right)];
        }
      if (right - left > 0 && (left < first - 1 || right > last + 1)) found.push(node.data);
    }
    for (const list of document.querySelectorAll('select'))
      if (list.checkVisibility()) {
        const style = getComputedStyle(list);
        canvas.font = style.font;
        const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const text = list.selectedOptions[0]?.textContent ?? '';
        if (canvas.measureText(text).width > room) found.push(text);
      }
    return found;
    """


class Layout(PageTest):
    def box(self, page, selector):
        return page.script("const { left, top, right, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); return [left, top, right, bottom]", selector)

    def across(self, page):
        return page.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def wait_for_row(self, page, width):
        """Until the menu fits into the window; how many heights the middles of its parts have."""
        row = """
            const boxes = [...document.querySelectorAll('.top .brand, #menu > *')].map((each) => each.getBoundingClientRect());
            const ends = boxes.flatMap(({ left, right }) => [Math.round(left), Math.round(right)]);
            const fits = ends.every((each, i) => i === 0 || each >= ends[i - 1] - 1) && ends.at(-1) <= arguments[0];
            return fits && new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size;
            """
        return page.wait(lambda: page.script(row, width), "the menu to fit")

    def test_the_menu_is_one_row_in_every_window(self):
        for language in LANGUAGES:
            page = self.page(language=language).open()
            for width in (360, 641, 800, 1024, 1280, 1920):
                with self.subTest(language, width=width):
                    page.resize(width, 800)
                    self.assertLessEqual(self.wait_for_row(page, width), 2)
                    self.assertEqual(self.across(page), 0)
                    self.assertEqual(page.script(CUT_OFF), [])

    def test_a_phone_on_its_side_has_board_and_moves_side_by_side(self):
        for width, height in ((740, 360), (844, 390)):
            page = self.page(width=width, height=height, touch=True).open()
            page.new_game("english")
            for shown in ("english", "reduced-chess"):
                with self.subTest(shown, width=width):
                    if shown == "reduced-chess":
                        page.new_game(shown, start="size", size=26)
                    left, top, right, bottom = self.box(page, "#board")
                    self.assertGreaterEqual(min(left, top), 0)
                    self.assertLessEqual(bottom, height)
                    self.assertGreater(bottom - top, 0.8 * height)
                    self.assertLessEqual(right, self.box(page, "#page-board .desk")[0])
                    self.assertLessEqual(self.box(page, "#page-board .desk")[3], height)
                    self.assertEqual(self.across(page), 0)

    def test_a_wide_screen_is_used(self):
        page = self.page(width=2560, height=1440).open()
        page.new_game("english")
        left, top, right, bottom = self.box(page, "#board")
        self.assertGreater(bottom - top, 0.8 * 1440)
        self.assertGreater(right - left, 0.8 * 1440)
        desk = self.box(page, "#page-board .desk")
        self.assertTrue(500 < desk[2] - desk[0] < 900, desk)
        self.assertGreater(left, 2560 - desk[2] - 60, "in the middle")

    def test_the_board_is_whole_in_every_window(self):
        page = self.page().open()
        page.new_game("english")
        for width, height in ((360, 740), (800, 1000), (1024, 768), (1280, 720), (1440, 900), (1920, 1080)):
            with self.subTest(width=width, height=height):
                page.resize(width, height)
                _, top, right, bottom = self.box(page, "#board")
                self.assertTrue(top >= 0 and right <= width and bottom <= height, (top, right, bottom))

    def test_nothing_is_cut_off_on_a_small_phone(self):
        for language in LANGUAGES:
            page = self.page(width=360, height=740, language=language).open()
            page.new_game("english", ("human", "engine 0"))
            steps = [("board", None), ("settings", "#menu .icon-only"), ("editor", "#open-editor"), ("match", "#open-match")]
            for name, control in steps:
                with self.subTest(name, language=language):
                    if control:
                        page.press(control)
                        shown = {"settings": "dialog", "editor": ".palette", "match": "#match h1"}[name]
                        page.wait(lambda shown=shown: page.all(shown), name)
                    self.assertEqual(page.script(CUT_OFF), [])
                    self.assertEqual(self.across(page), 0)
                    if name == "settings":
                        page.press("dialog .dialog-head button")
                        page.wait(lambda: not page.all("dialog"), "the board")
