"""Drawings of boards and games."""

import xml.etree.ElementTree as ElementTree

import pytest
from support import GAMES

from crownd.drawing import board_svg
from crownd.sync import Game

SVG = "{http://www.w3.org/2000/svg}"


def parts(text, tag):
    return ElementTree.fromstring(text).iter(SVG + tag)


@pytest.mark.parametrize("name", GAMES)
def test_all_squares_and_pieces(engine, name):
    board = Game(engine, name).board()
    picture = board_svg(board)
    squares = [part for part in parts(picture, "rect") if part.get("width") == "100"]
    assert len(squares) == board.columns * board.rows
    assert len(list(parts(picture, "g"))) == sum(1 for square in board if square.piece)


def test_largest_board(engine):
    board = Game(engine, "reduced-chess", "26 Ka1,Rb1 Kz26 w").board()
    picture = ElementTree.fromstring(board_svg(board, size=900))
    assert picture.get("width") == "900"
    assert len(list(picture.iter(SVG + "rect"))) == 26 * 26
    assert {"a", "z", "1", "26"} <= {text.text for text in picture.iter(SVG + "text")}


def test_last_move(engine):
    game = Game(engine, "english", None, ["11-15"])
    unmarked, marked = board_svg(game.board()), game.svg()
    assert len(list(parts(marked, "rect"))) == len(list(parts(unmarked, "rect"))) + 2
    assert game.last_path() == ("11", "15")


def test_arrows(engine):
    game = Game(engine, "english")
    assert len(list(parts(game.svg(arrows=[("11", "15"), ("9", "14"), ("9", "99")]), "polygon"))) == 2


def test_flipped_board(engine):
    board = Game(engine, "reduced-chess", "5 Ka1 Ke5 w").board()

    def places(picture):
        return {group.get("transform") for group in parts(picture, "g")}

    assert places(board_svg(board)) == places(board_svg(board, flipped=True)) == {"translate(0 400)", "translate(400 0)"}
    first = next(parts(board_svg(board), "g")).get("transform")
    assert next(parts(board_svg(board, flipped=True), "g")).get("transform") != first


def test_check(engine):
    game = Game(engine, "reduced-chess", "5 Ka1,Re1 Ke5,Ra5 w")
    assert game.status.check
    assert 'stroke="#c5292c"' in game.svg()


def test_notebook(engine):
    game = Game(engine, "english", None, ["11-15", "22-18"])
    text = game._repr_html_()
    assert "1. 11-15 22-18" in text
    assert "Black (b) to move" in text
    assert game._repr_svg_() in text
    assert "American/English draughts" in game.board()._repr_html_()
    assert game.board()._repr_svg_().startswith("<svg")


def test_notebook_of_finished_game(engine):
    game = Game(engine, "english", "....aaaaaaaaaaaabbbbbbbbbbbb....:b")
    assert "White (a) wins: Black (b) has no moves left" in game._repr_html_()
