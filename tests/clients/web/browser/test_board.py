"""The drawing of the board: square names, colours, piece sets, arrows of people, and zoom."""

from case import PageTest

# Modifier keys.
ALT, CTRL, SHIFT = 1, 2, 8

# Names of squares that a piece partly covers.
HIDDEN_NAMES = """
    const hidden = [];
    for (const name of document.querySelectorAll('#board .labels .name')) {
      const size = Number(name.getAttribute('font-size'));
      const { x, width } = name.getBBox();
      const base = Number(name.getAttribute('y'));
      for (const piece of document.querySelectorAll('#board .piece')) {
        const [left, top] = piece.style.transform.match(/-?[\\d.]+/g).map(Number);
        if (x < left || x >= left + 100 || base < top || base >= top + 100) continue;
        for (const across of [0, 0.5, 1])
          for (const up of [0, 0.36, 0.72])
            for (const shape of piece.querySelectorAll('.body')) {
              const point = new DOMPoint(x + across * width - left, base - up * size - top);
              if (shape.isPointInFill(point) || shape.isPointInStroke(point)) hidden.push(name.textContent);
            }
      }
    }
    return hidden;
    """


class Board(PageTest):
    def with_settings(self, page, **settings):
        page.script("localStorage.setItem('crown.settings', JSON.stringify(arguments[0]))", settings)
        page.reload()

    def test_numbers_of_squares_do_not_hide_under_pieces(self, page):
        for pieces in ("flat", "relief"):
            self.with_settings(page, pieces=pieces)
            for game, text in (("english", "B:WK32,K31,K30,29,28:B22,K21,13,12"), ("spanish", "W:WK32,K31,K30,K29,28:B22,K21,13,12")):
                with self.subTest(game, pieces=pieces):
                    page.new_game(game, start="text", text=text)
                    self.assertEqual(len(page.all("#board .labels .name")), 32)
                    self.assertEqual(page.script(HIDDEN_NAMES), [])

    def test_coordinates_follow_the_notation(self, page):
        for game, edges, names in (("english", 0, 32), ("spanish", 0, 32), ("towers", 16, 0), ("stupid", 16, 0)):
            with self.subTest(game):
                page.new_game(game)
                self.assertEqual((len(page.all("#board .edge")), len(page.all("#board .name"))), (edges, names))
        page.press("#menu .icon-only")
        page.script("[...document.querySelectorAll('dialog .check')].find((each) => each.textContent.startsWith('Names')).click()")
        self.assertEqual(page.all("#board .labels text"), [])

    def test_boards_and_pieces_are_chosen_by_picture(self, page):
        page.new_game("english")
        shapes = "return document.querySelector('#board .piece').innerHTML"
        ground = "return getComputedStyle(document.querySelector('#board .dark-squares')).fill"
        before = page.script(shapes), page.script(ground)
        page.press("#menu .icon-only")
        page.press("dialog input[name=board][value=wood]")
        page.press("dialog input[name=pieces][value=relief]")
        chosen = page.script(shapes), page.script(ground)
        self.assertNotEqual(chosen[0], before[0])
        self.assertNotEqual(chosen[1], before[1])
        grounds = page.script("return [...document.querySelectorAll('dialog .look[data-board] .dark-squares')].map((each) => getComputedStyle(each).fill)")
        self.assertEqual(len(set(grounds)), 3, "each picture has its own colours")
        page.reload()
        self.assertEqual((page.script(shapes), page.script(ground)), chosen)
        page.open_editor()
        page.script("[...document.querySelectorAll('#editor-panel .button')].find((each) => each.textContent === 'Clear').click()")
        page.press("#menu .icon-only")
        page.press("dialog input[name=board][value=slate]")
        self.assertEqual(page.all("#editor-board .piece"), [])
        self.assertEqual(page.one("#open-editor").get_attribute("aria-current"), "page")

    def shapes(self, page):
        return page.script("return [...document.querySelectorAll('#board .shape')].map((each) => [each.tagName, ...each.classList].slice(0, 3))")

    def test_the_right_button_draws_arrows_and_circles(self, page):
        page.new_game("english")
        page.script("window.menus = 0; document.addEventListener('contextmenu', (event) => (window.menus += event.defaultPrevented ? 0 : 1))")
        page.drag("22", "15", "right")
        page.drag("24", "24", "right", CTRL)
        page.drag("11", "16", "right", ALT)
        page.drag("9", "9", "right", SHIFT + ALT)
        drawn = [["polygon", "shape", "green"], ["circle", "shape", "red"], ["polygon", "shape", "blue"], ["circle", "shape", "yellow"]]
        self.assertEqual(self.shapes(page), drawn)
        page.drag("22", "15", "right")
        page.drag("24", "24", "right", ALT)
        self.assertEqual(self.shapes(page), [drawn[2], drawn[3], ["circle", "shape", "blue"]])
        self.assertEqual(page.script("return window.menus"), 0)
        self.assertEqual(page.moves(), [])
        page.new_game("english")
        page.click("11")
        self.assertTrue(page.all("#board .chosen"))
        page.drag("20", "20", "right")
        self.assertEqual((page.all("#board .chosen"), self.shapes(page)), ([], []), "the piece is deselected")

    def test_drawings_stay_with_their_position_until_a_click_or_a_move(self, page):
        page.new_game("english")
        page.play("11", "15")
        page.drag("22", "17", "right")
        page.key("\ue012")
        page.wait(lambda: not self.shapes(page), "the position before")
        page.key("\ue014")
        page.wait(lambda: self.shapes(page), "the drawing again")
        page.type_move("22-18")
        page.wait_moves(2)
        page.press(".moves .move")
        page.wait(lambda: page.one(".moves .move").get_attribute("aria-current"), "the position of the drawing")
        self.assertEqual(self.shapes(page), [])
        page.drag("22", "17", "right")
        self.assertEqual(len(self.shapes(page)), 1)
        page.click("14")
        self.assertEqual(self.shapes(page), [])


