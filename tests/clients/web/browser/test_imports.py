"""Game files of other programs: recognition of the game, tags and comments, several files, damaged files."""

import base64
import re

from case import PageTest

ENGLISH = "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25"
SPANISH = "1. 10-14 22-18 2. 5-10 18-13"
OF_BOTH = "1. 9-13 21-17"

TAGGED = """[Event "Léon Open"]
[Site "León"]
[Date "1998.05.??"]
[Round "3"]
[White "Añón, J."]
[Black "Bob"]
[Result "0-2"]
[WhiteElo "2100"]
[Annotator "Carla"]
[GameType "21"]

1. 11-15 {a classic (+0.12/9 0.034s)} 22-18 0-2
"""

DAMAGED = """[White "A"]
[Black "B"]
[GameType "21"]

1. 11-15 22-18 2. 15x22 25x19 *

[White "C"]
[Black "D"]
[GameType "21"]

1. 11-15 {without an end

[White "E"]
[Black "F"]

1. e4 e5 1-0

[White "G"]
[Black "H"]
[GameType "21"]

1. 11-15 23-19 1-0
"""

# A damaged tag, contradicting results, a position, an unknown game.
TOLD = """[Event "x"]
[Round 3]
[GameType "21"]
[Result "1-0"]

1. 11-15(!?) 23-19(?) 2. 8-11*  22-17 \u00b1 1/2-1/2

{a problem}
[Event "problem"]
[Black "Ann"]
[White "Bob"]
[Result "1-0"]
[SetUp "1"]
[FEN "B:WK32,K31:BK23,K18,K27."]
1-0

[Event "Moscow"]
[GameType "25"]

1. c3-d4 *
"""


