"""`python -m crownd`."""

import os
import queue
import subprocess
import sys
import threading

import pytest

from conftest import PACKAGE, PATIENCE

SCRIPT = "position english startpos\ngo depth 6\nmove 11-15\nstatus\n"


def bridge(url, *flags):
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    return subprocess.Popen([sys.executable, "-m", "crownd", "serve-uci", url, *map(str, flags)], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


class Lines:
    """The lines of a stream, read by a thread, so that no test waits for ever."""

    def __init__(self, stream):
        self._queue = queue.Queue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream):
        for line in stream:
            self._queue.put(line.decode().rstrip("\n"))
        self._queue.put(None)

    def until(self, word):
        while True:
            line = self._queue.get(timeout=PATIENCE)
            assert line is not None, f"the output ended before {word}"
            if line.split(" ")[0] == word:
                return line


@pytest.fixture(params=["tcp", "tls"])
def remote(request, daemon, certificate, tmp_path):
    """The words that reach a daemon with a token."""
    token = tmp_path / "token"
    token.write_text("open sesame\n")
    token.chmod(0o600)
    if request.param == "tcp":
        return [f"tcp://127.0.0.1:{daemon('--token-file', token)}", "--token-file", token]
    cert, key = certificate
    port = daemon("--token-file", token, "--tls-cert", cert, "--tls-key", key)
    return [f"tls://localhost:{port}", "--token-file", token, "--ca", cert]


def test_a_script_gets_all_its_answers_through_the_bridge(remote):
    process = bridge(*remote)
    output, errors = process.communicate(SCRIPT.encode(), timeout=PATIENCE)
    # The line that says that the daemon has seen the end of the input comes anywhere before the end.
    lines = [line for line in output.decode().splitlines() if not line.startswith("info string end of input")]
    assert errors == b""
    assert process.returncode == 0
    assert lines[-2:] == ["moved 11-15 ongoing a", "status ongoing a"]
    assert lines[-3].startswith("bestmove ")


def test_each_line_goes_through_at_once(remote):
    process = bridge(*remote)
    lines = Lines(process.stdout)
    for command, answer in (("isready", "readyok"), ("uci", "uciok"), ("go infinite", "info"), ("stop", "bestmove")):
        process.stdin.write(f"{command}\n".encode())
        process.stdin.flush()
        lines.until(answer)
    process.stdin.write(b"quit\n")
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    process.stdin.close()
    process.stderr.close()


def test_hub_programs_reach_a_daemon(remote):
    output, _ = bridge(*remote).communicate(b"hub\ninit\nquit\n", timeout=PATIENCE)
    assert output.decode().splitlines()[-2:] == ["wait", "ready"]


def test_much_goes_through_both_ways(remote):
    count = 3000
    given = "position english startpos\n" + "squares\nlegalmoves squares\n" * count
    output, errors = bridge(*remote).communicate(given.encode(), timeout=PATIENCE)
    assert errors == b""
    assert output.count(b"\nlegalmoves 7 ") == count


def test_the_bridge_ends_when_nobody_reads_its_output(remote):
    process = bridge(*remote)
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    process.stdin.close()
    process.stderr.close()


def test_the_bridge_ends_with_the_daemon(program, tmp_path):
    server = subprocess.Popen([program, "--listen", "127.0.0.1:0", "--no-tables"], stderr=subprocess.PIPE, text=True)
    port = next(line for line in server.stderr if line.startswith("listening on ")).rsplit(":", 1)[1].strip()
    process = bridge(f"tcp://127.0.0.1:{port}")
    lines = Lines(process.stdout)
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    lines.until("readyok")
    server.kill()
    server.communicate()
    assert process.wait(PATIENCE) in (0, 1)
    process.stdin.close()
    process.stderr.close()


@pytest.mark.parametrize("words, why", [
    (["http://localhost:1"], "an address is tls://HOST:PORT or tcp://HOST:PORT, not 'http://localhost:1'"),
    (["tcp://127.0.0.1:1"], "no connection to 127.0.0.1:1: "),
    (["tcp://127.0.0.1:1", "--token-file", "/nowhere"], "No such file"),
])
def test_what_is_wrong_with_an_address_is_told(command, words, why):
    done = command("serve-uci", *words)
    assert done.returncode == 1
    assert why in done.stderr
    assert done.stderr.startswith("python -m crownd serve-uci: ")


def test_a_wrong_token_is_told(command, daemon, tmp_path):
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("open sesame\n")
    right.chmod(0o600)
    wrong.write_text("mellon\n")
    done = command("serve-uci", f"tcp://127.0.0.1:{daemon('--token-file', right)}", "--token-file", wrong)
    assert done.returncode == 1
    assert "did not accept the token: error auth this is not the token" in done.stderr


def feed(pipe, parts):
    """Writes to a named pipe as soon as it is read."""
    def write():
        with open(pipe, "wb", buffering=0) as out:
            for part in parts:
                out.write(part)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    return writer


@pytest.mark.parametrize("words, given, answer", [
    (["serve-uci"], "uci\nquit\n", "uciok"), (["analyse", "-", "--depth", "2", "--connect"], "1. G6-F5 *\n", "towers")])
