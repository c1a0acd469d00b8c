"""haproxy_players.py HOST:PORT|URL CLIENTS FILE: CLIENTS clients, or tabs of the crown-web at the URL, play games until FILE exists, and
then a few more moves. A client that loses its connection reconnects and continues its game. Fails if a game differs from the moves of its
client."""

import os
import socket
import sys
import threading
import time

import web_tab

address, count, signal = sys.argv[1], int(sys.argv[2]), sys.argv[3]
TIMEOUT = 120  # seconds for anything
MOVES_AFTER = 5
games = ["english", "spanish", "towers", "reduced-chess"]
reconnected, played, faults = [0] * count, [0] * count, []


class Lost(Exception):
    pass


class Client:
    def __init__(self):
        host, port = address.rsplit(":", 1)
        self.connection = socket.create_connection((host, int(port)), timeout=TIMEOUT)
        self.lines = self.connection.makefile("rw", newline="\n")

    def ask(self, command, answer):
        try:
            self.lines.write(command + "\n")
            self.lines.flush()
            while True:
                line = self.lines.readline()
                if not line:
                    raise Lost()
                if line.startswith("error"):
                    raise RuntimeError(f"{command}: {line}")
                if line.startswith(answer):
                    return line.rstrip("\n")
        except OSError as error:
            raise Lost() from error


class Tab:
    """Reopens a WebSocket of a lost daemon, like the page."""

    daemon_is_gone = "1012 "

    def __init__(self):
        self.tab = web_tab.Tab(address)

    def ask(self, commands, answer):
        *before, last = commands.split("\n")
        for command in before:
            self.tab.send(command)
        try:
            return self.tab.ask(last, answer)
        except web_tab.Closed as closed:
            if not str(closed).startswith(self.daemon_is_gone):
                raise
            raise Lost() from closed


def play(number):
    game = games[number % len(games)]
    moves, fen, client, left = [], None, None, MOVES_AFTER
    deadline = time.monotonic() + 5 * TIMEOUT
    while left > 0 and time.monotonic() < deadline:
        try:
            if client is None:
                client = Tab() if address.startswith("http") else Client()
                client.ask(f"position {game} startpos{' moves ' + ' '.join(moves) if moves else ''}\nisready", "readyok")
                now = client.ask("fen", "fen")
                if fen not in (None, now):
                    raise RuntimeError(f"{game}: {now} after a new connection, {fen} before")
            best = client.ask("go nodes 5000", "bestmove ").split()[1]
            if best == "(none)":
                moves, fen = [], None
                client.ask(f"position {game} startpos\nisready", "readyok")
                continue
            client.ask(f"move {best}", "moved")
            moves.append(best)
            fen = None
            fen = client.ask("fen", "fen")
            played[number] += 1
            left -= os.path.exists(signal)
        except (Lost, ConnectionError, OSError):
            reconnected[number] += client is not None
            client = None
            time.sleep(0.2)
    if left > 0:
        raise RuntimeError(f"{game}: not done in time")


def run(number):
    try:
        play(number)
    except Exception as fault:  # any exception is reported
        faults.append(f"client {number}: {fault!r}")


threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if faults:
    print("; ".join(faults))
    sys.exit(1)
print(f"ok: {count} clients have played {sum(played)} moves, {sum(reconnected)} connections were lost and made again, no game")
