"""Many idle and playing tabs of a crown-web. Checks each answer, and each game against one session on standard input and output.
scripts/reliability load-web runs it."""

import argparse
import random
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web_tab import Closed, Tab
from websocket import WebSocketException

PROGRAMS = Path(__file__).resolve().parents[4] / "build/release/bin"
#: Handshakes at a time; the kernel's queue holds no more.
AT_ONCE = 64


def resident_kib(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def open_tabs(count, arguments):
    def one(_):
        tab = Tab(arguments.url, arguments.token, arguments.trust)
        tab.ask("isready", "readyok")
        return tab

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(count)))


def names_of_games():
    """The games of crownd."""
    asked = subprocess.run([str(PROGRAMS / "crownd"), "--no-tables"], input="games\n", capture_output=True, text=True, check=True)
    return [line.split()[1] for line in asked.stdout.splitlines() if line.startswith("game ")]


def play(tab, number, game, plies):
    """One game by chance, with a search before each move. Gives the game, its moves and where it ended."""
    chance = random.Random(number)
    tab.send(f"position {game} startpos")
    moves = []
    for _ in range(plies):
        legal = tab.ask("legalmoves", "legalmoves").split()[2:]
        if not legal:
            break
        best = tab.ask("go nodes 300", "bestmove").split()[1]
        if best not in legal:
            raise AssertionError(f"bestmove {best} is not among {legal}")
        moves.append(chance.choice(legal))
        moved = tab.ask(f"move {moves[-1]}", "moved")
        if moved.split()[1] != moves[-1]:
            raise AssertionError(f"move {moves[-1]} was answered '{moved}'")
    return game, moves, tab.ask("fen", "fen")


def check_games(games):
    """Compares the games with a crownd on standard input and output."""
    questions = [f"position {game} startpos moves {' '.join(moves)}\nfen" for game, moves, _ in games]
    asked = subprocess.run(
        [str(PROGRAMS / "crownd"), "--no-tables"], input="\n".join(questions) + "\n", capture_output=True, text=True, check=True
    )
    answers = asked.stdout.splitlines()
    wrong = sum(reported != expected for (_, _, reported), expected in zip(games, answers, strict=True))
    if wrong:
        raise AssertionError(f"{wrong} games ended elsewhere than they should")


def load(arguments, web):
    before = resident_kib(web.pid) if web else 0
    idle = open_tabs(arguments.idle, arguments)
    after = resident_kib(web.pid) if web else 0
    playing = open_tabs(arguments.playing, arguments)
    began = time.monotonic()
    names = names_of_games()
    with ThreadPoolExecutor(max(1, len(playing))) as pool:
        games = list(pool.map(lambda i: play(playing[i], i, names[i % len(names)], arguments.plies), range(len(playing))))
    took = time.monotonic() - began
    for tab in idle:
        tab.ask("isready", "readyok")
    check_games(games)
    plies = sum(len(moves) for _, moves, _ in games)
    print(f"{len(idle)} idle tabs, {len(playing)} that played {plies} moves in {took:.1f} s: no answer wrong or lost")
    if web:
        print(f"memory: {before} KiB without a tab, {(after - before) / max(1, len(idle)):.1f} KiB an idle tab, "
              f"{resident_kib(web.pid)} KiB at the end")
    for tab in [*idle, *playing]:
        tab.close()


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=1000, help="tabs that do nothing (1000)")
    parser.add_argument("--playing", type=int, default=200, help="tabs that play (200)")
    parser.add_argument("--plies", type=int, default=30, help="moves of each game (30)")
    parser.add_argument("--url", help="of a crown-web that runs; else one is started")
    parser.add_argument("--token", help="that it wants")
    parser.add_argument("--trust", help="a file with the certificate of an https URL")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    _, max_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))
    web = None
    if not arguments.url:
        tabs = str(arguments.idle + arguments.playing)
        web = subprocess.Popen(
            [str(PROGRAMS / "crown-web"), "--listen", "127.0.0.1:0", "--max-sessions", tabs,
             "--crownd", f"{PROGRAMS / 'crownd'} --no-tables --log-level error"],
            stdout=subprocess.PIPE,
            text=True,
        )
        arguments.url = web.stdout.readline().strip()
    try:
        load(arguments, web)
    except (AssertionError, Closed, OSError, WebSocketException) as fault:
        sys.exit(f"load-web: {fault!r}")
    finally:
        if web:
            web.terminate()
            web.wait()


main()
