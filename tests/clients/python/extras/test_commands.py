"""The commands of `python -m crownd`."""

import contextlib
import errno
import os
import queue
import socket
import ssl
import subprocess
import sys
import threading
import time

import pytest

from conftest import TIMEOUT
from support import ENVIRONMENT, GAMES, Daemon

from crownd.cli import serve_uci

SCRIPT = "position english startpos\ngo depth 6\nmove 11-15\nstatus\n"


def bridge(url, *flags):
    return subprocess.Popen([sys.executable, "-m", "crownd", "serve-uci", url, *map(str, flags)], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)


def say(process, line):
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()


def end_of(process):
    """Waits for the end, and returns the exit code."""
    code = process.wait(TIMEOUT)
    process.stdin.close()
    process.stderr.close()
    return code


class Lines:
    """The lines of a stream, read by a thread, so that waiting for them has a timeout."""

    def __init__(self, stream):
        self._queue = queue.Queue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream):
        for line in stream:
            self._queue.put(line.decode().rstrip("\n"))
        self._queue.put(None)

    def until(self, word):
        while True:
            line = self._queue.get(timeout=TIMEOUT)
            assert line is not None, f"the output ended before {word}"
            if line.split(" ")[0] == word:
                return line


@pytest.fixture
def token(tmp_path):
    path = tmp_path / "right"
    path.write_text("open sesame\n")
    path.chmod(0o600)
    return path


@pytest.fixture(params=["tcp", "tls"])
def remote(request, daemon, certificate, token):
    """The arguments for a daemon with a token."""
    if request.param == "tcp":
        return [f"tcp://127.0.0.1:{daemon('--token-file', token)}", "--token-file", token]
    cert, key = certificate
    port = daemon("--token-file", token, "--tls-cert", cert, "--tls-key", key)
    return [f"tls://localhost:{port}", "--token-file", token, "--ca", cert]


def test_serve_uci_forwards_all_answers(remote):
    process = bridge(*remote)
    output, errors = process.communicate(SCRIPT.encode(), timeout=TIMEOUT)
    # The position of this info in the output is not deterministic.
    lines = [line for line in output.decode().splitlines() if not line.startswith("info string end of input")]
    assert errors == b""
    assert process.returncode == 0
    assert lines[-2:] == ["moved 11-15 ongoing a", "status ongoing a"]
    assert lines[-3].startswith("bestmove ")


def test_serve_uci_forwards_lines_immediately(remote):
    process = bridge(*remote)
    lines = Lines(process.stdout)
    for command, answer in (("isready", "readyok"), ("uci", "uciok"), ("go infinite", "info"), ("stop", "bestmove")):
        say(process, command)
        lines.until(answer)
    say(process, "quit")
    assert end_of(process) == 0


def test_serve_uci_with_hub(remote):
    output, _ = bridge(*remote).communicate(b"hub\ninit\nquit\n", timeout=TIMEOUT)
    assert output.decode().splitlines()[-2:] == ["wait", "ready"]


def test_serve_uci_with_much_data(remote):
    count = 3000
    given = "position english startpos\n" + "squares\nlegalmoves squares\n" * count
    output, errors = bridge(*remote).communicate(given.encode(), timeout=TIMEOUT)
    assert errors == b""
    assert output.count(b"\nlegalmoves 7 ") == count


def test_serve_uci_exits_if_output_is_closed(remote):
    process = bridge(*remote)
    say(process, "isready")
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    say(process, "isready")
    assert end_of(process) == 0


def test_serve_uci_exits_with_daemon():
    with Daemon() as server:
        process = bridge(server.address())
        say(process, "isready")
        Lines(process.stdout).until("readyok")
    assert end_of(process) in (0, 1)


def until_ready(action, connection, incoming, outgoing):
    """Runs an operation of OpenSSL with memory buffers, exchanging data with the client until it succeeds."""
    while True:
        try:
            return action()
        except ssl.SSLWantReadError:
            connection.sendall(outgoing.read())
            incoming.write(connection.recv(4096))


@pytest.mark.parametrize("closes_properly", [True, False])
def test_end_of_tls_connection(certificate, closes_properly):
    """A missing close_notify is an error; session tickets after the client's close_notify are not the end of the output."""
    cert, key = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)

    def serve(listener):
        connection, _ = listener.accept()
        connection.settimeout(TIMEOUT)
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = context.wrap_bio(incoming, outgoing, server_side=True)
        with connection:
            until_ready(tls.do_handshake, connection, incoming, outgoing)  # leaves the session tickets in `outgoing`
            while data := connection.recv(4096):
                incoming.write(data)
            with contextlib.suppress(ssl.SSLZeroReturnError):
                while tls.read(4096):
                    pass
            tls.write(b"readyok\n")
            if closes_properly:
                tls.unwrap()
            connection.sendall(outgoing.read())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(TIMEOUT)
        server = threading.Thread(target=serve, args=(listener,), daemon=True)
        server.start()
        output, errors = bridge(f"tls://localhost:{listener.getsockname()[1]}", "--ca", cert).communicate(b"isready\n", TIMEOUT)
        server.join(TIMEOUT)
    assert output == b"readyok\n", errors
    assert (b"the connection broke" in errors) == (not closes_properly)


