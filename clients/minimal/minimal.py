#!/usr/bin/env python3
"""A complete client of crownd, to learn from: minimal.py GAME [HOST:PORT]"""

import socket, subprocess, sys

LIMIT = "nodes 20000"  # for each move of the engine; or "movetime 500", "depth 8"


class Refused(Exception):
    """An error answer of the engine: its code and message."""


class Engine:
    def __init__(self, address):
        if address:
            host, _, port = address.rpartition(":")
            connection = socket.create_connection((host.strip("[]"), port))
            self.commands, self.answers = connection.makefile("w"), connection.makefile("r")
        else:
            process = subprocess.Popen(["crownd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.commands, self.answers = process.stdin, process.stdout

    def send(self, command):
        self.commands.write(command + "\n")
        self.commands.flush()  # otherwise both sides wait forever

    def ask(self, command, last):
        """The lines of the answer, split into words. `last` is the first word of the last line."""
        self.send(command)
        lines = []
        while not lines or lines[-1][0] != last:
            words = self.answers.readline().split()
            if not words:
                raise ConnectionError("the engine has ended the conversation")
            if words[0] == "error":  # replaces the last line
                raise Refused(" ".join(words[1:]))
            if words[0] != "info":  # may come at any time, and may be skipped
                lines.append(words)
        return lines


class Board:
    """The answer to `squares`: the board, and the names of sides and endings."""

    def __init__(self, lines):
        self.rows, self.titles, self.reasons = [], {}, {}
        for part, *words in lines:  # skips unknown lines of later versions
            if part == "row":  # three words per square: name, colour, piece
                self.rows.append(list(zip(words[0::3], words[2::3])))
            elif part == "side":
                self.titles[words[0]] = " ".join(words[words.index("title") + 1 :])
            elif part == "reason":
                self.reasons[words[0]] = " ".join(words[1:])

    def draw(self):
        """Letters are pieces, dots empty squares; beside them are the names of the squares, as in moves."""
        for row in self.rows:
            cells = [" " if name == "-" else "." if piece == "-" else piece for name, piece in row]
            print(*cells, "  ", *(f"{name:>3}" for name, _ in row if name != "-"))

    def sentence(self, outcome, *details):
        """STATUS for people. It also counts repetitions (`repetition N`), which end no game."""
        if outcome == "ongoing":
            return " ".join([self.titles[details[0]], "is to move", *details[1:]])
        if outcome == "draw":
            return "The game is drawn: " + self.reasons[details[0]]
        winner = self.titles[details[0]]
        loser = next(title for title in self.titles.values() if title != winner)
        return f"{winner} has won: " + self.reasons[details[1]].replace("LOSER", loser).replace("WINNER", winner)


def let_engine_play(engine):
    best = engine.ask("go " + LIMIT, "bestmove")[-1][1]
    if best != "(none)":  # the game is over
        engine.ask("move " + best, "moved")  # `go` does not play it
        print("The engine plays", best)


def handle_input(engine, text):
    routes = engine.ask("legalmoves squares", "legalmoves")[:-1]  # route MOVE path SQUARE SQUARE ...
    from_here = [" ".join(route[3:]) for route in routes if route[3].lower() == text.lower()]
    if from_here:
        print(*from_here, sep="\n")
    elif text.startswith("undo"):
        engine.ask(text, "undone")
    else:
        if text != "go":
            engine.ask("move " + text, "moved")
        let_engine_play(engine)


def show(engine):
    board = Board(engine.ask("squares", "squares"))
    board.draw()
    print(board.sentence(*engine.ask("status", "status")[-1][1:]), end="\n> ", flush=True)


def main(name="", address=None):
    engine = Engine(address)
    games = [line[1] for line in engine.ask("games", "gamesok")[:-1]]
    if name not in games:
        sys.exit("minimal.py GAME [HOST:PORT], where GAME is one of: " + " ".join(games))
    engine.send(f"position {name} startpos")  # answered only by an error, before the next answer
    print("Type a move, a square to see where its piece can go, go to let the engine play, undo [N] or quit.")
    while True:
        show(engine)
        text = (sys.stdin.readline() or "quit").strip()
        if text == "quit":
            return engine.send("quit")
        try:
            handle_input(engine, text)
        except Refused as refusal:  # for example illegal-move capture-mandatory: captures are mandatory: play 15x22
            print("Refused:", refusal)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except (OSError, Refused, KeyboardInterrupt) as fault:
        sys.exit(f"minimal.py: {fault}")