class Imports(PageTest):
    def open_file(self, page, *texts):
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-file"), "the dialog")
        page.script(
            """
            const data = new DataTransfer();
            for (const text of arguments[0]) data.items.add(new File([text], 'game.pdn'));
            const field = document.getElementById('import-file');
            field.files = data.files;
            field.dispatchEvent(new Event('change'));
            """,
            texts,
        )

    def title(self, page):
        return page.one("h1.game-title").text

    def test_the_game_of_a_file_is_found_by_its_moves(self, page):
        for open_game, head in (("towers", '[White "Ann"]\n\n'), ("spanish", "")):
            with self.subTest(open_game, head=head):
                page.new_game(open_game)
                page.read(head + ENGLISH)
                self.assertEqual(len(page.wait_moves(6)), 6)
                self.assertEqual(self.title(page), "American/English draughts")
                self.assertIn(page.notes(), ("", "This game is among your games already."))
        page.read('[White "Ann"]\n\n' + SPANISH)
        page.wait(lambda: self.title(page) == "Spanish draughts", "the other game")
        self.assertEqual(len(page.moves()), 4)
        page.read('[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 23-19 0-1')
        page.wait_moves(2)
        page.wait(lambda: "The tag Result says 1-0, but the moves end with 0-1." in page.notes(), "the warning")

    def test_the_open_game_is_preferred_else_the_page_asks(self, page):
        page.new_game("spanish")
        page.read(OF_BOTH)
        page.wait_moves(2)
        self.assertEqual(self.title(page), "Spanish draughts")
        page.new_game("towers")
        page.enter(OF_BOTH)
        choices = page.wait(lambda: (found := page.all("dialog:last-of-type .buttons .button")) and len(found) == 2 and found, "a question")
        self.assertEqual([each.text for each in choices], ["American/English draughts", "Spanish draughts"])
        page.script("arguments[0].click()", choices[0])
        page.wait(lambda: not page.all("dialog"), "the answer to be taken")
        page.wait_moves(2)
        self.assertEqual(self.title(page), "American/English draughts")

    def test_damaged_games_in_dropped_files_are_reported_by_number(self, page):
        page.new_game("english")
        files = [("old.pdn", TAGGED.encode("latin-1")), ("all.pdn", b"\xef\xbb\xbf" + DAMAGED.encode())]
        page.script(
            """
            const data = new DataTransfer();
            for (const [name, text] of arguments[0]) data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
            document.getElementById('board').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
            """,
            [(name, base64.b64encode(content).decode()) for name, content in files],
        )
        complaints = page.wait(lambda: page.all(".complaints li"), "what is damaged")
        places = ["all.pdn, game 1, line 5 ", "all.pdn, game 2, line 11 ", "all.pdn, game 3, line 16 "]
        for each, place in zip(complaints, places, strict=True):
            self.assertTrue(each.text.startswith(place), each.text)
        self.assertIn("25x19", complaints[0].text)
        self.assertIn("comment", complaints[1].text)
        self.assertIn("No game here allows e4", complaints[2].text)
        text = page.one("dialog:has(.complaints)").text
        self.assertIn("4 games were kept.", text)
        page.press("dialog .dialog-head button")
        self.assertIn("Añón, J.", page.one("#player-bottom").text + page.one("#player-top").text)
        page.press("#open-games")
        names = page.wait(lambda: [each.text for each in page.all(".games strong")], "the games")
        self.assertEqual(names, ["Bob – Añón, J. 0-1", "B – A", "D – C", "H – G 1-0"])

    def test_damage_is_reported_by_line_and_an_unknown_game_by_name(self, page):
        self.open_file(page, TOLD)
        complaints = [each.text for each in page.wait(lambda: page.all(".complaints li"), "what is damaged")]
        self.assertEqual(
            complaints,
            ['game 1, line 2 The tag Round is not written as [Round "VALUE"].', "game 1, line 6 The tag Result says 1-0, but the moves end with 1/2-1/2.",
             "game 3, line 18 Left out: GameType 25 is Russian draughts, which is not among the games here."],
        )
        self.assertIn("2 games were kept.", page.one("dialog:has(.complaints)").text)
        page.press("dialog:has(.complaints) .dialog-head button")
        self.assertEqual(page.wait_moves(4), ["11-15!?", "23-19?", "8-11", "22-17"])
        text = " ".join(page.exported().split())
        for part in ('[Round "3"]', '[Result "1/2-1/2"]', "1. 11-15 $5 23-19 $2 2. 8-11 $7 22-17 $16 1/2-1/2"):
            self.assertIn(part, text)
        page.press("#open-games")
        names = page.wait(lambda: (found := [each.text for each in page.all(".games strong")]) and len(found) == 2 and found, "the games")
        self.assertEqual(names, ["Black – White ½-½", "Ann – Bob 1-0"])
        page.press(".games li:nth-child(2) .button")
        page.wait(lambda: page.label("18") == "18, Black king", "the problem")
        self.assertIn("Black has won: as the file says", page.one("#status").text)
        self.assertIn("{a problem} 1-0", page.exported())

    def test_a_file_of_one_long_line_is_read_and_can_be_stopped(self, page):
        game = '[Event "{}"] [GameType "21"] 1. 11-15 {} 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 4-8 25-22 *'
        games = [game.replace("{}", str(number), 1).replace("{}", "{" + "words " * 60 + "}") for number in range(1500)]
        page.script(
            """
            const { send } = WebSocket.prototype;
            window.longest = 0;
            WebSocket.prototype.send = function (line) {
              window.longest = Math.max(window.longest, line.length);
              send.call(this, line);
            };
            """
        )
        self.open_file(page, " ".join(games))
        page.wait(lambda: "1500 games were read" in page.notes(), "all games")
        self.assertEqual(len(page.wait_moves(8)), 8)
        self.assertLess(page.script("return longest"), 4096, "more than --max-line of some daemon")
        page.script("new MutationObserver(() => { const bar = document.querySelector('dialog progress'); if (bar?.value > 0) bar.parentElement.querySelector('button').click(); })"
                    ".observe(document.body, { subtree: true, childList: true, attributes: true })")
        self.open_file(page, " ".join(games).replace("words", "other"))
        page.wait(lambda: (found := re.search(r"(\d+) games were read", page.notes())) and 0 < int(found.group(1)) < 1500, "some of them")

    def test_stored_games_are_not_imported_again(self, page):
        two = TAGGED + "\n" + TAGGED.replace("Léon Open", "Other Open")
        page.read(two)
        page.wait(lambda: "2 games were read; the first is open" in page.notes(), "both")
        page.read(two)
        page.wait(lambda: "2 games were read; 2 were among your games already" in page.notes(), "copies")
        page.wait_moves(2)
        # The stored copy may have more; a file with more than the stored copy is a new game.
        page.press('.moves .move')
        page.press('[aria-label="Comment"]')
        page.fill(".comment-field", "a classic (+0.12/9 0.034s), well known\t")
        page.click("24", "19")
        page.wait(lambda: page.all(".moves .variation"), "a variation")
        page.read(two)
        page.wait(lambda: page.notes().count("2 were among your games") == 1, "copies again")
        page.read(two + "\n" + TAGGED.replace("a classic", "another word") + "\n" + TAGGED.replace("22-18 0-2", "22-17 0-2"))
        page.wait(lambda: "4 games were read; 2 were among your games" in page.notes(), "two new ones")
        page.read(TAGGED)
        page.wait(lambda: "This game is among your games already" in page.notes(), "a single one")
        page.open_games(4)

    def test_an_exported_game_is_recognized(self, page):
        page.play_engine()
        page.resign()
        page.wait(lambda: "resigned" in page.state(), "the end")
        text = page.exported()
        page.new_game("towers")
        page.read(text)
        page.wait(lambda: "This game is among your games already" in page.notes(), "that it is known")
        page.wait_moves(2)

    def test_several_files_can_be_chosen_in_dialogs_that_fit_on_phones(self, page):
        self.open_file(page, TAGGED, '[GameType "21"]\n\n' + ENGLISH)
        page.wait(lambda: not page.all("dialog"), "the files to be read")
        page.wait(lambda: "2 games" in page.notes(), "both")
        page.wait_moves(2)
        for width, height in ((360, 740), (740, 360)):
            page.resize(width, height)
            for control in ("#open-exchange", "#open-games"):
                with self.subTest(control, width=width):
                    page.open_dialog(control)
                    over, high, closes = page.script(
                        """
                        const dialog = document.querySelector('dialog');
                        dialog.scrollTop = dialog.scrollHeight;
                        const close = dialog.querySelector('.dialog-head button').getBoundingClientRect();
                        return [dialog.scrollWidth - dialog.clientWidth, dialog.offsetHeight - innerHeight, close.top >= 0 && close.right <= innerWidth];
                        """
                    )
                    self.assertLessEqual(over, 0, "the dialog scrolls sideways")
                    self.assertLessEqual(high, 0, "the dialog is higher than the window")
                    self.assertTrue(closes, "it can be closed wherever it is scrolled")
                    page.press("dialog .dialog-head button")
