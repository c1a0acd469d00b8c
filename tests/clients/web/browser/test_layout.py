"""Layout from small phones to wide screens: no text is cut off in any language, and rows do not wrap."""

from case import PageTest
from firefox import FirefoxPage
from selenium.webdriver.common.keys import Keys

LANGUAGES = ("en", "es", "pt")

# Texts cut off by an ancestor, by the window, or in a select.
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

# Choices of the dialog for a new game that are wider than their lists.
CLIPPED = """
    return [...document.querySelectorAll('dialog select')].flatMap((select) => {
      const style = getComputedStyle(select);
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const arrow = 22;
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
    });
    """


class Layout(PageTest):
    def wait_for_row(self, page, width):
        """Waits until the menu fits into the window; returns its number of rows."""
        row = """
            const boxes = [...document.querySelectorAll('.top .brand, #menu > *')].map((each) => each.getBoundingClientRect());
            const ends = boxes.flatMap(({ left, right }) => [Math.round(left), Math.round(right)]);
            const fits = ends.every((each, i) => i === 0 || each >= ends[i - 1] - 1) && ends.at(-1) <= arguments[0];
            return fits && new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size;
            """
        return page.wait(lambda: page.script(row, width), "the menu to fit")

    def test_a_phone_on_its_side_has_board_and_moves_side_by_side(self):
        page = self.page(width=740, height=360, touch=True).open()
        for shown, choices in (("english", {}), ("reduced-chess", {"start": "size", "size": 26})):
            page.new_game(shown, **choices)
            for width, height in ((740, 360), (844, 390)):
                with self.subTest(shown, width=width):
                    page.resize(width, height, touch=True)
                    if shown == "reduced-chess":
                        self.assertLessEqual(page.box(".zoom-tools")[3], page.box("#page-board .desk")[1])
                    left, top, right, bottom = page.box("#board")
                    self.assertGreaterEqual(min(left, top), 0)
                    self.assertLessEqual(bottom, height)
                    self.assertGreater(bottom - top, 0.8 * height)
                    self.assertLessEqual(right, page.box("#page-board .desk")[0])
                    self.assertLess(page.box("#page-board .moves")[3], height)
                    self.assertEqual(page.across(), 0)

    def test_the_board_is_whole_in_every_window_and_uses_a_wide_screen(self, page):
        page.new_game("english")
        for width, height in ((360, 740), (800, 1000), (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440)):
            with self.subTest(width=width, height=height):
                page.resize(width, height)
                left, top, right, bottom = page.box("#board")
                self.assertTrue(top >= 0 and right <= width and bottom <= height, (top, right, bottom))
        self.assertGreater(bottom - top, 0.8 * 1440)
        self.assertGreater(right - left, 0.8 * 1440)
        desk = page.box("#page-board .desk")
        self.assertTrue(500 < desk[2] - desk[0] < 900, desk)
        self.assertGreater(left, 2560 - desk[2] - 60, "in the middle")

    def test_texts_fit_in_every_language(self):
        for language in LANGUAGES:
            page = self.page(language=language).open()
            page.new_game("english", ("human", "engine 0"))
            self.check_menu(page, language)
            page.resize(360, 740)
            steps = (("board", None, None), ("settings", "#menu .icon-only", "dialog"), ("editor", "#open-editor", ".palette"), ("match", "#open-match", "#match h1"))
            for name, control, shown in steps:
                with self.subTest(name, language=language):
                    if control:
                        page.press(control)
                        page.wait(lambda: page.all(shown), name)
                    self.assertEqual(page.script(CUT_OFF), [])
                    self.assertEqual(page.across(), 0)
                    if shown == "dialog":
                        page.close_dialog()
            page.choose_game("reduced-chess")
            for width in (1280, 360):
                with self.subTest("choices of a game", language=language, width=width):
                    page.resize(width, 740)
                    self.assertEqual(page.script(CLIPPED), [])

    def check_menu(self, page, language):
        """The menu fits into every window with visible words."""
        seen = """
            return [...document.querySelectorAll('#menu .button')].map((each) => {
              const word = [...each.querySelectorAll('span')].find((span) => span.checkVisibility() && getComputedStyle(span).clipPath === 'none');
              const { left, right } = word?.getBoundingClientRect() ?? {};
              return word ? [word.textContent, left, right] : null;
            });
            """
        for width, height in ((360, 740), (640, 360), (641, 800), (800, 800), (1024, 800), (1280, 800), (1920, 800)):
            with self.subTest("menu", language=language, width=width):
                page.resize(width, height)
                self.assertLessEqual(self.wait_for_row(page, width), 2)
                self.assertEqual(page.across(), 0)
                self.assertEqual(page.script(CUT_OFF), [])
                if width > 1024:
                    continue  # The settings have an icon alone.
                words = page.script(seen)
                self.assertTrue(words and None not in words, words)
                for (word, _, right), (_, left, _) in zip(words, words[1:]):
                    self.assertLessEqual(right, left + 1, word)
                for each in page.all("#menu .button"):
                    self.assertIn(words.pop(0)[0].rstrip(".").lower()[:5], each.get_attribute("title").lower())


