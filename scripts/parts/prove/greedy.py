"""An engine that only looks for captures: python3 greedy.py SEED CROWND [FLAG...]

It plays a move that wins at once, else the move that captures the most, else any. Ties are broken at random. It knows
no rules: crownd, started with the flags, names the moves that win and what each move captures. Everything but `go` is
answered by crownd itself."""

import random
import subprocess
import sys

# Value of a captured piece by kind; other kinds count as a man.
VALUES = {"man": 1, "king": 3, "tower": 3, "bishop": 3, "rook": 5}


class Greedy:
    def __init__(self, seed, command):
        self.seed, self.games, self.random = seed, 0, random.Random(seed)
        self.crownd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, line):
        self.crownd.stdin.write(line + "\n")

    def ask(self, command, last):
        """The lines of the answer; `last` is the first word of its last line."""
        self.send(command)
        lines = []
        while not lines or lines[-1].split()[:1] not in ([last], ["error"]):
            lines.append(self.crownd.stdout.readline())
            if not lines[-1]:
                sys.exit("greedy.py: crownd ended the conversation")
        return lines

    def winning_move(self):
        info, best = "", ""
        for line in self.ask("go mate 1", "bestmove"):
            if line.startswith("info") and " score mate " in line:
                info = line.split(" score mate ")[1]
            elif line.startswith("bestmove"):
                best = line.split()[1]
        return best if info.startswith("1 ") else None

    def values(self):
        """The value of a capture on each square."""
        kinds, values = {}, {}
        for line in self.ask("squares", "squares"):
            part, *words = line.split()
            if part == "piece":  # LETTER side SIDE kind KIND
                kinds[words[0]] = words[4]
            elif part == "row":  # a name, a colour and a letter for each square
                for name, letter in zip(words[0::3], words[2::3]):
                    values[name] = VALUES.get(kinds.get(letter, ""), 1)
        return values

    def choose(self):
        """The move; None if the game is over."""
        win = self.winning_move()
        if win:
            return win
        values, gains = self.values(), {}
        for line in self.ask("legalmoves squares", "legalmoves")[:-1]:
            _, move, *words = line.split()  # route MOVE path SQUARE... takes SQUARE... becomes LETTER
            taken = words[words.index("takes") + 1 :] if "takes" in words else []
            if "becomes" in taken:
                taken = taken[: taken.index("becomes")]
            gains[move] = sum(values[square] for square in taken)
        most = max(gains.values(), default=0)
        moves = sorted(move for move, gain in gains.items() if gain == most)
        return self.random.choice(moves) if moves else None

    def answer(self, line):
        word = (line.split() or [""])[0]
        if word == "go":
            return f"bestmove {self.choose() or '(none)'}\n"
        if word in ("uci", "isready"):
            return "".join(self.ask(line, {"uci": "uciok", "isready": "readyok"}[word]))
        if word == "ucinewgame":
            self.games += 1
            self.random.seed(f"{self.seed} {self.games}")
        if word in ("ucinewgame", "position", "setoption"):
            self.send(line)
        return ""


def main(seed, *command):
    greedy = Greedy(seed, command)
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        print(greedy.answer(line.strip()), end="", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
