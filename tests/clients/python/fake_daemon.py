"""fake_daemon.py [WORD ACTION]...: a daemon with one position that misbehaves for commands starting with WORD. The actions are:

die: exits with a message; silence: does not answer; hang: stops reading; long: sends an endless line; endless: sends an endless answer;
say:TEXT: sends TEXT, with | as line break.
"""

import sys
import time

ANSWERS = {
    "version": "version crownd 0",
    "status": "status ongoing a",
    "legalmoves": "legalmoves 2 m n",
    "uci": "option name MultiPV type spin default 1 min 1 max 256\nuciok",
    "fen": "fen english text",
    "undo": "undone 1 ongoing a",
    "isready": "readyok",
    "move": "moved m ongoing a",
    "go": "info depth 1 multipv 1 score cp 1 pv m\nbestmove m",
}


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def main(behaviour):
    for line in sys.stdin:
        word = (line.split() or [""])[0]
        action = behaviour.get(word)
        if action is None:
            if word in ANSWERS:
                say(ANSWERS[word] + "\n")
        elif action == "die":
            sys.stderr.write("the fake daemon fails\n")
            return 1
        elif action == "hang":
            time.sleep(3600)
        elif action == "long":
            for _ in range(1 << 12):
                say("x" * 1024)
        elif action == "endless":
            while True:
                say("part\n" * 1000)
        elif action.startswith("say:"):
            say(action[4:].replace("|", "\n") + "\n")
    return 0


try:
    sys.exit(main(dict(zip(sys.argv[1::2], sys.argv[2::2]))))
except BrokenPipeError:
    sys.stderr.close()
