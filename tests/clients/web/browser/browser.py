"""The page in headless Chromium, used like a person does: by clicks, drags, touch and keys."""

import time

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

# Timeout in seconds; nothing is measured by it.
TIMEOUT = 60
# Pauses in seconds between polls, short at first.
FIRST_PAUSE, PAUSE_GROWS, LONGEST_PAUSE = 0.002, 1.5, 0.1
# Time limit of an engine that thinks until `move now`: longer than a test waits.
UNTIL_TOLD = ("movetime", 600000)
# The value of full strength in the dialog.
FULL_STRENGTH = 0
# Notes disappear after some seconds, on a busy machine too early for a test; here they stay.
NOTES_STAY = """
    (({ setTimeout }) => {
      window.setTimeout = (action, pause, ...rest) => (/^\\(\\) ?=> ?\\w+\\.remove\\(\\)$/.test(action) ? 0 : setTimeout(action, pause, ...rest));
    })(window);
    """

CATCH = """
    window.caught = [];
    const texts = [];
    URL.createObjectURL = (blob) => (texts.push(blob.text()), 'blob:none');
    HTMLAnchorElement.prototype.click = async function () { window.caught.push([this.download, await texts.shift()]); };
    """
# For error messages: address, visible pages, and the place in the history entry.
WHERE = """
    const shown = [...document.querySelectorAll('.page:not([hidden]), dialog h2')].map((each) => each.id.startsWith('page-') ? each.id : each.textContent);
    return [location.href, ...shown, JSON.stringify(history.state)].join(' ');
    """
# Sets the players in the dialog for a new game; false while it has no fields for them.
CHOOSE_PLAYERS = """
    const [players, level, limit] = arguments;
    const fields = (name) => document.querySelectorAll(`[id^=${name}-]:is(select, input)`);
    const choose = (name, number, value) => {
      const field = fields(name)[number];
      field.value = value;
      if (field.value !== String(value)) throw new Error(`${name}: there is no ${value}`);
      for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    };
    if (fields('player').length < players.length) return false;
    players.forEach((kind, number) => choose('player', number, kind));
    for (let number = 0; number < fields('level').length; number += 1) choose('level', number, level);
    for (let number = 0; limit && number < fields('limit').length; number += 1) {
      choose('limit', number, limit[0]);
      choose('value', number, limit[1]);
    }
    return true;
    """


