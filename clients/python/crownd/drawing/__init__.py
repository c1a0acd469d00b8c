"""Draws boards and games like the web page of crownd."""

from .notebook import board_html, move_path, position_html, position_svg, status_text
from .svg import Arrow, board_svg

__all__ = ["Arrow", "board_html", "board_svg", "move_path", "position_html", "position_svg", "status_text"]
