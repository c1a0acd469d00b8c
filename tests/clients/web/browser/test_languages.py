"""The page in the languages of browsers: its own texts, rules, names of pieces, refusals of moves and of games, and ends."""

from case import PageTest

# Texts of the page with a game of Spanish draughts, and of its rules; labels of squares with kings; what follows a refused move, a damaged game,
# and a won game.
TEXTS = {
    "es": (("Nueva partida", "Damas españolas", "Juega: Blancas"), ("Reglas: Damas españolas", "ley de la cantidad", "Teclas y gestos"),
           "1, dama, Blancas", "c5, rey, Blancas", "La casilla de llegada está ocupada.", "Es obligatorio capturar: 15x22.", "Has ganado"),
    "pt": (("Novo jogo", "Damas espanholas", "Vez de Brancas"), ("Regras: Damas espanholas", "lei da quantidade", "Teclas e gestos"),
           "1, dama, Brancas", "c5, rei, Brancas", "A casa de chegada está ocupada.", "A captura é obrigatória: 15x22.", "Você venceu"),
}


class Languages(PageTest):
    def test_texts(self):
        for language, (texts, rules, king, chess_king, refusal, damage, won) in TEXTS.items():
            with self.subTest(language):
                page = self.page(language=language).open()
                page.new_game("spanish")
                for words in texts:
                    self.assertIn(words, page.one("body").text)
                page.press("#open-rules")
                page.wait(lambda: page.all("dialog .rule .piece"), "the rules")
                for words in rules:
                    self.assertIn(words, page.one("dialog").text)
                page.close_dialog()
                page.new_game("spanish", start="text", text="W:WK1:B10")
                self.assertEqual(page.label("1"), king)
                page.new_game("reduced-chess", start="example")
                self.assertEqual(page.label("c5"), chess_king)
                page.new_game("english")
                page.type_move("8-12")
                page.wait(lambda: page.refusal() == refusal, refusal)
                page.enter("1. 11-15 22-18 2. 8-11")
                page.wait(lambda: damage in page.notes(), damage)
                self.assertEqual(page.wait_moves(2), ["11-15", "22-18"])
                page.new_game("english", ("human", "engine 0"), start="text", text="B:W18:B15")
                page.click("15", "22")
                page.wait(lambda: won in page.said() and won in page.state(), "the end said aloud")
                self.assertEqual(page.one("#end-title").text, won)