class Room(PageTest):
    """In low windows, nothing is cut off and empty parts take no space."""

    LOW = ((1280, 720), (1280, 650))

    def height(self, page, selector):
        return page.script("return document.querySelector(arguments[0]).getBoundingClientRect().height", selector)

    def analysed(self, page, moves=30):
        """Opens a game for analysis that is longer than the move list."""
        played = []
        while len(played) < moves:
            played.append(self.engine.routes("english", "startpos", played)[0][0])
        page.open(f"#game=english&moves={'+'.join(played)}")
        page.wait_moves(moves)

    def test_the_move_list_uses_the_space_of_empty_rows(self):
        page = self.page(width=1280, height=720)
        self.analysed(page)
        for width, height in self.LOW:
            with self.subTest(height=height):
                page.resize(width, height)
                self.assertGreater(self.height(page, ".moves"), 200)
                self.assertEqual(self.height(page, "#analysis .results") + self.height(page, "#analysis .graph-place"), 0)
                page.start_analysis()
                self.assertGreater(self.height(page, ".moves"), 150)
                self.assertLess(self.height(page, "#analysis .results"), 2 * self.height(page, ".lines li"))
                self.assertLessEqual(page.script("return document.querySelector('#page-board .desk').getBoundingClientRect().bottom"), height)
                page.stop_analysis()

    def test_no_panel_is_cut_in_an_enlarged_window(self):
        """200 % of 1280x720 is a window of 640x360."""
        page = self.page(width=640, height=360)
        self.analysed(page)
        page.start_analysis()
        scrolled = """
            return [...document.querySelectorAll('#page-board .desk, #page-board .panel, .results')].filter((each) => each.checkVisibility() &&
              (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)).map((each) => each.id || each.className);
            """
        self.assertEqual(page.script(scrolled), [])
        self.assertEqual(page.across(), 0)
        for control in ("#engine-switch", "#analysis-lines", "#review"):
            page.script("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", control)
            self.assertTrue(page.script(ON_TOP, control), control)
            board = page.script("const { top, bottom } = document.getElementById('board').getBoundingClientRect(); return [top, bottom]")
            self.assertTrue(board[0] >= 0 and board[1] <= 360, "the board stays")

    def test_the_games_use_a_wide_screen(self):
        page = self.page(width=2560, height=1440).open_start()
        page.wait(lambda: page.all(".card"), "the games")
        left, right = page.script("const all = [...document.querySelectorAll('.card')].map((each) => each.getBoundingClientRect()); return [all[0].left, all.at(-1).right]")
        self.assertGreater(right - left, 0.9 * 2560)
        self.assertEqual(len(set(page.script("return [...document.querySelectorAll('.card')].map((each) => each.offsetTop)"))), 1, "one row")
        page.resize(2560, 700)
        page.wait(lambda: page.script("return document.querySelector('.card').getBoundingClientRect().bottom") <= 700, "no scrolling")


# Whether the centre of an element is visible and clickable.
ON_TOP = """
    const element = document.querySelector(arguments[0]);
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(there) || Boolean(there?.closest('label')?.contains(element));
    """
# Controls in the window with a centre covered by a note.
COVERED = """
    const controls = document.querySelectorAll('button, input, select, textarea, a, [role=gridcell], .move');
    return [...controls].filter((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      const isInert = document.querySelector('dialog[open]') && !each.closest('dialog');
      return !isInert && each.checkVisibility() && !each.closest('.notes') && there?.closest('.notes');
    }).map((each) => each.id || each.className);
    """


class Notes(PageTest):
    """Notes cover no control and can be closed."""

    SIZES = ((1280, 720), (1280, 650), (640, 360), (360, 740))

    def note(self, page):
        """Follows a broken link."""
        page.script("location.hash = `#game=nonsense&moves=${Math.random()}`")
        page.wait(lambda: page.all(".note"), "the note")

    def test_notes_cover_no_control(self):
        page = self.page().open("#game=english&moves=11-15+22-18")
        for width, height in self.SIZES:
            with self.subTest(width=width, height=height):
                page.resize(width, height)
                self.note(page)
                self.assertEqual(page.script(COVERED), [])
                self.assertEqual(page.across(), 0)
                for control in ("#review", "#engine-switch", '[aria-label="Next move"]', ".note button"):
                    page.script("document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest' })", control)
                    self.assertTrue(page.script(ON_TOP, control), control)
                page.press(".note button")
                self.assertEqual(page.all(".note"), [])

    def test_notes_are_visible_on_every_page_and_in_dialogs(self, page):
        for control in ("#open-board", "#open-new", "#open-editor"):
            page.press(control)
            page.press("#open-exchange")
            page.press("#import")
            page.wait(lambda: page.all("dialog .note"), "the note in the dialog")
            self.assertTrue(page.script(ON_TOP, ".note"), "above the page behind the dialog")
            self.assertEqual(page.script(COVERED), [])
            page.close_dialog()
            self.assertTrue(page.script(ON_TOP, ".note"), "it is still there")
            self.assertEqual(page.script(COVERED), [])
            page.press(".note button")

    def test_a_note_moves_with_the_window_and_is_closed_by_escape(self):
        page = self.page(width=1280, height=720).open()
        self.note(page)
        page.resize(360, 740)
        page.wait(lambda: page.script("return document.querySelector('.note').getBoundingClientRect().bottom") < 740, "the note below the board")
        self.assertEqual(page.script(COVERED), [])
        page.key(Keys.ESCAPE)
        page.wait(lambda: not page.all(".note"), "the note to go")


class RoomInFirefox(Room):
    kind = FirefoxPage


class NotesInFirefox(Notes):
    kind = FirefoxPage
