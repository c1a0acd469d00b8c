"""help.py TEMPLATE COMMAND...: prints the help page: the template with a picture for each {picture GAME SIZE MOVES}, drawn from the
answers of the engine that COMMAND starts."""

import pathlib
import re
import sys

sys.path.insert(0, "clients/python")

from crownd.sync import Engine, Game  # noqa: E402 the path comes first

SECONDS_TO_START = 120  # wine prepares its folders


def picture(engine, match):
    name, size, *moves = match.group(1).split()
    return Game(engine, name, moves=moves).svg(size=int(size))


sys.stdout.reconfigure(encoding="utf-8")
with Engine.popen(sys.argv[2:], timeout=SECONDS_TO_START) as engine:
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    print(re.sub(r"\{picture ([^}]*)\}", lambda match: picture(engine, match), text), end="")
