"""Judged games. crown-annotate and the web page are tested with the same data."""

import json

import pytest
from conftest import TOP

from crownd import Info, Limit
from crownd.judge import JudgedMove, accuracy, judge_game, winning_chance
from crownd.score import Score, Wdl
from crownd.sync import Game

GAMES = json.loads((TOP / "tests/clients/shared/data/judged_games.json").read_text(encoding="utf-8"))
assert GAMES


def chance_of(score):
    if "wdl" in score:
        return winning_chance(Info(wdl=Wdl(*score["wdl"])))
    return winning_chance(Info(score=Score(cp=score.get("cp"), mate=score.get("mate"))))


@pytest.mark.parametrize("game", GAMES, ids=[game["name"] for game in GAMES])
def test_losses_signs_and_accuracies(game):
    judged = [JudgedMove(ply, str(move["side"]), "a", None, chance_of(move["before"]), chance_of(move["after"]), "b", move["forced"])
              for ply, move in enumerate(game["moves"], 1)]
    assert [(round(1000 * each.loss), each.sign) for each in judged] == [(move["loss"], move["sign"]) for move in game["moves"]]
    for side, expected in enumerate(game["accuracy"]):
        found = accuracy(each for each in judged if each.side == str(side))
        assert (found if found is None else round(found, 1)) == expected


def test_forced_moves(engine):
    game = Game(engine, "english", None, ["11-15", "22-18", "15x22", "25x18"])
    judged = list(judge_game(engine, game, Limit(nodes=1000)))
    assert [each.forced for each in judged] == [False, False, True, False]
    assert accuracy(judged[2:3]) is None
