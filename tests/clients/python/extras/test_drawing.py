"""Pictures of boards and games."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from crownd.drawing import board_svg
from crownd.drawing.figures import FIGURES
from crownd.sync import Game

from conftest import TOP

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ("english", "spanish", "stupid", "towers", "reduced-chess")


def parts(text, tag):
    return ElementTree.fromstring(text).iter(SVG + tag)


@pytest.mark.parametrize("name", GAMES)
def test_every_square_and_piece_of_a_board_is_drawn(engine, name):
    board = Game(engine, name).board()
    picture = board_svg(board)
    squares = [part for part in parts(picture, "rect") if part.get("width") == "100"]
    assert len(squares) == board.columns * board.rows
    assert len(list(parts(picture, "g"))) == sum(1 for square in board if square.piece)


def test_the_largest_board_is_drawn(engine):
    board = Game(engine, "reduced-chess", "26 Ka1,Rb1 Kz26 w").board()
    picture = ElementTree.fromstring(board_svg(board, size=900))
    assert picture.get("width") == "900"
    assert len(list(picture.iter(SVG + "rect"))) == 26 * 26
    assert {"a", "z", "1", "26"} <= {text.text for text in picture.iter(SVG + "text")}


def test_the_last_move_is_marked(engine):
    game = Game(engine, "english", None, ["11-15"])
    unmarked, marked = board_svg(game.board()), game.svg()
    assert len(list(parts(marked, "rect"))) == len(list(parts(unmarked, "rect"))) + 2
    assert game.last_path() == ("11", "15")


def test_arrows_go_from_square_to_square_and_unknown_squares_are_left_out(engine):
    game = Game(engine, "english")
    assert len(list(parts(game.svg(arrows=[("11", "15"), ("9", "14"), ("9", "99")]), "polygon"))) == 2


def test_a_flipped_board_has_its_pieces_on_the_other_side(engine):
    board = Game(engine, "reduced-chess", "5 Ka1 Ke5 w").board()

    def places(picture):
        return {group.get("transform") for group in parts(picture, "g")}

    assert places(board_svg(board)) == places(board_svg(board, flipped=True)) == {"translate(0 400)", "translate(400 0)"}
    first = next(parts(board_svg(board), "g")).get("transform")
    assert next(parts(board_svg(board, flipped=True), "g")).get("transform") != first


def test_a_king_in_check_has_a_ring(engine):
    game = Game(engine, "reduced-chess", "5 Ka1,Re1 Ke5,Ra5 w")
    assert game.status.check
    assert 'stroke="#c5292c"' in game.svg()


def test_notebooks_show_the_game_in_words_too(engine):
    game = Game(engine, "english", None, ["11-15", "22-18"])
    text = game._repr_html_()
    assert "1. 11-15 22-18" in text
    assert "Black (b) to move" in text
    assert game._repr_svg_() in text
    assert "American/English draughts" in game.board()._repr_html_()
    assert game.board()._repr_svg_().startswith("<svg")


def test_notebooks_say_how_a_game_ended(engine):
    game = Game(engine, "english", "....aaaaaaaaaaaabbbbbbbbbbbb....:b")
    assert "White (a) wins: Black (b) has no moves left" in game._repr_html_()


def test_the_figures_are_those_of_the_page():
    page = TOP / "clients/web/page/board/figures.js"
    drawn = {dict(shape.attributes)["d"] for shapes in FIGURES.values() for shape in shapes if shape.tag == "path"}
    source = page.read_text(encoding="utf-8").split("/** Relief")[0]
    of_the_page = set(re.findall(r"path\('\w+', '([^']+)'\)", source))
    stacked = {d for d in drawn if d.startswith("M15 ")}
    assert drawn - stacked == of_the_page
    assert len(stacked) == 3
