"""The page of a running match: boards, clocks, results, and focus."""

import json
import re
import signal
import subprocess
from pathlib import Path

from matches import MatchTest, finished, playing
from selenium.webdriver.common.keys import Keys
from servers import PROGRAMS


class Watched(MatchTest):
    def watch(self, **look):
        page = self.page(**look).open()
        page.press("#open-match")
        return page

    def boards(self, page):
        """The text below each board."""
        return page.script("return [...document.querySelectorAll('#match .live-about')].map((each) => each.textContent)")

    def wait_boards(self, page, *texts):
        page.wait(lambda: self.boards(page) == list(texts), f"boards of {texts}")

    def text(self, page):
        return page.script("return document.getElementById('match').innerText")


class FinishedGames(Watched):
    def test_the_standing_is_updated_under_the_focus_and_a_game_can_be_shown(self):
        self.files.add(finished(0, "A", "B", "A"))
        page = self.watch()
        page.wait(lambda: "A 1 1 0 0" in page.one("#match table").text, "the standing")
        self.assertIn("no moves are left", page.one("#match").text)
        page.wait(lambda: page.one("#match h1").text == "Match: American/English draughts", "the game")
        page.script("document.querySelector('#match td button').focus(); document.activeElement.marked = true")
        self.files.add(finished(1, "B", "A", None))
        page.wait(lambda: "A 1.5 1 1 0" in page.one("#match table").text, "the next game")
        self.assertTrue(page.script("return document.activeElement.marked === true"))
        page.press("#match td button")
        page.wait(lambda: page.moves() == ["11-15", "22-18"], "its moves")
        self.assertIn("B", page.one("#player-bottom").text)


class AdjudicatedGames(Watched):
    """(verdict of crown-match, text of the page, PGN tag)."""

    CASES = (
        (None, "repetition-adjudication", "Draw: repetition", "1/2-1/2", "adjudication"),
        ("A", "score-adjudication-win", "Black has won: clear scores", "1-0", "adjudication"),
        ("B", "score-adjudication-win", "White has won: clear scores", "0-1", "adjudication"),
        ("B", "time-loss", "White has won: time", "0-1", "time forfeit"),
        ("A", "illegal-move", "Black has won: illegal move", "1-0", "rules infraction"),
        ("B", "disconnect", "White has won: engine ended", "0-1", "abandoned"),
        (None, "max-plies", "Draw: most moves allowed", "1/2-1/2", "adjudication"),
    )

    def test_results_of_crown_match_are_shown_and_exported(self):
        for index, (winner, verdict, *_) in enumerate(self.CASES):
            self.files.add(finished(index, "A", "B", winner, verdict))
        page = self.watch()
        for index, (_, _, words, result, termination) in enumerate(self.CASES):
            with self.subTest(words):
                row = lambda: [each for each in page.all("#match tbody tr") if each.text.startswith(f"{index + 1}. ")][0]
                page.wait(lambda: row().text.startswith(f"{index + 1}. A – B {result.replace('1/2', '½')}"), "names and result")
                page.script("arguments[0].querySelector('button').click()", row())
                page.wait(lambda: words in page.one("#status").text, words)
                text = page.exported()
                for tag in ('[White "B"]', '[Black "A"]', f'[Result "{result}"]', f'[Termination "{termination}"]'):
                    self.assertIn(tag, text)
                page.press("#open-match")

    def test_a_watched_game_ends_on_the_board(self):
        self.files.add(finished(1, "B", "A", None))
        self.files.play(playing(0, "A", "B", 2), finished_games=1)
        page = self.watch()
        page.press("#match .live-open")
        page.wait_moves(2)
        self.files.play(finished_games=2)
        # The result follows after some polls.
        page.script("performance.clearResourceTimings()")
        polls = "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/match.json')).length"
        page.wait(lambda: page.script(polls) >= 3, "polls")
        self.files.add(finished(0, "A", "B", None, "repetition-adjudication"))
        page.wait(lambda: "Draw: repetition" in page.one("#status").text, "the end")
        self.assertIn('[Result "1/2-1/2"]', page.exported())