class Page:
    preferences = {}

    def __init__(self):
        self.launch()

    def launch(self):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"):
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"intl.accept_languages": "en", **self.preferences})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(TIMEOUT)
        self.driver.set_page_load_timeout(TIMEOUT)

    def look(self, width=1280, height=900, scheme="light", touch=False):
        self.size(width, height, touch)
        self.media({"prefers-color-scheme": scheme})

    def resize(self, width, height, **look):
        """Sets the size of the window and waits until the page has adapted."""
        self.look(width, height, **look)
        self.script("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def size(self, width, height, touch=False):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def media(self, features):
        listed = [{"name": name, "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})

    def open(self, hash_text=""):
        """Opens the page and shows the board, also on a first visit."""
        self.open_start(hash_text)
        self.script("if (!document.getElementById('page-start').hidden) document.getElementById('open-board').click()")
        return self

    def open_start(self, hash_text=""):
        """Opens the page: the start page at the first visit, later the last game."""
        if self.script("return location.href") != "about:blank":
            self.driver.get("about:blank")
        try:
            self.driver.get(self.url + hash_text)
        except TimeoutException:
            # On a busy machine Chromium sometimes hangs when it loads the first page of a tab.
            print(f"Chromium did not load {self.url}{hash_text}: starts again", flush=True)
            self.driver.quit()
            self.launch()
            self.prepare()
            self.driver.get(self.url + hash_text)
        self.wait_ready()
        return self

    def prepare(self):
        """Makes a new tab ready for a test; tests replace it."""
        self.start(self.url)

    def reload(self):
        self.driver.refresh()
        self.wait_ready()

    def traverse(self, steps):
        """Goes through the history. In a timer, because ChromeDriver repeats a script during which another document is loaded."""
        self.script(f"setTimeout(() => history.go({steps}))")

    def wait_ready(self):
        self.wait(lambda: self.script("return document.documentElement.classList.contains('ready')"), "the page")

    def wait(self, condition, what):
        end = time.monotonic() + TIMEOUT
        pause = FIRST_PAUSE
        trouble = ""
        while time.monotonic() < end:
            try:
                if result := condition():
                    return result
                trouble = ""
            except (WebDriverException, IndexError) as error:
                # The element does not exist yet, or the page is loading.
                trouble = f"; {error}"
            time.sleep(pause)
            pause = min(PAUSE_GROWS * pause, LONGEST_PAUSE)
        raise AssertionError(f"timeout while waiting for {what} at {self.script(WHERE)}; errors: {self.errors()}; notes: {self.notes()!r}; state: {self.state()!r}{trouble}")

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def press(self, selector):
        """Clicks a control."""
        click = "const element = document.querySelector(arguments[0]); element?.click(); return Boolean(element)"
        self.wait(lambda: self.script(click, selector), selector)

    def choose(self, selector, value):
        Select(self.wait(lambda: self.all(selector), selector)[0]).select_by_value(value)

    def fill(self, selector, text):
        field = self.wait(lambda: self.all(selector), selector)[0]
        field.clear()
        field.send_keys(text)

    def errors(self):
        """Errors of the page in the log. A lost connection is not one, nor is a service worker whose site ended before it was loaded, which
        Chromium reports late, on the next page, and without an address."""
        expected = ("favicon", "WebSocket connection", "match.json", "match-live.json", "files.json", "error occurred when fetching the script")
        entries = self.driver.get_log("browser")
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE" and not any(word in entry["message"] for word in expected)]

    def state(self):
        return self.script("return document.querySelector('.state')?.textContent ?? ''")

    def notes(self):
        return self.script("return document.getElementById('notes')?.textContent ?? ''")

    def refusal(self):
        """The message about a refused move."""
        return self.script("const note = document.querySelector('.refusal'); return note?.hidden ? '' : note?.textContent ?? ''")

    def said(self):
        """The last announcement to screen readers."""
        return self.script("return document.getElementById('live').textContent")

    def focused(self):
        """The element with the focus: its id, its class, or its tag."""
        return self.script("const { id, className, tagName } = document.activeElement; return id || className || tagName")

    def across(self):
        """Pixels by which the page is too wide."""
        return self.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def box(self, selector):
        return self.script("const { left, top, right, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); return [left, top, right, bottom]", selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector)

    def open_dialog(self, control):
        self.press(control)
        return self.wait(lambda: self.all("dialog"), "the dialog")[0]

    def close_dialog(self):
        self.press("dialog .dialog-head button")
        self.wait(lambda: not self.all("dialog"), "the dialog to close")

    def enter(self, text):
        """Enters a game or a position in the dialog for imports."""
        self.press("#open-exchange")
        self.wait(lambda: self.all("#import-text"), "the dialog")
        self.script("document.getElementById('import-text').value = arguments[0]", text)
        self.press("#import")

    def read(self, text):
        """Imports a game or a position."""
        self.enter(text)
        self.wait(lambda: not self.all("dialog"), "the dialog to close")

    def open_games(self, count):
        """Opens the list of games, and waits for this many."""
        self.press("#open-games")
        self.wait(lambda: len(self.all(".games li")) == count, f"{count} games")

    def open_editor(self):
        self.press("#open-editor")
        self.wait(lambda: self.all(".palette"), "the editor")

    def start_analysis(self, lines=None):
        """Starts the analysis, and waits for so many lines, or for any."""
        self.press("#engine-switch")
        self.wait(lambda: len(found := self.all(".lines li")) == (lines or len(found) or 1), "lines")

    def stop_analysis(self):
        self.press("#engine-switch")
        self.wait(lambda: not self.all(".lines li"), "the end of the lines")

    def exported(self, kind="game"):
        self.press("#open-exchange")
        text = self.wait(lambda: self.all(f"#export-{kind}"), "the dialog")[0].get_attribute("value")
        self.close_dialog()
        return text

    def catch_files(self):
        """Intercepts saved files."""
        self.script(CATCH)

    def caught(self):
        """Names and texts of intercepted files."""
        return self.script("return caught")

    def review(self):
        self.press("#review")
        self.wait(lambda: self.one("#unmark").is_displayed(), "the end of the review")

    def resign(self):
        self.press("#resign")
        self.answer()

    def answer(self, yes=True):
        """Answers the question in the panel."""
        self.press("#status .ask .primary" if yes else "#status .ask .button:not(.primary)")

    def enabled(self, selector):
        return self.script("const each = document.querySelector(arguments[0]); return Boolean(each) && !each.hidden && !each.disabled && each.ariaDisabled !== 'true'", selector)

    def setting(self, name, value):
        """Changes a stored setting and reloads the page."""
        self.script("localStorage.setItem('crown.settings', JSON.stringify({ [arguments[0]]: arguments[1] }))", name, value)
        self.reload()

    def moves(self):
        """The moves of the main line in the list."""
        return self.script(
            "return [...document.querySelectorAll('.moves > .row > .move:not(.skipped)')].map((each) => each.textContent)"
        )

    def wait_moves(self, count):
        return self.wait(lambda: (moves := self.moves()) and len(moves) == count and moves, f"{count} moves")

    def squares(self, *names, board="board"):
        """The centres of squares in window pixels."""
        return self.script(
            """
            const cells = new Map([...document.getElementById(arguments[1]).querySelectorAll('[role="gridcell"]')].map((each) => [each.getAttribute('aria-label').split(',')[0], each]));
            const wanted = arguments[0].map((name) => cells.get(name));
            for (const cell of wanted) cell.scrollIntoView({ block: 'nearest' });
            return wanted.map((cell) => {
              const { left, top, width, height } = cell.getBoundingClientRect();
              return [left + width / 2, top + height / 2];
            });
            """,
            names, board,
        )

    def square(self, name):
        return self.squares(name)[0]

    def label(self, name, board="board"):
        return self.script(
            """
            const cells = [...document.getElementById(arguments[1]).querySelectorAll('[role="gridcell"]')];
            return cells.map((each) => each.getAttribute('aria-label')).find((text) => text.split(',')[0] === arguments[0]);
            """,
            name, board,
        )

    def click_at(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def click(self, *names):
        for place in self.squares(*names):
            self.click_at(*place)

    def play(self, *squares, moves=1):
        """Clicks squares; returns the main line when it has so many moves."""
        self.click(*squares)
        return self.wait_moves(moves)

    def play_engine(self, limit=("depth", 2)):
        """Starts a game against an engine; returns the first two moves."""
        self.new_game("english", ("human", "engine 0"), limit=limit)
        return self.play("11", "15", moves=2)

    def let_think(self):
        """Starts a game against an engine, which thinks until `move now`."""
        self.new_game("english", ("human", "engine 0"), limit=UNTIL_TOLD)
        self.play("11", "15")
        self.wait(lambda: "thinking" in self.state() and self.texts(".engine-info:not(:empty)"), "the engine to think")

    def drag(self, start, end, button="left", keys=0):
        """`keys` held down: 1 Alt, 2 Ctrl, 8 Shift, or a sum."""
        points = self.squares(start, end)
        middle = [(points[0][axis] + points[1][axis]) / 2 for axis in (0, 1)]
        steps = [("mousePressed", points[0]), ("mouseMoved", middle), ("mouseMoved", points[1]), ("mouseReleased", points[1])]
        for kind, (x, y) in steps:
            buttons = 2 if button == "right" else 1
            event = {"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1, "modifiers": keys}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def touch(self, *names):
        for x, y in self.squares(*names):
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def fingers(self, *places):
        """Touches with fingers, moves them from place to place, and lifts them; a place has a point for each finger."""
        for number, points in enumerate(places):
            touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            kind = "touchMove" if number else "touchStart"
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def keys(self, *names):
        """Moves the cursor to squares by arrow keys and presses Enter."""
        board = self.one("#board")
        self.script("if (document.activeElement !== arguments[0]) arguments[0].focus()", board)
        for name in names:
            column, row = self.script(
                """
                const board = document.getElementById('board');
                const rows = [...board.querySelectorAll('[role="row"]')].map((each) => [...each.children]);
                const place = (wanted) => rows.flatMap((row, y) => row.flatMap((cell, x) => (wanted(cell) ? [[x, y]] : [])))[0];
                const now = place((cell) => cell.id === board.getAttribute('aria-activedescendant'));
                const to = place((cell) => cell.getAttribute('aria-label').split(',')[0] === arguments[0]);
                return now ? [to[0] - now[0], to[1] - now[1]] : [to[0], to[1] - rows.length + 1, 'unset'];
                """,
                name,
            )[:2]
            if not board.get_attribute("aria-activedescendant"):
                board.send_keys(Keys.ARROW_UP)
            presses = [Keys.ARROW_RIGHT if column > 0 else Keys.ARROW_LEFT] * abs(column)
            presses += [Keys.ARROW_DOWN if row > 0 else Keys.ARROW_UP] * abs(row)
            board.send_keys(*presses, Keys.ENTER)

    def move_now(self):
        """Presses `move now` while the engine thinks."""
        self.wait(lambda: self.enabled("#move-now"), "the engine to think")
        self.press("#move-now")

    def type_move(self, text):
        self.fill("#move-field", text + Keys.ENTER)

    def choose_game(self, game):
        """Opens the dialog for a new game of this kind."""
        self.press("#open-new")
        self.press(f'[data-more="{game}"]')
        self.wait(lambda: self.all("#new-game"), "the dialog")

    def new_game(self, game, players=("human", "human"), start=None, text=None, size=None, level=None, limit=None):
        """Starts a game by the dialog. Players in the order of play; level (default: full strength) and limit (kind, value) of all engines."""
        self.choose_game(game)
        if start:
            self.choose("#new-start", start)
        if text:
            self.fill("#new-text", text)
        if size:
            self.fill("#new-size", str(size))
        self.wait(lambda: self.script(CHOOSE_PLAYERS, players, str(level or FULL_STRENGTH), limit), "players")
        self.press("#begin")
        self.wait(lambda: not self.all("dialog"), "the dialog to close")

    def key(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def shot(self, path):
        self.driver.save_screenshot(str(path))

    def start(self, url):
        """Opens a new tab with empty storage for this address."""
        self.url = url
        self.new_tab()
        # A new tab has no focus, and so no focus events.
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": self.url.rstrip("/"), "storageTypes": "all"})

    def new_tab(self):
        """Replaces the tab of the previous test by a new one with an empty history. Chromium keeps 50 entries, and drops first those without
        user activation; tests press controls by scripts, so Back could lead to the page of another test."""
        handles = self.driver.window_handles
        self.driver.switch_to.new_window("tab")
        own = self.driver.current_window_handle
        for handle in handles:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(own)
        self.on_load(NOTES_STAY)

    def speak(self, language):
        """Sets the language of the browser in this tab."""
        self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": "", "acceptLanguage": language})

    def on_load(self, script):
        """Runs a script in each page of this tab before those of the page."""
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def leave(self):
        self.driver.get("about:blank")

    def close(self):
        self.driver.quit()