class Zooming(PageTest):
    def large(self, **look):
        page = self.page(**look).open()
        page.new_game("reduced-chess", start="size", size=26)
        return page

    def columns(self, page):
        """The number of visible columns."""
        return page.script("return document.querySelectorAll('#board .edge').length / 2")

    def wheel(self, page, square, turns):
        x, y = page.square(square)
        event = {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": turns, "modifiers": CTRL}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def test_the_wheel_and_buttons_zoom_a_large_board(self):
        page = self.large()
        before = page.square("e1")
        self.wheel(page, "e1", -100)
        page.wait(lambda: self.columns(page) < 26, "fewer columns")
        self.assertLess(abs(page.square("e1")[0] - before[0]), 1, "the square under the pointer stays there")
        self.assertEqual(page.play("e1", "e6"), ["e1e6"])
        self.wheel(page, "c4", 900)
        page.wait(lambda: self.columns(page) == 26, "the whole board")
        page.keys("z26", "z20")
        page.wait_moves(2)
        self.wheel(page, "a1", -500)
        page.wait(lambda: self.columns(page) < 10, "fewer columns")
        page.drag("a1", "a3")
        self.assertEqual(page.wait_moves(3)[2], "a1a3")
        self.assertLess(self.columns(page), 10)
        page.keys("z26")
        x, y = page.square("z26")
        left, top, right, bottom = page.box("#board")
        self.assertTrue(left < x < right and top < y < bottom, f"the keyboard's cursor at {x}, {y}")
        page.press("[aria-label='Show the whole board']")
        self.assertEqual(self.columns(page), 26)
        self.assertEqual(page.script("return document.querySelector('#page-board .zoom-tools [aria-label]:not([aria-disabled=true])').getAttribute('aria-label')"), "Enlarge the board")
        page.press("[aria-label='Enlarge the board']")
        self.assertLess(self.columns(page), 26)

    def pinch(self, page, square):
        x, y = page.square(square)
        page.fingers([(x - 15, y), (x + 15, y)], [(x - 30, y), (x + 30, y)], [(x - 45, y), (x + 45, y)], [(x - 60, y), (x + 60, y)])

    def enlarge(self, page, square):
        self.pinch(page, square)
        page.wait(lambda: self.columns(page) < 10, "fewer columns")

    def carry(self, page, right, down):
        """Points relative to the centre of the board."""
        x, y = page.script("const { left, top, width, height } = document.getElementById('board').getBoundingClientRect(); return [left + width / 2, top + height / 2]")
        page.fingers([(x, y)], [(x + right / 2, y + down / 2)], [(x + right, y + down)])

    def test_two_fingers_zoom_one_pans_or_drags_and_two_taps_reset(self):
        page = self.large(width=360, height=740, touch=True)
        self.enlarge(page, "m13")
        self.assertEqual(page.moves(), [])
        seen = page.script("return document.querySelector('#board .edge').textContent")
        self.carry(page, 90, 0)
        page.wait(lambda: page.script("return document.querySelector('#board .edge').textContent") < seen, "columns from the left")
        self.assertEqual((page.moves(), page.all("#board .chosen")), ([], []))
        for _ in range(6):
            self.carry(page, 0, -90)
        page.touch("i1", "i4")
        self.assertEqual(page.wait_moves(1), ["i1i4"])
        page.touch("i3", "i3")
        page.wait(lambda: self.columns(page) == 26, "the whole board")
        page.new_game("reduced-chess", start="size", size=26)
        self.enlarge(page, "d4")
        for _ in range(3):
            self.carry(page, 90, -90)
        start, end = page.square("a1"), page.square("a4")
        page.fingers([start], [(start[0], start[1] - 20)], [end])
        self.assertEqual(page.wait_moves(1), ["a1a4"], "a finger drags a piece")
        page.new_game("reduced-chess", start="size", size=8)
        self.pinch(page, "d4")
        page.touch("a1", "a3")
        self.assertEqual(page.wait_moves(1), ["a1a3"])
        self.wheel(page, "d4", -500)
        self.assertEqual(self.columns(page), 8, "small boards do not zoom")
        self.assertFalse(page.one("#page-board .zoom-tools").is_displayed())
