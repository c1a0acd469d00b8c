"""Headless Firefox over WebDriver BiDi. Debian has no package of geckodriver; BiDi does not need it."""

import atexit
import json
import os
import re
import subprocess
import tempfile
import threading
from pathlib import Path

import websocket

# Timeout in seconds; nothing is measured by it.
TIMEOUT = 120
# Firefox 153 never starts some nested workers while BiDi observes workers.
IGNORE_WORKERS = """
    ChromeUtils.importESModule('chrome://remote/content/shared/js-process-actors/WebDriverWorkerListenerActor.sys.mjs')
      .unregisterWebDriverWorkerListenerActor();
    """


class BidiError(Exception):
    """An error of Firefox; `code` is the protocol's error code."""

    def __init__(self, code, text):
        super().__init__(f"{code}: {text}")
        self.code = code


class Firefox:
    """One process, with a session of commands and events."""

    def __init__(self, preferences):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        Path(self.profile.name, "user.js").write_text("".join(lines), encoding="utf-8")
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0", "--remote-allow-system-access"]
        environment = dict(os.environ, HOME=self.profile.name)
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
        address = ""
        for line in self.process.stderr:
            if found := re.search(r"BiDi listening on (ws://\S+)", line):
                address = found.group(1)
                break
        if not address:
            raise RuntimeError("firefox-esr did not say where it listens")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = websocket.create_connection(address + "/session", timeout=TIMEOUT, suppress_origin=True)
        self.count = 0
        self.log = []
        self.call("session.new", capabilities={})
        window = self.call("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]
        answer = self.call("script.evaluate", expression=IGNORE_WORKERS, target={"context": window}, awaitPromise=False)
        assert answer["type"] == "success", answer
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method, **parameters):
        """The result of a command. Stores log entries that arrive meanwhile."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded":
                self.log.append(answer["params"])
            elif answer.get("id") == self.count:
                if answer["type"] == "error":
                    raise BidiError(answer["error"], answer["message"])
                return answer["result"]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.profile.cleanup()


running = {}


def firefox(preferences):
    """This process's Firefox with these preferences. Pages share it, each with its own storage."""
    key = json.dumps(preferences)
    if key not in running:
        running[key] = Firefox(preferences)
        atexit.register(running[key].close)
    return running[key]