def test_tls_receive_after_other_thread_closed_the_sending_half(certificate):
    cert, key = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    client_socket, server_socket = socket.socketpair()

    def serve():
        with context.wrap_socket(server_socket, server_side=True) as connection:
            assert connection.recv(4096) == b"isready\n"
            connection.sendall(b"readyok\n")

    class SendLock:
        """A lock that the other thread acquires first."""

        def __enter__(self):
            client_socket.sendall(connection._outgoing.read())
            client_socket.shutdown(socket.SHUT_WR)

        def __exit__(self, *_):
            pass

    with client_socket:
        server = threading.Thread(target=serve, daemon=True)
        server.start()
        limited = serve_uci.DeadlineSocket(client_socket, time.monotonic() + TIMEOUT)
        connection = serve_uci.TlsConnection(limited, ssl.create_default_context(cafile=cert), "localhost")
        connection._tls.write(b"isready\n")
        connection._send_lock = SendLock()
        assert connection.receive() == b"readyok\n"
        server.join(TIMEOUT)


def test_broken_connection_is_not_a_closed_output():
    class Connection:
        def receive(self):
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")

        def end_sending(self):
            pass

    with open(os.devnull, "rb") as source, pytest.raises(serve_uci.BridgeError, match="the connection broke"):
        serve_uci.forward(Connection(), b"", source.fileno(), 1)


@pytest.mark.parametrize("words, why", [
    (["http://localhost:1"], "invalid URL 'http://localhost:1': expected tls://HOST:PORT or tcp://HOST:PORT"),
    (["tcp://127.0.0.1:1"], "cannot connect to 127.0.0.1:1: "),
    (["tcp://127.0.0.1:1", "--token-file", "/nowhere"], "No such file"),
])
def test_errors_of_serve_uci(command, words, why):
    done = command("serve-uci", *words)
    assert done.returncode == 1
    assert why in done.stderr
    assert done.stderr.startswith("python -m crownd serve-uci: ")


def test_refused_connections(command, daemon, certificate, token, tmp_path):
    wrong = tmp_path / "wrong"
    wrong.write_text("mellon\n")
    cert, key = certificate
    for words, why in (
        ([f"tcp://127.0.0.1:{daemon('--token-file', token)}", "--token-file", wrong], "did not accept the token: error auth this is not the token"),
        ([f"tls://localhost:{daemon('--tls-cert', cert, '--tls-key', key)}"], "certificate"),
        ([f"tls://localhost:{daemon()}"], "the connection to localhost"),
    ):
        done = command("serve-uci", *words)
        assert done.returncode == 1
        assert why in done.stderr


def feed(pipe, parts):
    """Writes to a named pipe in a thread."""
    def write():
        with open(pipe, "wb", buffering=0) as out:
            for part in parts:
                out.write(part)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    return writer


@pytest.mark.parametrize("words, given, answer", [
    (["serve-uci"], "uci\nquit\n", "uciok"), (["analyse", "-", "--depth", "2", "--connect"], "1. G6-F5 *\n", "towers")])