def test_a_token_may_come_from_a_pipe(command, daemon, tmp_path, words, given, answer):
    right, pipe = tmp_path / "right", tmp_path / "pipe"
    right.write_text("open sesame\n")
    right.chmod(0o600)
    os.mkfifo(pipe)
    writer = feed(pipe, [b"open", b" ", b"sesame\n"])
    done = command(*words, f"tcp://127.0.0.1:{daemon('--token-file', right)}", "--token-file", pipe, given=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer in done.stdout
    writer.join(PATIENCE)


@pytest.mark.parametrize("words", [["serve-uci"], ["analyse", "-", "--connect"]])
@pytest.mark.parametrize("file, why", [("/dev/null", "is empty"), ("/dev/zero", "is no token"), ("/", "directory"),
                                       ("long", "is no token"), ("latin", "is no token"), ("blank", "is empty")])
def test_what_is_no_token_is_told_at_once(command, tmp_path, words, file, why):
    (tmp_path / "long").write_bytes(b"x" * 5000 + b"\n")
    (tmp_path / "latin").write_bytes(b"s\xe9same\n")
    (tmp_path / "blank").write_bytes(b" \t\nopen sesame\n")
    done = command(*words, "tcp://127.0.0.1:1", "--token-file", tmp_path / file)
    assert done.returncode == 1
    assert why in done.stderr and done.stderr.startswith(f"python -m crownd {words[0]}: ")
    assert "Traceback" not in done.stderr


def test_a_certificate_that_is_not_trusted_is_told(command, daemon, certificate):
    cert, key = certificate
    done = command("serve-uci", f"tls://localhost:{daemon('--tls-cert', cert, '--tls-key', key)}")
    assert done.returncode == 1
    assert "certificate" in done.stderr


def test_plain_tcp_in_place_of_tls_is_told(command, daemon):
    done = command("serve-uci", f"tls://localhost:{daemon()}")
    assert done.returncode == 1
    assert "no conversation with localhost" in done.stderr


def test_analyse_prints_scores_and_mistakes(command, tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text('[White "Ann"]\n[Black "Ben"]\n\n1. 11-15 23-19 2. 8-11 19-16 3. 12x19 22-17 *\n\n1. 11-15 11-15 *\n')
    done = command("analyse", path, "--nodes", 20000, "--game", "english")
    lines = done.stdout.splitlines()
    assert lines[0] == "Game 1: english, Ann - Ben, *"
    assert lines[1].split() == "Move Score before the move, for the side that makes it".split()
    assert len(lines) == 9
    assert "19-16??" in lines[5] and "better is" in lines[5]
    assert done.returncode == 3
    assert done.stderr.startswith("game 2 (line 6): line 6: 11-15: ")


def test_analyse_reads_problems_and_tells_damage_that_it_repaired(command, tmp_path):
    path = tmp_path / "problems.pdn"
    path.write_bytes(b'[GameType "21"]\n[White "Andr\xe9]\n[Result "1-0"]\n[FEN "B:W14:B9,K2"]\n\n1-0\n\n[GameType "25"]\n\n1. c3-d4 *\n')
    done = command("analyse", path, "--depth", 3)
    lines = done.stdout.splitlines()
    assert lines[0] == "Game 1: english, Andr\u00e9, 1-0: Black (b) won" and lines[2].endswith("#1   best is 9x18")
    warning, damage = done.stderr.splitlines()
    assert warning == 'game 1: line 2: the tag White is not written as [White "VALUE"]'
    assert damage.startswith("game 2 (line 8): line 8: GameType 25 is Russian draughts")
    assert done.returncode == 3


def test_the_score_of_analyse_is_that_before_the_move(command, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Game "reduced-chess"]\n\n1. a5a3 1-0\n')
    done = command("analyse", path, "--depth", 3)
    assert done.stdout.splitlines()[2].split() == ["1.", "a5a3", "#1"]
    assert "each with the score of the position before it" in command("analyse", "--help").stdout.replace("\n", " ")


def test_analyse_uses_a_remote_daemon_and_standard_input(command, daemon):
    done = command("analyse", "-", "--depth", 3, "--connect", f"tcp://127.0.0.1:{daemon()}", given="1. G6-F5 B3-C4 *\n")
    assert done.returncode == 0
    assert done.stdout.startswith("Game 1: towers, *")


@pytest.mark.parametrize("words", [["analyse", "/nowhere"], ["analyse", "-", "--engine", "no-such-program"],
                                   ["analyse", "-", "--ca", "file"], ["play", "chess960"], ["play", "english", "--side", "z"],
                                   ["play", "english", "--position", "nonsense"]])
def test_commands_say_what_is_wrong(command, words):
    done = command(*words)
    assert done.returncode == 1
    assert done.stderr.startswith(f"python -m crownd {words[0]}: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("game", ["english", "spanish", "stupid", "towers", "reduced-chess"])
def test_the_engine_plays_itself_to_the_end(command, game):
    done = command("play", game, "--side", "none", "--nodes", 300)
    assert done.returncode == 0, done.stderr
    last = done.stdout.strip().splitlines()[-1]
    assert " wins: " in last or last.startswith("Draw: ")


def test_a_person_plays(command):
    given = "11-15\nnonsense\n9-14 10-14\nundo\nmoves\nhint\nboard\nhelp\nquit\n"
    done = command("play", "english", "--side", "both", "--nodes", 300, given=given)
    assert done.returncode == 0
    assert done.stdout.count("No: ") == 2
    assert "10-15 11-16 9-14 10-14 11-15 12-16 9-13" in done.stdout


def test_the_engine_answers_a_person(command):
    done = command("play", "towers", "--nodes", 300, given="G6-F5\nundo\n")
    assert done.stdout.count("crownd plays ") == 1
    assert done.returncode == 0
