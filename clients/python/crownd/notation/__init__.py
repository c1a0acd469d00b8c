"""Games as text: PDN, PGN and the plain form of crown-match. `crownd.files` plays them by the daemon's rules."""

from .game import GameText, Line, Move, nag_of, sign_of
from .reader import BadText, read_texts
from .san import from_san, to_san
from .writer import Layout, write_plain_text, write_text

__all__ = [
    "BadText", "GameText", "Layout", "Line", "Move", "from_san", "nag_of", "read_texts", "sign_of", "to_san", "write_plain_text",
    "write_text",
]
