"""Measures the interaction to next paint (INP) while the engine thinks, on a processor slowed down by the developer tools."""

from browser import UNTIL_TOLD
from selenium.webdriver.common.keys import Keys
from servers import Engine

# The promised time on a processor slowed down by this factor.
MOST_INP_MS = 100
SLOWER = 4
# Browsers report interactions from this duration.
LEAST_TOLD_MS = 16
# As in browsers: one outlier per this many interactions is ignored.
ONE_IN = 50
# The level in the game whose moves are clicked.
PLIES = 80
MIDDLE = 20

# A click without visible effect lasts until the next paint, so something moves in each frame.
OBSERVE = """
    const pixel = document.body.appendChild(document.createElement('i'));
    Object.assign(pixel.style, { position: 'fixed', left: 0, top: 0, width: '1px', height: '1px', background: 'red' });
    pixel.animate([{ transform: 'none' }, { transform: 'translateX(9px)' }], { duration: 100, iterations: Infinity });
    window.interactions = new Map();
    const note = (entry) => {
      const { interactionId: id, duration } = entry;
      if (id) window.interactions.set(id, Math.max(duration, window.interactions.get(id) ?? 0));
    };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'event', durationThreshold: 16 });
    """
# Entries arrive after the paint.
SETTLED = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))"


def long_game(engine):
    moves = []
    while len(moves) < PLIES and engine.status("english", "startpos", moves).startswith("status ongoing"):
        moves.append(engine.best_move("english", "startpos", moves))
    return moves


def click(page, selector, index=0):
    x, y = page.script(
        """
        const element = document.querySelectorAll(arguments[0])[arguments[1]];
        element.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
        """,
        selector, index,
    )
    page.click_at(x, y)


def measured(page, interactions):
    """Milliseconds of each interaction; unreported ones were faster than `LEAST_TOLD_MS`."""
    page.script("window.interactions.clear()")
    count = 0
    for interact in interactions:
        interact()
        page.driver.execute_async_script(SETTLED)
        count += 1
    told = page.script("return [...window.interactions.values()]")
    return sorted([LEAST_TOLD_MS] * (count - len(told)) + told)


def inp(times):
    return times[-1 - len(times) // ONE_IN]


def board_clicks(page, engine, moves, times):
    """Clicks a piece and its target for each move; each click is an interaction."""
    for _ in range(times):
        route = engine.routes("english", "startpos", moves)[0]
        for square in (route[1][0], route[1][-1]):
            yield lambda square=square: page.click(square)
        moves = [*moves, route[0]]
        page.wait(lambda: moves[-1] in page.script("return document.querySelector('.moves [aria-current]')?.textContent ?? ''"), moves[-1])


def move_clicks(page, times):
    count = len(page.all(".moves .move"))
    for number in range(times):
        yield lambda number=number: click(page, ".moves .move", (7 * number) % count)


def keys(page, times):
    page.script("document.activeElement.blur()")
    for number in range(times):
        yield lambda number=number: page.key(Keys.ARROW_RIGHT if number % 4 == 0 else Keys.ARROW_LEFT)


def panel_clicks(page, times):
    """Presses the buttons below the moves and the switches of the analysis."""
    controls = ('[aria-label="Previous move"]', '[aria-label="Flip board"]', "#analysis .check input", "#engine-switch")
    for _ in range(times):
        for selector in controls:
            for _ in range(2):
                yield lambda selector=selector: click(page, selector)


def premoves(page, times):
    for _ in range(times):
        for square in ("12", "16"):
            yield lambda square=square: page.click(square)


def analyse(page, moves):
    """Starts an infinite analysis with five lines in the middle of a long game."""
    page.open(f"#game=english&moves={'+'.join(moves)}")
    page.choose("#analysis-lines", "5")
    page.press("#engine-switch")
    page.script("document.querySelectorAll('.moves .move')[arguments[0]].click()", MIDDLE - 1)
    page.wait(lambda: len(page.all(".lines li")) == 5, "five lines")


def all_groups(page, times):
    """Names and the milliseconds of each interaction."""
    engine = Engine()
    moves = long_game(engine)
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    try:
        analyse(page, moves)
        page.script(OBSERVE)
        yield "moves in the list", measured(page, move_clicks(page, 2 * times))
        yield "arrow keys", measured(page, keys(page, 2 * times))
        yield "panels and buttons", measured(page, panel_clicks(page, (times + 1) // 2))
        analyse(page, moves)
        page.script(OBSERVE)
        yield "moves on the board", measured(page, board_clicks(page, engine, moves[:MIDDLE], times))
        page.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
        page.click("11", "15")
        page.wait(lambda: "thinking" in page.state(), "the engine to think")
        yield "moves entered meanwhile", measured(page, premoves(page, times))
    finally:
        page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
        engine.close()
