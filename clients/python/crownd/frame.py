"""Games as a table of pandas."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Dict, Iterable, List

if TYPE_CHECKING:
    from .files import Record


def games_to_dataframe(records: Iterable["Record[Any]"]) -> Any:
    """A pandas.DataFrame with a row a game: `game`, `plies`, `state`, `winner`, `reason`, `moves` (a text), then the tags of the files.

    `state` and `reason` are what the rules say of the last position; a game that was resigned is `ongoing` there. Its `winner` is then
    the side that the result of the file names.
    Raises ImportError, with a sentence, where pandas is not installed.
    """
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError("games_to_dataframe needs pandas: install python3-pandas, or pip install pandas") from error
    rows: List[Dict[str, Any]] = []
    for record in records:
        status = record.game.status
        row: Dict[str, Any] = {
            "game": record.game.name,
            "plies": record.game.ply,
            "state": status.state,
            "winner": status.side if status.state == "win" else record.outcome.winner if record.outcome and not status.over else None,
            "reason": status.reason,
            "moves": " ".join(record.game.moves),
        }
        for name, value in record.text.tags:
            if name and name not in row:
                row[name] = value
        rows.append(row)
    columns = ["game", "plies", "state", "winner", "reason", "moves"]
    return pandas.DataFrame(rows, columns=list(dict.fromkeys([*columns, *(name for row in rows for name in row)])))
