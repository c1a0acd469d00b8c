"""Reads PDN, PGN and the plain form of crown-match, also mixed, from any text.

What is unusual is accepted: several tags on a line, a missing result, a variation without an end, a move number without a dot.
"""

from __future__ import annotations

import re
from typing import Iterable, Iterator, List

from ..written import SPACED_MOVE, without_blanks
from .game import GameText, Line, Move, nag_of

#: No person nests variations as deeply; the limit protects the stack of programs that walk through them.
DEEPEST = 100
#: The NAG of a move that is the only one, which draughts players write as 11-15*.
FORCED_MOVE = 7

#: The standard of PGN ends here.
_HIGHEST_NAG = 255
_LONGEST_NUMBER = 18  # digits, leading zeros too

#: The results of PGN, those of PDN that count points, and "unknown".
RESULTS = frozenset(["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"])

_BLANKS = " \t\r\f\v"
_TAG = re.compile(r'\[([^"]*)"((?:[^"\\]|\\.|"(?![ \t\r\f\v]*\]))*)"[ \t\r\f\v]*\]?')
_PLAIN_MOVE = re.compile(r"(\d+)\s+(first|second)\s+(\S+)\s*(.*)")
_WORD = re.compile(r"\$[^\s{}();$]*|" + SPACED_MOVE + r"[^\s{}();$]*|[^\s{}();$][^\s{}();$]*|[$;]")
_NUMBER = re.compile(r"[0-9]+\.+|[0-9]+$")