class GamesBeingPlayed(Watched):
    engines = ("<b>A</b>", "B & C")

    def game(self, index, plies, **more):
        first, second = self.engines if index % 2 == 0 else self.engines[::-1]
        return playing(index, first, second, plies, **more)

    def test_live_games_are_shown_before_the_first_result(self):
        page = self.watch()
        page.wait(lambda: "Waiting for crown-match" in self.text(page), "what it waits for")
        self.files.play()
        page.wait(lambda: "first game is about to start" in self.text(page), "the match")
        self.files.play(self.game(0, 2), self.game(1, 1))
        self.wait_boards(page, "Game 1 · move 1: 22-18", "Game 2 · move 1: 11-15")
        page.wait(lambda: len(page.all("#match .board-svg .piece")) == 48, "two boards")
        text = self.text(page)
        for words in ("0 of 8 games", "<b>A</b>", "B & C", "+0.12 / 9", "−0.34 / 8"):
            self.assertIn(words, text)
        self.assertNotIn("Waiting", text)

    def test_boards_and_focus_stay_while_games_continue(self):
        self.files.play(self.game(0, 1), self.game(1, 2))
        page = self.watch()
        self.wait_boards(page, "Game 1 · move 1: 11-15", "Game 2 · move 1: 22-18")
        page.wait(lambda: len(page.all("#match .board-svg .piece")) == 48, "two boards")
        page.script(
            "document.querySelectorAll('#match .live-open').forEach((each, i) => { each.number = i; if (i) each.focus(); });"
            "document.querySelectorAll('#match .board-svg .piece').forEach((each) => { each.kept = true; });"
        )
        self.files.play(self.game(0, 2), self.game(1, 3))
        self.wait_boards(page, "Game 1 · move 1: 22-18", "Game 2 · move 2: 15x22")
        page.wait(lambda: len(page.all("#match .board-svg .piece:not(.gone)")) <= 47, "a piece that is taken")
        self.assertEqual(page.script("return document.activeElement.number"), 1)
        kept = page.script("return [...document.querySelectorAll('#match .board-svg .piece')].filter((each) => each.kept).length")
        self.assertGreaterEqual(kept, 45)
        # The next game takes the board of a finished one.
        first, second = self.engines
        self.files.add(finished(0, first, second, first))
        self.files.play(self.game(1, 3), finished_games=1, wins=1)
        page.wait(lambda: "Game 1 · 1-0 · no moves are left" in self.boards(page), "the result")
        self.files.play(self.game(1, 3), self.game(2, 1), finished_games=1, wins=1)
        self.wait_boards(page, "Game 3 · move 1: 11-15", "Game 2 · move 2: 15x22")
        self.assertEqual(page.script("return [...document.querySelectorAll('#match .live-open')].map((each) => each.number)"), [0, 1])
        self.assertEqual(page.script("return document.activeElement.number"), 1)
        self.assertIn("<b>A</b> 1 1 0 0", page.one("#match table").text)

    def test_a_key_opens_the_game_of_a_board(self):
        self.files.play(self.game(0, 3), self.game(1, 2))
        page = self.watch(width=360, height=740)
        self.wait_boards(page, "Game 1 · move 2: 15x22", "Game 2 · move 1: 22-18")
        button = page.one("#match .live-open")
        page.wait(lambda: "– B & C" in button.get_attribute("aria-label"), "the position")
        self.assertEqual(button.get_attribute("aria-label"), "Show game 1, <b>A</b> – B & C, on the board")
        button.send_keys(Keys.ENTER)
        page.wait_moves(3)
        self.assertEqual(page.one(".moves [aria-current]").text, "15x22")
        self.assertIn("<b>A</b>", page.one("#player-bottom").text)
        self.assertEqual(page.script("return document.activeElement.id"), "board")

    def test_an_opened_game_continues_on_the_board(self):
        self.files.play(self.game(0, 2))
        page = self.watch()
        page.press("#match .live-open")
        page.wait_moves(2)
        self.files.play(self.game(0, 3))
        page.wait_moves(3)
        page.wait(lambda: page.one(".moves [aria-current]").text == "15x22", "the last move to be shown")
        page.press("#moves .toolbar .button:nth-child(2)")
        page.wait(lambda: page.one(".moves [aria-current]").text == "22-18", "the move before")
        self.files.play(self.game(0, 5))
        page.wait_moves(5)
        self.assertEqual(page.one(".moves [aria-current]").text, "22-18", "who looks back is left alone")

    def test_clocks_run_in_the_page_until_a_match_is_silent(self):
        self.files.play(self.game(0, 1))
        page = self.watch()
        clocks = lambda: page.script("return [...document.querySelectorAll('#match .clock:not([hidden])')].map((each) => each.textContent)")
        for before in ("0:45", "0:44"):
            page.wait(lambda: (now := clocks()) and now[0] < before and now[1] == "1:01", "a second of the other side")
        self.files.play(self.game(0, 2, left=(61e6, 43e6)))
        page.wait(lambda: (now := clocks()) and now[0] == "0:43" and now[1] < "1:01", "a second of this side")
        page.script("const now = performance.now.bind(performance); performance.now = () => now() + 60000")
        page.wait(lambda: "crown-match writes no more" in self.text(page), "that it was ended")
        self.files.play(self.game(0, 3))
        page.wait(lambda: "crown-match writes no more" not in self.text(page), "the match that goes on")

    def test_a_finished_match_has_no_boards_and_keeps_the_focus(self):
        self.files.play(self.game(0, 1))
        page = self.watch()
        self.wait_boards(page, "Game 1 · move 1: 11-15")
        page.script("document.querySelector('#match .live-open').focus()")
        first, second = self.engines
        self.files.add(finished(0, first, second, None))
        self.files.add(json.dumps({"type": "match", "game": "english", "games": 1, "scheduled": 1, "pairings": [
            {"first": first, "second": second, "wins": 0, "draws": 1, "losses": 0, "elo": {"value": 3.25, "error": None}}]}) + "\n")
        self.files.live_file.unlink()
        page.wait(lambda: "The match is over." in self.text(page), "the end")
        self.assertEqual(self.boards(page), [])
        self.assertEqual(page.script("return document.activeElement.tagName"), "H1")
        self.assertIn("1 of 1 game", self.text(page))
        self.assertIn("Elo +3.3", self.text(page))
        self.assertEqual(page.script("return document.getElementById('live').textContent"), "The match is over.")

    def test_more_games_than_boards_are_counted_and_windows_do_not_scroll_sideways(self):
        self.files.play(*(self.game(index, 1) for index in range(14)))
        page = self.watch()
        page.wait(lambda: len(self.boards(page)) == 12, "the boards")
        self.assertIn("Further games being played: 2", self.text(page))
        page.wait(lambda: len(page.all("#match .board-svg .piece")) > 200, "their pieces")
        for width in (360, 700, 1024, 1440):
            page.resize(width, 740)
            self.assertLessEqual(page.across(), 0)