def test_token_from_pipe(command, daemon, token, tmp_path, words, given, answer):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = feed(pipe, [b"open", b" ", b"sesame\n"])
    done = command(*words, f"tcp://127.0.0.1:{daemon('--token-file', token)}", "--token-file", pipe, given=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer in done.stdout
    writer.join(TIMEOUT)


@pytest.mark.parametrize("words", [["serve-uci"], ["analyse", "-", "--connect"]])
@pytest.mark.parametrize("file, why", [("/dev/null", "is empty"), ("/dev/zero", "is not a token"), ("/", "directory"),
                                       ("long", "is not a token"), ("latin", "is not a token"), ("blank", "is empty")])
def test_invalid_tokens(command, tmp_path, words, file, why):
    (tmp_path / "long").write_bytes(b"x" * 5000 + b"\n")
    (tmp_path / "latin").write_bytes(b"s\xe9same\n")
    (tmp_path / "blank").write_bytes(b" \t\nopen sesame\n")
    done = command(*words, "tcp://127.0.0.1:1", "--token-file", tmp_path / file)
    assert done.returncode == 1
    assert why in done.stderr and done.stderr.startswith(f"python -m crownd {words[0]}: ")
    assert "Traceback" not in done.stderr


def test_analyse(command, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text('[White "Ann"]\n[Black "Ben"]\n\n1. 11-15 23-19 2. 8-11 19-16 3. 12x19 22-17 *\n\n1. 11-15 11-15 *\n')
    done = command("analyse", path, "--nodes", 20000, "--game", "english")
    lines = done.stdout.splitlines()
    assert lines[0] == "Game 1: english, Ann - Ben, *"
    assert lines[1].split() == "Move Score before the move, for the side to move".split()
    assert len(lines) == 9
    assert "19-16??" in lines[5] and "better is" in lines[5]
    assert done.returncode == 3
    assert done.stderr.startswith("game 2 (line 6): line 6: 11-15: ")


def test_analyse_problems_and_damaged_games(command, tmp_path):
    path = tmp_path / "problems.pdn"
    path.write_bytes(b'[GameType "21"]\n[White "Andr\xe9]\n[Result "1-0"]\n[FEN "B:W14:B9,K2"]\n\n1-0\n\n[GameType "25"]\n\n1. c3-d4 *\n')
    done = command("analyse", path, "--depth", 3)
    lines = done.stdout.splitlines()
    assert lines[0] == "Game 1: english, Andr\u00e9, 1-0: Black (b) won" and lines[2].endswith("#1   best is 9x18")
    warning, damage = done.stderr.splitlines()
    assert warning == 'game 1: line 2: the tag White is not written as [White "VALUE"]'
    assert damage.startswith("game 2 (line 8): line 8: GameType 25 is Russian draughts")
    assert done.returncode == 3


def test_analyse_score_is_before_the_move(command, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Game "reduced-chess"]\n\n1. a5a3 1-0\n')
    done = command("analyse", path, "--depth", 3)
    assert done.stdout.splitlines()[2].split() == ["1.", "a5a3", "#1"]
    assert "each with the score of the position before it" in command("analyse", "--help").stdout.replace("\n", " ")


def test_analyse_with_remote_daemon_and_standard_input(command, daemon):
    done = command("analyse", "-", "--depth", 3, "--connect", f"tcp://127.0.0.1:{daemon()}", given="1. G6-F5 B3-C4 *\n")
    assert done.returncode == 0
    assert done.stdout.startswith("Game 1: towers, *")


@pytest.mark.parametrize("words", [["analyse", "/nowhere"], ["analyse", "-", "--engine", "no-such-program"],
                                   ["analyse", "-", "--ca", "file"], ["play", "chess960"], ["play", "english", "--side", "z"],
                                   ["play", "english", "--position", "nonsense"], ["analyse", "-", "--engine", ""],
                                   ["analyse", "-", "--connect", ""], ["analyse", "-", "--token-file", ""], ["analyse", "-", "--game", ""]])
def test_error_messages(command, words):
    done = command(*words)
    assert done.returncode == 1
    assert done.stderr.startswith(f"python -m crownd {words[0]}: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["analyse", "-", "--time", "inf"], ["analyse", "-", "--depth", "0"], ["play", "english", "--nodes", "0"],
                                   ["play", "english", "--time", "nan"]])
def test_invalid_limits(command, words):
    done = command(*words)
    assert done.returncode == 2
    assert f"argument {words[2]}: invalid value '{words[3]}': expected a positive " in done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_play_engine_against_itself(command, game):
    done = command("play", game, "--side", "none", "--nodes", 300)
    assert done.returncode == 0, done.stderr
    last = done.stdout.strip().splitlines()[-1]
    assert " wins: " in last or last.startswith("Draw: ")


def test_play_both_sides(command):
    given = "11-15\nnonsense\n9-14 10-14\nundo\nmoves\nhint\nboard\nhelp\nquit\n"
    done = command("play", "english", "--side", "both", "--nodes", 300, given=given)
    assert done.returncode == 0
    assert done.stdout.count("Illegal move: ") == 2
    assert "10-15 11-16 9-14 10-14 11-15 12-16 9-13" in done.stdout


def test_play_continues_after_invalid_text():
    done = subprocess.run([sys.executable, "-m", "crownd", "play", "english", "--side", "both"], capture_output=True, env=ENVIRONMENT,
                          input=b"11-15\n\x1b[A\n\xff\n" + b"x" * 300_000 + b"\n22-18\nmoves\n", timeout=TIMEOUT)
    assert (done.returncode, done.stdout.count(b"Illegal move: ")) == (0, 3), done.stderr
    assert b"\n> 15x22\n" in done.stdout


def test_play_against_engine(command):
    done = command("play", "towers", "--nodes", 300, given="G6-F5\nundo\n")
    assert done.stdout.count("crownd plays ") == 1
    assert done.returncode == 0
