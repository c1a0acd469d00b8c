"""Games as text in PDN, PGN and the plain format of crown-match. `crownd.files` reads and plays them."""

from .game import GameText, Line, Move, nag_of, sign_of
from .san import to_san
from .writer import Layout, write_plain_text, write_text

__all__ = ["GameText", "Layout", "Line", "Move", "nag_of", "sign_of", "to_san", "write_plain_text", "write_text"]