class RealMatch(Watched):
    def play(self, game):
        """Plays a short match; returns the PGN tags of its games, the last first."""
        games = Path(self.folder.name) / f"{game}.games"
        games.unlink(missing_ok=True)
        engine = ["--engine", f"cmd={PROGRAMS / 'crownd'} --no-tables", "depth=2"]
        subprocess.run(
            [str(PROGRAMS / "crown-match"), "--game", game, "--games", "2", "--max-plies", "50", "--quiet", "--json", str(self.files.file),
             "--games-file", str(games), *engine, "name=one", *engine, "name=two"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
        )
        texts = [text for text in re.split(r"(?=^\[(?:Event|Game) )", games.read_text(encoding="utf-8"), flags=re.MULTILINE) if "[Result" in text]
        return [dict(re.findall(r'^\[(\w+) "(.*)"\]', text, re.MULTILINE)) for text in reversed(texts)]

    def is_blacks(self, game):
        """Whether results name the points of Black first."""
        facts = dict(line.split(" ", 2)[1:] for line in self.engine.ask(f"position {game} startpos", "squares") if line.startswith("fact "))
        _, _, white = facts["notation"].partition(" white ")
        return white not in ("", facts["first-in-results"])

    def test_names_and_results_match_the_files_of_crown_match(self):
        for game in self.games:
            with self.subTest(game):
                self.setUp()
                written = self.play(game)
                page = self.watch()
                page.wait(lambda: len(page.all("#match td button")) == len(written) == 2, "the games")
                for number, tags in enumerate(written):
                    left, right = tags.get("White") or tags["First"], tags.get("Black") or tags["Second"]
                    names = (right, left) if self.is_blacks(game) else (left, right)
                    row = f"{2 - number}. {' – '.join(names)} {tags['Result'].replace('1/2', '½')}"
                    page.wait(lambda: page.all("#match tr:has(td.result)")[number].text.startswith(row), row)
                    page.script("document.querySelectorAll('#match td button')[arguments[0]].click()", number)
                    page.wait(lambda: page.script("return !document.getElementById('page-board').hidden"), "the board")
                    own = dict(re.findall(r'^\[(\w+) "(.*)"\]', page.exported(), re.MULTILINE))
                    self.assertEqual((own["White"], own["Black"], own["Result"]), (left, right, tags["Result"]))
                    if "Termination" in tags:
                        self.assertEqual(own["Termination"], tags["Termination"])
                    page.press("#open-match")

    def test_crown_match_between_two_daemons(self):
        page = self.watch()
        page.wait(lambda: "Waiting for crown-match" in self.text(page), "what it waits for")
        engine = ["--engine", f"cmd={PROGRAMS / 'crownd'} --no-tables", "tc=60+0.1"]
        match = subprocess.Popen(
            [str(PROGRAMS / "crown-match"), "--game", "towers", "--games", "4", "--concurrency", "2", "--quiet", "--json",
             str(self.files.file), *engine, "name=one", *engine, "name=two"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self.addCleanup(match.wait, 60)
        self.addCleanup(match.kill)
        page.wait(lambda: len([each for each in self.boards(page) if re.search(r"move ([2-9]|\d\d)", each)]) == 2, "two boards with moves")
        self.assertIn("0 of 4 games", self.text(page))
        page.wait(lambda: page.one("#match .live-score").text, "a score")
        match.send_signal(signal.SIGTERM)
        match.wait(60)
        page.wait(lambda: self.boards(page) == [], "the end")
