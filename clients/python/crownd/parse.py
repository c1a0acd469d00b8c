"""Parses the daemon's answers. Each function takes the lines of one answer and raises ValueError or similar for invalid lines."""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar

from .board import Board, Piece, Route, Side, Square
from .errors import ProtocolError
from .explanation import Explanation, Reason
from .results import BookMove, Evaluation, Exact, GameInfo, Info, Option, Perft, ProbeResult, Status, TableFiles
from .score import Score, Wdl

T = TypeVar("T")


def answer(parser: Callable[[List[str]], T], lines: List[str]) -> T:
    """Calls one of the parsers below. Raises ProtocolError with the last line if the answer is invalid."""
    try:
        return parser(lines)
    except (ValueError, IndexError, KeyError, TypeError) as error:
        raise ProtocolError(f"the daemon sent an invalid answer: {lines[-1][:200]!r}") from error


def _status_from_words(words: Sequence[str]) -> Status:
    """Parses STATUS of the protocol."""
    state = words[0]
    if state == "draw":
        return Status(state, None, words[1])
    if state == "win":
        return Status(state, words[1], words[2])
    if state != "ongoing":
        raise ValueError(state)
    if len(words) == 2:
        return Status(state, words[1])
    rest = words[2:]
    return Status(state, words[1], None, "check" in rest, int(_word_after("repetition", rest) or 1), int(_word_after("quiet", rest) or 0))


def _word_after(name: str, words: Sequence[str]) -> Optional[str]:
    return words[words.index(name) + 1] if name in words else None


def status(lines: List[str]) -> Status:
    """The answer to `status`."""
    return _status_from_words(lines[-1].split()[1:])


def moved(lines: List[str]) -> Tuple[str, Status]:
    """The answer to `move` with one move: the move and the status after it."""
    words = lines[-1].split()
    return words[1], _status_from_words(words[2:])


def legal_moves(lines: List[str]) -> Tuple[str, ...]:
    """The answer to `legalmoves`."""
    words = lines[-1].split()
    moves = tuple(words[2:])
    if int(words[1]) != len(moves):
        raise ValueError("wrong number of moves")
    return moves


def fen(lines: List[str]) -> str:
    """The answer to `fen`, without the game's name."""
    return lines[-1].split(" ", 2)[2]


def version(lines: List[str]) -> str:
    """The answer to `version`."""
    words = lines[-1].split()
    if words[1] != "crownd":
        raise ValueError(words[1])
    return words[2]


def games(lines: List[str]) -> Tuple[GameInfo, ...]:
    """The answer to `games`."""
    return tuple(GameInfo(*line.split(" ", 2)[1:]) for line in lines if line.startswith("game "))


def id(lines: List[str]) -> Mapping[str, str]:
    """The lines `id` of the answer to `uci`."""
    return {name: value for word, name, value in (line.split(" ", 2) for line in lines if line.startswith("id ")) if word == "id"}


def options(lines: List[str]) -> Mapping[str, Option]:
    """The options of the answer to `uci`."""
    found = {}
    for line in lines:
        if not line.startswith("option name "):
            continue
        name, _, rest = line[len("option name "):].partition(" type ")
        words = rest.split(" ")
        values = tuple(words[i + 1] for i, part in enumerate(words) if part == "var")
        minimum, maximum = _word_after("min", words), _word_after("max", words)
        found[name] = Option(name, words[0], _word_after("default", words) if "default" in words[:-1] else None,
                             None if minimum is None else int(minimum), None if maximum is None else int(maximum), values)
    return found


def score(kind: str, value: str, side: Optional[str], bound: Optional[str] = None) -> Score:
    """Parses `cp N` or `mate N`."""
    if kind == "cp":
        return Score(cp=int(value), bound=bound, side=side)
    if kind != "mate":
        raise ValueError(kind)
    return Score(mate=int(value), bound=bound, side=side)