class BadText(ValueError):
    """A text that cannot be read; ``line`` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


def read_texts(text: Iterable[str]) -> Iterator[GameText]:
    """The games of an iterable of lines (a file, or ``text.splitlines()``), one at a time.

    A game ends with its result, before a tag that follows moves, or at the end of the text. Raises BadText for a comment without
    an end, and for variations that nest too deeply.
    """
    reader = _Reader(text)
    while True:
        game = reader.next()
        if game is None:
            return
        if game.tags or game.line.moves or game.result:
            yield game


class _Reader:
    def __init__(self, text: Iterable[str]) -> None:
        self._text = iter(text)
        self._line = ""
        self._at = 0
        self._number = 0
        self._game = GameText()
        self._open: List[Line] = []

    def next(self) -> GameText | None:
        self._game = GameText()
        self._open = [self._game.line]
        if not self._find_beginning():
            return None
        self._game.number_of_line = self._number
        if self._line[self._at] == "[":
            self._read_tags()
        self._read_moves()
        return self._game

    def _read_line(self) -> bool:
        line = next(self._text, None)
        self._at = 0
        self._line = ""
        if line is None:
            return False
        self._number += 1
        self._line = line.rstrip("\r\n")
        if self._number == 1:
            self._line = self._line.lstrip("\ufeff")
        return True

    def _skip_blanks(self) -> bool:
        while True:
            if self._at == 0 and self._line.startswith("%"):
                self._at = len(self._line)
            while self._at < len(self._line) and self._line[self._at].isspace():
                self._at += 1
            if self._at < len(self._line):
                return True
            if not self._read_line():
                return False

    def _find_beginning(self) -> bool:
        """Goes on to the first tag or move. Comments before moves without tags belong to the game."""
        while self._skip_blanks():
            if self._line[self._at] in "{;":
                self._add_comment(self._take_comment())
                continue
            if self._line[self._at] == "[":
                self._game.line.comments.clear()
            return True
        return False

    def _read_tags(self) -> None:
        """Reads tags up to an empty line, or to something else."""
        while self._at < len(self._line) and self._line[self._at] == "[":
            found = _TAG.match(self._line, self._at)
            if found:
                self._game.tags.append((" ".join(found[1].split()), re.sub(r'\\(["\\])', r"\1", found[2])))
                self._at = found.end()
            else:
                self._game.tags.append(("", self._line[self._at :]))
                self._at = len(self._line)
            while self._at < len(self._line) and self._line[self._at] in _BLANKS:
                self._at += 1
            if self._at < len(self._line):
                continue
            while self._read_line() and self._line.startswith(("%", ";")):
                pass
            self._at = len(self._line) - len(self._line.lstrip())

    def _read_moves(self) -> None:
        """Reads moves up to the result and the comments on its line, or up to a tag."""
        last_line = 0
        while self._skip_blanks():
            letter = self._line[self._at]
            is_comment = letter in "{;"
            if letter == "[" or (self._game.result and not (is_comment and self._number == last_line)):
                return
            if is_comment:
                self._add_comment(self._take_comment())
            elif letter == "(":
                self._open_variation()
            elif letter == ")":
                self._at += 1
                if len(self._open) > 1:
                    self._open.pop()
            elif letter == "}":
                self._at += 1
            elif not self._take_plain_move():
                self._take_word()
                last_line = self._number

    def _take_plain_move(self) -> bool:
        """Takes a line of the plain form, ``12 second G6-H5 +0.12/9 0.034s``."""
        found = _PLAIN_MOVE.fullmatch(self._line.rstrip()) if self._at == 0 else None
        if found is None:
            return False
        text = found[3].rstrip("!?")
        self._open[-1].moves.append(Move(text))
        self._game.moves_are_numbered_by_side = True
        self._add_nag(nag_of(found[3][len(text) :]))
        self._add_comment(found[4])
        self._at = len(self._line)
        return True

    def _take_word(self) -> None:
        """Takes a move with what is written on to it, a NAG, or a result."""
        found = _WORD.match(self._line, self._at)
        assert found, "blanks, comments and parentheses are taken before"
        self._at = found.end()
        word = without_blanks(found[0])
        if word.startswith("$"):
            return self._take_nag(word)
        number = _NUMBER.match(word)
        for text in (word[number.end() :] if number else word.lstrip(".")).split(","):
            self._add_move(text)

    def _add_move(self, text: str) -> None:
        """Adds a move with its signs, or the signs of the last one; or the result."""
        if text in RESULTS:
            if len(self._open) == 1:
                self._game.result = text
            return
        move = text.rstrip("!?*")
        if move:
            self._open[-1].moves.append(Move(move))
        sign = text[len(move) :]
        self._add_nag(nag_of(sign.replace("*", "")))
        if "*" in sign:
            self._add_nag(FORCED_MOVE)

    def _take_comment(self) -> str:
        """The comment that begins here, in braces or up to the end of the line."""
        begin = self._number
        in_braces = self._line[self._at] == "{"
        self._at += 1
        parts = []
        while True:
            end = self._line.find("}", self._at) if in_braces else len(self._line)
            if end >= 0:
                parts.append(self._line[self._at : end])
                self._at = min(end + 1, len(self._line))
                return " ".join(" ".join(parts).split())
            parts.append(self._line[self._at :])
            if not self._read_line():
                raise BadText(begin, "a comment in braces has no end")

    def _add_comment(self, comment: str) -> None:
        if comment:
            line = self._open[-1]
            (line.moves[-1].comments if line.moves else line.comments).append(" ".join(comment.split()))

    def _take_nag(self, word: str) -> None:
        """A NAG outside the standard stays as a comment."""
        digits = word[1:]
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER
        if is_number and int(digits) <= _HIGHEST_NAG:
            self._add_nag(int(digits))
        else:
            self._add_comment(word)

    def _add_nag(self, nag: int) -> None:
        if nag and self._open[-1].moves:
            self._open[-1].moves[-1].nags.append(nag)

    def _open_variation(self) -> None:
        self._at += 1
        if len(self._open) > DEEPEST:
            raise BadText(self._number, f"variations nest more than {DEEPEST} deep")
        line = Line()
        if self._open[-1].moves:
            self._open[-1].moves[-1].variations.append(line)
        self._open.append(line)
