"""Writes opening books in the format of protocol/BOOK.md."""

import struct
import zlib
from os.path import commonprefix

POSITIONS_A_BLOCK = 32


def number(value):
    """Unsigned LEB128."""
    digits = bytearray()
    while value > 127:
        digits.append(value & 127 | 128)
        value >>= 7
    return bytes([*digits, value])


def text(words):
    return number(len(words)) + words.encode()


def book(game, positions):
    """`positions`: moves by position text, best first: (move, centipawns, depth, wins, losses, visits)."""
    blocks, offsets, facts, before = b"", [], f"game {game}\n".encode(), ""
    for i, (position, moves) in enumerate(sorted(positions.items())):
        if i % POSITIONS_A_BLOCK == 0:
            offsets.append(40 + len(facts) + len(blocks))
            before = ""
        shared = len(commonprefix([before, position]))
        before = position
        blocks += number(shared) + text(position[shared:]) + number(len(moves))
        for move, score, depth, wins, losses, visits in moves:
            blocks += text(move) + number(2 * score if score >= 0 else -2 * score - 1)
            blocks += b"".join(number(each) for each in (depth, wins, losses, visits))
    end = 40 + len(facts) + len(blocks)
    rest = struct.pack("<IQQQ", len(facts), len(positions), len(offsets), end) + facts + blocks
    rest += b"".join(struct.pack("<Q", each) for each in offsets)
    return b"crownbk\x01" + struct.pack("<I", zlib.crc32(rest)) + rest
