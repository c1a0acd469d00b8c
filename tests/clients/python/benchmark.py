"""benchmark.py CROWND: measures calls per second of the Python package. A pair is `legal_moves` and one `push`.

The second column counts only the CPU time of this process, so it depends less on other load.
"""

import asyncio
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "clients/python"))

import crownd  # noqa: E402
from crownd import sync  # noqa: E402

PAIRS = 6000
PLIES = 30


def report(what, calls, begin):
    wall, own = time.perf_counter() - begin[0], time.process_time() - begin[1]
    print(f"{what:<55} {calls / wall:>9,.0f} {calls / own:>12,.0f}")


def now():
    return time.perf_counter(), time.process_time()


async def pairs(engine, count):
    chance = random.Random(1)
    done = 0
    while done < count:
        game = await crownd.Game(engine, "english")
        while not game.over and game.ply < PLIES and done < count:
            await game.push(chance.choice(await game.legal_moves()))
            done += 1


async def asynchronous(command):
    async with await crownd.Engine.popen(command) as engine:
        begin = now()
        await pairs(engine, PAIRS)
        report("legal_moves and push, one game after another", 2 * PAIRS, begin)
        begin = now()
        await asyncio.gather(*(pairs(engine, PAIRS // 20) for _ in range(20)))
        report("legal_moves and push, 20 games concurrently", 2 * PAIRS, begin)

        game = await crownd.Game(engine, "english", None, ["11-15", "24-20"])
        begin, calls = now(), 0
        level = [game]
        for _ in range(3):
            following = []
            for position in level:
                for move, _ in await position.expand():
                    child = position.copy()
                    await child.push(move)
                    calls += 1 + bool(await child.legal_moves())
                    following.append(child)
            level = following
        report("the same, through expand", calls, begin)

        texts = [await child.fen() for child in level] * 10
        begin = now()
        await engine.legal_moves_of("english", texts)
        report("legal_moves_of", len(texts), begin)

        begin = now()
        for _ in range(PAIRS):
            await engine.version()
        report("round trips", PAIRS, begin)


def synchronous(command):
    with sync.Engine.popen(command) as engine:
        chance = random.Random(1)
        begin, done = now(), 0
        while done < PAIRS:
            game = sync.Game(engine, "english")
            while not game.over and game.ply < PLIES and done < PAIRS:
                game.push(chance.choice(game.legal_moves()))
                done += 1
        report("legal_moves and push, crownd.sync", 2 * PAIRS, begin)


def main(command):
    print(f"{'calls per second of':<55} {'wall time':>9} {'CPU time':>12}")
    asyncio.run(asynchronous(command))
    synchronous(command)


main(sys.argv[1])
