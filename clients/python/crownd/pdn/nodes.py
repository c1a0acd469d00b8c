"""The nodes of a tree of moves."""

from __future__ import annotations

from typing import (TYPE_CHECKING, Any, Awaitable, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, TypeVar, Union, cast,
                    overload)

from .. import engine as async_engine
from .. import game as async_game
from .. import sync
from ..game_reader import play_moves
from ..notation import GameText
from .visitors import BaseVisitor

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")


class GameNode:
    """A position of a game: the comments on the last move, and the following moves, main line first."""

    def __init__(self) -> None:
        self.comments: List[str] = []
        self.variations: List[ChildNode] = []

    @property
    def parent(self) -> Optional["GameNode"]:
        """The previous position; None for the root."""
        return None

    @property
    def comment(self) -> str:
        """All comments joined."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, text: str) -> None:
        self.comments = [text] if text else []

    def game(self) -> "Game":
        """The root of the game."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        return cast("Game", node)

    def moves(self) -> Tuple[str, ...]:
        """The moves from the root to this node."""
        moves: List[str] = []
        node: GameNode = self
        while isinstance(node, ChildNode):
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

    def ply(self) -> int:
        """The number of moves from the root to this node."""
        return len(self.moves())

    def next(self) -> Optional["ChildNode"]:
        """The next node of the main line; None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> "GameNode":
        """The last node of the main line."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether the node is the last of its line."""
        return not self.variations

    def is_mainline(self) -> bool:
        """Whether the node is in the main line of the game."""
        node: GameNode = self
        while isinstance(node, ChildNode):
            if not node.is_main_variation():
                return False
            node = node.parent
        return True

    def mainline(self) -> Iterator["ChildNode"]:
        """Iterates over the main line after this node."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> Iterator[str]:
        """Iterates over the moves of the main line after this node."""
        return (node.move for node in self.mainline())

    def variation(self, move: Union[int, str, "ChildNode"]) -> "ChildNode":
        """Returns the child with this move or index, or the child itself. Raises KeyError if there is none."""
        for at, node in enumerate(self.variations):
            if move is node or move == node.move or (isinstance(move, int) and move == at):
                return node
        raise KeyError(move)

    def has_variation(self, move: Union[int, str, "ChildNode"]) -> bool:
        """Whether `variation` finds a child."""
        try:
            self.variation(move)
        except KeyError:
            return False
        return True

    def add_variation(self, move: str, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()) -> "ChildNode":
        """Appends a move in any notation. It is not validated; see `position`."""
        node = ChildNode(self, move)
        node.comment, node.starting_comment, node.nags = comment, starting_comment, set(nags)
        self.variations.append(node)
        return node

    def add_main_variation(self, move: str, *, comment: str = "", nags: Iterable[int] = ()) -> "ChildNode":
        """Adds a move as the main line."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(self, moves: Iterable[str], *, comment: str = "", starting_comment: str = "",
                 nags: Iterable[int] = ()) -> "GameNode":
        """Adds a sequence of moves. The last move gets the comment and the NAGs; its node is returned."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        if isinstance(node, ChildNode):
            node.comment, node.nags = comment, set(nags)
        return node

    def remove_variation(self, move: Union[int, str, "ChildNode"]) -> None:
        """Removes a move and all moves after it."""
        self.variations.remove(self.variation(move))

    def promote(self, move: Union[int, str, "ChildNode"]) -> None:
        """Moves a variation up."""
        self._shift(move, -1)

    def demote(self, move: Union[int, str, "ChildNode"]) -> None:
        """Moves a variation down."""
        self._shift(move, 1)

    def promote_to_main(self, move: Union[int, str, "ChildNode"]) -> None:
        """Makes a move the main line."""
        node = self.variation(move)
        self.variations.remove(node)
        self.variations.insert(0, node)

    def _shift(self, move: Union[int, str, "ChildNode"], steps: int) -> None:
        node = self.variation(move)
        at = max(0, self.variations.index(node) + steps)
        self.variations.remove(node)
        self.variations.insert(at, node)

    @overload
    def position(self, engine: sync.Engine) -> sync.Game:
        ...

    @overload
    def position(self, engine: async_engine.Engine) -> Awaitable[async_game.Game]:
        ...

    def position(self, engine: Union[sync.Engine, async_engine.Engine]) -> Union[sync.Game, Awaitable[async_game.Game]]:
        """Plays the moves from the root to this node. Raises NotPlayable with the first illegal move."""
        if isinstance(engine, sync.Engine):
            return sync.Game._of(engine, engine._thread.run(self._position(engine.core)))
        return self._position(engine)

    async def _position(self, engine: async_engine.Engine) -> async_game.Game:
        root = self.game()
        if root.name is None:
            raise ValueError("the tree has no game: set its name, such as 'english'")
        start = GameText(tags=list(root.headers.items())).start()
        return await play_moves(engine, root.name, None if start == "startpos" else start, self.moves(),
                                root.form is not None and root.form.second_begins)

    def _walk(self, visitor: BaseVisitor[Any]) -> None:
        """Visits all moves after this node."""
        node = self
        while node.variations:
            main, *others = node.variations
            for comment in main.starting_comments:
                visitor.visit_comment(comment)
            main._visit(visitor)
            for comment in main.comments_behind:
                visitor.visit_comment(comment)
            for other in others:
                if visitor.begin_variation() is None:
                    for comment in other.starting_comments:
                        visitor.visit_comment(comment)
                    other._visit(visitor)
                    other._walk(visitor)
                    visitor.end_variation()
                for comment in other.comments_behind:
                    visitor.visit_comment(comment)
            node = main


class ChildNode(GameNode):
    """The position after a move."""

    def __init__(self, parent: GameNode, move: str) -> None:
        super().__init__()
        self._parent = parent
        self.move = move
        """The move without number and signs; in the daemon's notation if it was read."""
        self.nags: Set[int] = set()
        """Numeric annotation glyphs; 1 to 6 are the signs ! ? !! ?? !? ?!."""
        self.signs: List[str] = []
        """Signs without a NAG, such as `!?!!!`."""
        self.starting_comments: List[str] = []
        """Comments before the first move of a variation."""
        self.comments_behind: List[str] = []
        """Comments after the variation starting with this move."""

    @property
    def parent(self) -> GameNode:
        """The previous position."""
        return self._parent

    @property
    def starting_comment(self) -> str:
        """All starting comments joined."""
        return " ".join(self.starting_comments)

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self.starting_comments = [text] if text else []

    def is_main_variation(self) -> bool:
        """Whether the move is the first of its position."""
        return self.parent.variations[0] is self

    def starts_variation(self) -> bool:
        """Whether the move is not the first of its position."""
        return not self.is_main_variation()

    def accept(self, visitor: BaseVisitor[T]) -> T:
        """Visits this move and all moves after it, and returns the visitor's result."""
        self._visit(visitor)
        self._walk(visitor)
        return visitor.result()

    def _visit(self, visitor: BaseVisitor[Any]) -> None:
        visitor.visit_move(self.move)
        for nag in sorted(self.nags):
            visitor.visit_nag(nag)
        for sign in self.signs:
            visitor.visit_sign(sign)
        for comment in self.comments:
            visitor.visit_comment(comment)

    def __reduce__(self) -> Tuple[Any, ...]:
        path, node = [], self
        while True:
            path.append(node.parent.variations.index(node))
            if not isinstance(node.parent, ChildNode):
                return _node_at, (self.game(), path[::-1])
            node = node.parent

    def __repr__(self) -> str:
        return f"<ChildNode {self.move}>"


def _node_at(game: Game, path: Sequence[int]) -> GameNode:
    node: GameNode = game
    for at in path:
        node = node.variations[at]
    return node
