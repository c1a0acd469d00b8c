"""Former module of `crownd.files.games_to_dataframe`."""

from .files import games_to_dataframe

__all__ = ["games_to_dataframe"]
