"""Measures loading, frame rate and interaction times of the page: medians of several runs, with main thread times, which depend less on
the load of the machine. `scripts/bench web [TIMES]`."""

import statistics
import sys

import interactions
import loading
from browser import Page
from servers import Web

# The promised values on an idle machine.
MOST_PAINT_MS = 200
LEAST_FRAMES = 60
# Milliseconds of one frame.
FRAME_MS = 1000 / 60

# A reference task with elements, layout and JSON, like the page: about 60 ms on a core of 3 GHz.
YARDSTICK = """
    let length = 0;
    for (let round = 0; round < 20; ++round) {
      const svg = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
      for (let index = 0; index < 200; ++index) {
        const circle = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'circle'));
        circle.setAttribute('r', index);
        circle.setAttribute('class', `c${index}`);
      }
      svg.getBoundingClientRect();
      const rows = Array.from({ length: 2000 }, (_, index) => ({ index, name: `row ${index}` }));
      length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
    }
    return length;
    """


def thread_ms(page):
    """Processor time that the page's main thread has used."""
    metrics = page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return 1000 * next(each["value"] for each in metrics if each["name"] == "ThreadTime")


def count_thread_time(page):
    page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})


def paint(page):
    """Milliseconds from the request to the first contentful paint, and main thread time until the page is ready."""
    page.driver.get("about:blank")
    before = thread_ms(page)
    page.driver.get(page.url)
    page.wait_ready()
    spent = thread_ms(page) - before
    first = page.script("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    return first, spent


def yardstick(page):
    """Main thread milliseconds of the reference task on an empty page, which grow on a slow machine as those of the page do."""
    page.driver.get("about:blank")
    before = thread_ms(page)
    page.script(YARDSTICK)
    return thread_ms(page) - before


def frames(page, milliseconds):
    """Frames per second during analysis, and main thread milliseconds per frame."""
    before = thread_ms(page)
    count, seconds = page.driver.execute_async_script(
        """
        const [length, done] = arguments;
        const start = performance.now();
        let count = 0;
        const frame = (now) => {
          count += 1;
          if (now - start < length) requestAnimationFrame(frame);
          else done([count, (performance.now() - start) / 1000]);
        };
        requestAnimationFrame(frame);
        """,
        milliseconds,
    )
    return count / seconds, (thread_ms(page) - before) / count


def analyse(page):
    """Starts an infinite analysis of five lines with arrows and bar."""
    page.new_game("english")
    page.resign()
    page.press("#analyse")
    page.choose("#analysis-lines", "5")
    page.start_analysis(5)


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    web = Web()
    page = Page()
    page.start(web.url)
    page.look()
    try:
        count_thread_time(page)
        loads = [paint(page) for _ in range(times)]
        analyse(page)
        runs = [frames(page, 1000) for _ in range(times)]
        answers = list(interactions.all_groups(page, times))
        visits = list(loading.first_visits(page, times))
    finally:
        page.close()
        web.close()
    first, ready = (statistics.median(column) for column in zip(*loads))
    rate, cost = (statistics.median(column) for column in zip(*runs))
    rows = [
        ("first paint", f"{first:.0f} ms", f"under {MOST_PAINT_MS} ms", f"ready after {ready:.0f} ms of processor time"),
        ("frames, five lines of analysis", f"{rate:.0f} a second", f"{LEAST_FRAMES} a second", f"{cost:.1f} ms of processor time each, of {FRAME_MS:.1f}"),
    ]
    for name, spent in answers:
        median = f"median {statistics.median(spent):.0f} ms of {len(spent)}"
        rows.append((f"INP, {name}", f"{interactions.inp(spent):.0f} ms", f"under {interactions.MOST_INP_MS} ms", median))
    for slower, visit in visits:
        name = "first board, slow line" + (f", {slower} times slower" if slower > 1 else "")
        besides = f"first paint {visit['paint']:.0f} ms, answers after {visit['ready']:.0f} ms, {visit['bytes'] / 1000:.0f} kB"
        rows.append((name, f"{visit['board']:.0f} ms", f"under {loading.MOST_BOARD_MS} ms", besides))
    print(f"INP: interaction to next paint while the engine thinks, on a processor {interactions.SLOWER} times slower")
    for row in (("what", "measured", "promised", "besides"), *rows):
        print(f"{row[0]:<40}{row[1]:>14}{row[2]:>16}   {row[3]}")
    slow = any(interactions.inp(spent) >= interactions.MOST_INP_MS for _, spent in answers)
    slow = slow or any(visit["board"] >= loading.MOST_BOARD_MS for _, visit in visits)
    if first >= MOST_PAINT_MS or round(rate) < LEAST_FRAMES or slow:
        print("less than promised: is the machine idle?")
        sys.exit(1)


if __name__ == "__main__":
    main()
