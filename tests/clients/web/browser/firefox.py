"""The page in Debian's Firefox. Runs Selenium's commands over WebDriver BiDi, so both browsers share their tests. Commands take the steps
of the WebDriver specification."""

from bidi import BidiError, firefox
from browser import NOTES_STAY, Page
from selenium.common import exceptions
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webdriver import WebDriver

# The key of an element's reference in Selenium's commands.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# As in WebDriver: selects an option with its events; scrolls to other elements.
CLICK = """
    function (element) {
      if (element.localName === 'option') {
        element.selected = true;
        for (const name of ['input', 'change']) element.closest('select').dispatchEvent(new Event(name, { bubbles: true }));
        return null;
      }
      element.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }
    """
CLEAR = """
    function (field) {
      field.focus();
      field.value = '';
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
    }
    """


def to_bidi(value):
    """Converts an argument of a script."""
    if value is None:
        return {"type": "null"}
    if isinstance(value, dict):
        if ELEMENT in value:
            return {"sharedId": value[ELEMENT]}
        return {"type": "object", "value": [[key, to_bidi(each)] for key, each in value.items()]}
    if isinstance(value, (list, tuple)):
        return {"type": "array", "value": [to_bidi(each) for each in value]}
    kind = {bool: "boolean", str: "string"}.get(type(value), "number")
    return {"type": kind, "value": value}


def from_bidi(found):
    """Converts the result of a script."""
    value = found.get("value")
    if found["type"] == "node":
        return {ELEMENT: found["sharedId"]}
    if found["type"] == "array":
        return [from_bidi(each) for each in value]
    if found["type"] == "object":
        return {key: from_bidi(each) for key, each in value}
    return value


def mouse(*actions, kind="mouse"):
    return {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": list(actions)}


def moved(x, y):
    return {"type": "pointerMove", "x": round(x), "y": round(y)}


DOWN, UP = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))


class Tab:
    """A tab with its own storage that runs Selenium's commands."""

    def __init__(self, preferences):
        self.firefox = firefox(preferences)
        self.user = self.firefox.call("browser.createUserContext")["userContext"]
        self.name = self.firefox.call("browsingContext.create", type="tab", userContext=self.user)["context"]
        self.firefox.call("script.addPreloadScript", functionDeclaration=f"() => {{ {NOTES_STAY} }}", contexts=[self.name])

    def call(self, method, **parameters):
        return self.firefox.call(method, context=self.name, **parameters)

    def close(self):
        self.firefox.call("browser.removeUserContext", userContext=self.user)

    def run(self, function, *arguments):
        answer = self.firefox.call(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[to_bidi(each) for each in arguments],
            target={"context": self.name},
            awaitPromise=True,
            userActivation=True,
        )
        if answer["type"] == "exception":
            raise exceptions.JavascriptException(answer["exceptionDetails"]["text"])
        return from_bidi(answer["result"])

    def act(self, *sources):
        self.call("input.performActions", actions=list(sources))

    # Called by Selenium's driver.
    def execute(self, command, parameters):
        try:
            return {"value": self.COMMANDS[command](self, parameters or {})}
        except BidiError as error:
            if error.code == "no such node":
                raise exceptions.StaleElementReferenceException(str(error)) from error
            raise exceptions.WebDriverException(str(error)) from error

    def begin(self, _):
        return {"sessionId": self.name, "capabilities": {"browserName": "firefox"}}

    def get(self, wanted):
        self.call("browsingContext.navigate", url=wanted["url"], wait="complete")

    def reload(self, _):
        self.call("browsingContext.reload", wait="complete")

    def script(self, wanted):
        return self.run(f"function () {{ {wanted['script']} }}", *wanted["args"])

    def nodes(self, wanted, **limits):
        assert wanted["using"] == "css selector", wanted
        if "id" in wanted:
            limits["startNodes"] = [{"sharedId": wanted["id"]}]
        found = self.call("browsingContext.locateNodes", locator={"type": "css", "value": wanted["value"]}, **limits)
        return [{ELEMENT: node["sharedId"]} for node in found["nodes"]]

    def node(self, wanted):
        found = self.nodes(wanted, maxNodeCount=1)
        if not found:
            raise exceptions.NoSuchElementException(wanted["value"])
        return found[0]

    def of_element(function):
        return lambda self, wanted: self.run(function, {ELEMENT: wanted["id"]})

    def click(self, wanted):
        if middle := self.run(CLICK, {ELEMENT: wanted["id"]}):
            self.act(mouse(moved(*middle), DOWN, UP))

    def attribute(self, wanted):
        return self.run("(element, name) => element.getAttribute(name)", {ELEMENT: wanted["id"]}, wanted["name"])

    def keys(self, wanted):
        self.run("function (element) { if (document.activeElement !== element) element.focus(); }", {ELEMENT: wanted["id"]})
        actions = [{"type": kind, "value": key} for key in wanted["text"] for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def actions(self, wanted):
        self.act(*wanted["actions"])

    def picture(self, _):
        return self.call("browsingContext.captureScreenshot")["data"]

    COMMANDS = {
        Command.NEW_SESSION: begin,
        Command.GET: get,
        Command.REFRESH: reload,
        Command.W3C_EXECUTE_SCRIPT: script,
        Command.FIND_ELEMENT: node,
        Command.FIND_ELEMENTS: nodes,
        Command.FIND_CHILD_ELEMENT: node,
        Command.FIND_CHILD_ELEMENTS: nodes,
        Command.CLICK_ELEMENT: click,
        Command.SEND_KEYS_TO_ELEMENT: keys,
        Command.W3C_ACTIONS: actions,
        Command.SCREENSHOT: picture,
        Command.CLEAR_ELEMENT: of_element(CLEAR),
        Command.GET_ELEMENT_ATTRIBUTE: attribute,
        Command.GET_ELEMENT_TAG_NAME: of_element("(element) => element.localName"),
        Command.IS_ELEMENT_ENABLED: of_element("(element) => !element.matches(':disabled')"),
        Command.IS_ELEMENT_SELECTED: of_element("(option) => option.selected"),
        Command.GET_ELEMENT_TEXT: of_element("(element) => element.innerText.trim()"),
    }


class FirefoxPage(Page):
    tab = None
    preferences = {}

    def __init__(self):
        """All pages share one Firefox."""

    def start(self, url):
        self.leave()
        self.url = url
        self.tab = Tab(self.preferences)
        self.driver = WebDriver(command_executor=self.tab)

    def look(self, width=1280, height=900, touch=False):
        """Firefox needs no setup for touch."""
        self.tab.call("browsingContext.setViewport", viewport={"width": width, "height": height}, devicePixelRatio=1)

    def errors(self):
        """Errors of the page in the log. A lost connection ("can't establish a connection to the server at ws://…") is not one."""
        own = (each for each in self.tab.firefox.log if each["source"].get("context") == self.tab.name)
        return [each["text"] for each in own if each["level"] == "error" and "ws://" not in each["text"]]

    def pointed(self, kind, *names):
        for place in self.squares(*names):
            self.tab.act(mouse(moved(*place), DOWN, UP, kind=kind))

    def click(self, *names):
        self.pointed("mouse", *names)

    def touch(self, *names):
        self.pointed("touch", *names)

    def drag(self, start, end):
        first, last = self.squares(start, end)
        self.tab.act(mouse(moved(*first), DOWN, moved(*last), UP))

    def leave(self):
        if self.tab:
            self.tab.close()
        self.tab = None

    def close(self):
        """The browser ends with the process."""
