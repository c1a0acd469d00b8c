"""The list of stored games: search, order, names, deletion, export, many games."""

from selenium.webdriver.common.by import By

from case import PageTest

THREE = """[Event "Spring Cup"]
[Date "2019.05.12"]
[White "Béla"]
[Black "Ann"]
[Result "1-0"]
[GameType "21"]

1. 11-15 {brave} 22-18 2. 15x22 1-0

[Event "Autumn Cup"]
[Date "2021.10.03"]
[White "Cid"]
[Black "Ann"]
[Result "1/2-1/2"]
[GameType "24"]

1. 10-14 1/2-1/2

[Game "towers"]
[Date "1999.??.??"]
[First "Dora"]
[Second "Emil"]

1 first G6-H5
2 second D3-C4
"""


class MyGames(PageTest):
    def names(self, page):
        return [text.strip() for text in page.texts(".games strong")]

    def wait_names(self, page, *names):
        page.wait(lambda: self.names(page) == list(names), f"{names}, not {self.names(page)}")

    def with_three(self):
        page = self.page().open()
        page.read(THREE)
        page.open_dialog("#open-games")
        self.wait_names(page, "Ann – Béla 1-0", "Cid – Ann ½-½", "Dora – Emil")
        return page

    def select(self, page, name):
        row = next(each for each in page.all(".games li") if name in each.text)
        page.script("arguments[0].click()", row.find_element(By.CSS_SELECTOR, "input"))

    def test_the_list_is_searched_sorted_and_exported(self):
        page = self.with_three()
        about = [each.text for each in page.all(".game-about .quiet")]
        self.assertEqual(
            about,
            ["Spring Cup · American/English draughts · 3 moves · May 12, 2019", "Autumn Cup · Spanish draughts · 1 move · Oct 3, 2021",
             "Towers · 2 moves · 1999"],
        )
        self.assertIn("3 games", page.one(".games-head").text)
        for words, names in (
            ("ann cup", ["Ann – Béla 1-0", "Cid – Ann ½-½"]), ("bela", ["Ann – Béla 1-0"]), ("1999", ["Dora – Emil"]),
            ("ann autumn", ["Cid – Ann ½-½"]), ("brave", ["Ann – Béla 1-0"]), ("towers ann", []),
        ):
            with self.subTest(words):
                page.fill("#games-search", words)
                self.wait_names(page, *names)
                self.assertIn(f"{len(names)} of 3", page.one(".games-head").text)
        page.fill("#games-search", "")
        for order, firsts in (("date", "CAD"), ("names", "ACD"), ("game", "ACD"), ("length", "ADC"), ("result", "CAD"), ("recent", "ACD")):
            with self.subTest(order):
                page.choose("#games-order", order)
                page.wait(lambda: "".join(name[0] for name in self.names(page)) == firsts, firsts)
        page.catch_files()
        page.press("#games-all")
        page.press("#games-export")
        page.wait(lambda: len(page.caught()) == 2, "a file for each notation")
        files = dict(page.caught())
        self.assertEqual(set(files), {"games.pdn", "games.txt"})
        for part in ('[Event "Spring Cup"]', '[Event "Autumn Cup"]', '[GameType "24', "{brave}", '[Date "2021.10.03"]'):
            self.assertIn(part, files["games.pdn"])
        self.assertIn('[White "Dora"]', files["games.txt"])
        page.close_dialog()
        page.read(files["games.pdn"])
        page.wait(lambda: "2 games were read; 2 were among your games already" in page.notes(), "both games again")

    def test_deleting_several_games_can_be_undone(self):
        page = self.with_three()
        self.assertFalse(page.enabled("#games-delete"))
        page.press("#games-all")
        self.assertIn("3 selected", page.one(".games-head").text)
        page.press("#games-delete")
        self.wait_names(page, "Ann – Béla 1-0")
        self.assertIn("2 games deleted.", page.one(".games-note").text)
        self.assertIn("1 game", page.one(".games-head").text)
        page.press("#games-undo")
        self.wait_names(page, "Ann – Béla 1-0", "Cid – Ann ½-½", "Dora – Emil")
        self.select(page, "Emil")
        page.press("#games-delete")
        page.wait(lambda: "1 game deleted." in page.one(".games-note").text, "the note")
        page.reload()
        page.open_dialog("#open-games")
        self.wait_names(page, "Ann – Béla 1-0", "Cid – Ann ½-½")

    def test_games_without_a_move_are_not_kept(self, page):
        page.new_game("towers")
        page.new_game("english")
        page.play("9", "13")
        page.new_game("spanish")
        page.new_game("towers")
        page.reload()
        page.wait(lambda: page.label("G6") == "G6, Black man", "the game on the board")
        page.open_games(2)
        kept = page.script(
            """
            return new Promise((done) => {
              indexedDB.open('crown').onsuccess = ({ target: { result } }) => {
                result.transaction('games').objectStore('games').count().onsuccess = (event) => done(event.target.result);
              };
            });
            """
        )
        self.assertEqual(kept, 2)

    def test_players_can_be_named(self, page):
        page.new_game("english")
        page.play("9", "13")
        page.open_dialog("#open-games")
        page.press(".games [aria-label^=Names]")
        page.fill("#name-a", "Bob")
        page.fill("#name-b", "Ann")
        page.fill("#tag-event", "Evening")
        page.press("#details-keep")
        page.wait(lambda: self.names(page) == ["Ann – Bob"] and "Evening" in page.one(".games").text, "the names")
        page.wait(lambda: page.script("return document.activeElement.closest('.games li') !== null"), "the focus on the game again")
        page.close_dialog()
        self.assertIn("Bob", page.one("#player-top").text)
        page.press('[aria-label="Comment"]')
        page.fill(".comment-field", "my own note\t")
        page.wait(lambda: page.all(".moves .comment"), "the note")
        page.new_game("towers")
        page.open_dialog("#open-games")
        page.fill("#games-search", "own note")
        self.wait_names(page, "Ann – Bob")
        page.press(".games .button")
        page.wait_moves(1)
        text = page.exported()
        for part in ('[Event "Evening"]', '[White "Bob"]', '[Black "Ann"]', "{my own note}"):
            self.assertIn(part, text)

    def test_a_thousand_games_are_stored_at_once_and_drawn_on_demand(self, page):
        page.script(
            """
            window.writes = 0;
            const { transaction } = IDBDatabase.prototype;
            IDBDatabase.prototype.transaction = function (names, mode) {
              if (mode === 'readwrite') window.writes += 1;
              return transaction.call(this, names, mode);
            };
            """
        )
        game = '[White "Bob"]\n[Black "Ann {}"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 4-8 25-22 *\n'
        page.read("\n".join(game.replace("{}", str(number)) for number in range(1000)))
        page.wait(lambda: "1000 games were read" in page.notes(), "all games")
        self.assertLess(page.script("return writes"), 20)
        page.open_dialog("#open-games")
        page.wait(lambda: "1000 games" in page.one(".games-head").text, "the games")
        self.assertLessEqual(len(page.all(".games li")), 100)
        page.script("const dialog = document.querySelector('dialog'); dialog.scrollTop = dialog.scrollHeight")
        page.wait(lambda: len(page.all(".games li")) > 50, "more of them")
        page.fill("#games-search", "ann 999")
        self.wait_names(page, "Ann 999 – Bob")
