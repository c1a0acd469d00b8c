"""players.py HOST:PORT CLIENTS FILE: so many clients play games of their own until FILE is there, and then each a few
moves more. A client that loses its connection connects again and goes on from its game. Fails if a game is not what the
client has played."""

import os
import socket
import sys
import threading
import time

address, count, signal = sys.argv[1], int(sys.argv[2]), sys.argv[3]
host, port = address.rsplit(":", 1)
PATIENCE = 120  # seconds for anything
MOVES_AFTER = 5
games = ["english", "spanish", "towers", "reduced-chess"]
reconnected, played, faults = [0] * count, [0] * count, []


class Lost(Exception):
    pass


class Client:
    def __init__(self):
        self.connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
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


def play(number):
    game = games[number % len(games)]
    moves, fen, client, left = [], None, None, MOVES_AFTER
    deadline = time.monotonic() + 5 * PATIENCE
    while left > 0 and time.monotonic() < deadline:
        try:
            if client is None:
                client = Client()
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
    except Exception as fault:  # whatever it is, it is told
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
