"""Pictures of boards and games, as the page of crown-web draws them."""

from .notebook import path_of, position_html, position_svg, sentence
from .page import board_html
from .picture import Arrow, board_svg

__all__ = ["Arrow", "board_html", "board_svg", "path_of", "position_html", "position_svg", "sentence"]
