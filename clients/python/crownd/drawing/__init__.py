"""Pictures of boards and games, as the page of crown-web draws them."""

from .page import board_html, game_html
from .picture import Arrow, board_svg

__all__ = ["Arrow", "board_html", "board_svg", "game_html"]