_NUMBERS = frozenset(("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "currmovenumber"))


def info(lines: List[str], side: Optional[str] = None) -> Info:
    """A line `info` of a search. `side` is the side to move. Skips unknown words."""
    line = lines[-1]
    if line.startswith("info string"):
        return Info(string=line[len("info string "):])
    words = line.split()
    fields: Dict[str, object] = {}
    at = 1
    while at < len(words):
        name = words[at]
        at += 1
        if name in _NUMBERS:
            fields[name] = int(words[at])
        elif name == "time":
            fields[name] = int(words[at]) / 1000
        elif name == "currmove":
            fields[name] = words[at]
        elif name == "score":
            bound = words[at + 2] if words[at + 2:] and words[at + 2] in ("lowerbound", "upperbound") else None
            fields[name] = score(words[at], words[at + 1], side, bound)
            at += 2 if bound else 1
        elif name == "wdl":
            fields[name] = Wdl(int(words[at]), int(words[at + 1]), int(words[at + 2]))
            at += 2
        elif name == "pv":
            fields[name] = tuple(words[at:])
            break
        else:
            continue
        at += 1
    return Info(**fields)  # type: ignore[arg-type] # the branches above assign the right types


def bestmove(lines: List[str]) -> Tuple[Optional[str], Optional[str]]:
    """The best move and the expected reply."""
    words = lines[-1].split()
    return (None if words[1] == "(none)" else words[1]), (words[3] if len(words) > 3 and words[2] == "ponder" else None)


def exact(words: Sequence[str]) -> Exact:
    """Parses `win N`, `loss N`, `draw` or `unknown`."""
    if words[0] not in ("win", "loss", "draw", "unknown"):
        raise ValueError(words[0])
    return Exact(words[0], int(words[1]) if len(words) > 1 else None)


def probe(lines: List[str]) -> ProbeResult:
    """The answer to `probe`."""
    words = [line.split() for line in lines]
    return ProbeResult(exact(words[-1][1:]), {line[1]: exact(line[2:]) for line in words if line[0] == "value"})


def reason(line: str, move: str) -> Reason:
    """A line `reason` of the answer to `why` for this move."""
    facts, _, moves = line.partition(" line ")
    words = facts.split()
    if len(words) % 2:
        raise ValueError("a key without a value")
    return Reason(words[1], dict(zip(words[2::2], words[3::2])), tuple(moves.split()), move)


def why(lines: List[str]) -> Explanation:
    """The answer to `why`."""
    words = lines[-1].split()
    move, verdict = words[1:3]
    named = dict(zip(words[3::2], words[4::2]))
    reasons = tuple(reason(line, move) for line in lines if line.startswith("reason "))
    return Explanation(move, verdict, named["best"], int(named["loss"]) / 1000, reasons)


def perft(lines: List[str]) -> Perft:
    """The answer to `perft`."""
    moves = {}
    for line in lines[:-1]:
        move, colon, count = line.partition(": ")
        if colon:
            moves[move] = int(count)
    return Perft(int(lines[-1].split(":")[1]), moves)


def evaluation(lines: List[str], side: Optional[str] = None) -> Evaluation:
    """The answer to `eval`."""
    words = lines[-1].split()
    terms = {}
    for line in lines[:-1]:
        if line.startswith("info string ") and " cp " in line:
            name, _, value = line[len("info string "):].rpartition(" cp ")
            terms[name] = int(value)
    return Evaluation(score(words[1], words[2], side), terms)


def tables(lines: List[str]) -> Tuple[TableFiles, ...]:
    """The answer to `tables`."""
    found = []
    for line in lines:
        if line.startswith("table "):
            line, _, folder = line.partition(" folder ")
            words = line.split()
            found.append(TableFiles(words[1], int(words[3]), words[5], int(words[7]), int(words[9]), int(words[11]), folder or None))
    return tuple(found)


def book(lines: List[str], side: Optional[str] = None) -> Tuple[BookMove, ...]:
    """The answer to `book`."""
    found = []
    for line in lines:
        if line.startswith("bookmove "):
            words = line.split()
            wdl = words.index("wdl")
            found.append(BookMove(words[1], score(words[3], words[4], side), int(_word_after("depth", words) or 0),
                                  Wdl(*(int(value) for value in words[wdl + 1:wdl + 4])), int(_word_after("visits", words) or 0)))
    if [int(line.split()[1]) for line in lines if line.startswith("book ")] != [len(found)]:
        raise ValueError("wrong number of moves")
    return tuple(found)


def board(square_lines: List[str], route_lines: List[str]) -> Board:
    """The answers to `squares` and to `legalmoves squares`."""
    sides: List[Side] = []
    pieces: Dict[str, Piece] = {}
    facts: Dict[str, str] = {}
    reasons: Dict[str, str] = {}
    labels: Dict[str, Tuple[str, ...]] = {"columns": (), "rows": ()}
    rows: List[Tuple[Square, ...]] = []
    for line in square_lines[:-1]:
        words = line.split()
        part = words[0]
        if part == "side":
            head, _, title = line.partition(" title ")
            named = dict(zip(words[2::2], words[3::2]))
            sides.append(Side(words[1], named["colour"], named["end"], title, named.get("player", "human"),
                              _word_after("paint", head.split())))
        elif part == "piece":
            pieces[words[1]] = Piece(words[1], words[3], words[5])
        elif part in ("fact", "reason"):
            (facts if part == "fact" else reasons)[words[1]] = line.split(" ", 2)[2]
        elif part in labels:
            labels[part] = tuple(words[1:])
        elif part == "row":
            cells = zip(words[1::3], words[2::3], words[3::3])
            rows.append(tuple(Square(len(rows), column, None if name == "-" else name, colour,
                                     None if letter == "-" else pieces[letter])
                              for column, (name, colour, letter) in enumerate(cells)))
    last = square_lines[-1].split()
    columns, height, turn = int(last[3]), int(last[5]), last[7]
    if len(rows) != height or any(len(row) != columns for row in rows):
        raise ValueError("wrong number of squares")
    return Board(last[1], columns, height, None if turn == "-" else turn, tuple(sides), pieces, facts, reasons,
                 labels["columns"], labels["rows"], tuple(rows),
                 tuple(_route(line) for line in route_lines if line.startswith("route ")))


def _route(line: str) -> Route:
    words = line.split()
    parts: Dict[str, List[str]] = {"path": [], "takes": [], "becomes": []}
    part: Optional[List[str]] = None
    for value in words[2:]:
        if value in parts:
            part = parts[value]
        elif part is not None:
            part.append(value)
    return Route(words[1], tuple(parts["path"]), tuple(parts["takes"]), parts["becomes"][0] if parts["becomes"] else None)
