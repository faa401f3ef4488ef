"""A browser that is driven: as much of the WebDriver protocol as the tests of the page need."""

import base64
import json
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009",
    "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011", "Left": "\ue012", "Up": "\ue013",
    "Right": "\ue014", "Down": "\ue015", "Delete": "\ue017",
}


class Browser:
    """Headless Chromium behind its driver. `with Browser() as browser:` ends both."""

    def __enter__(self):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if "on port " in line and "successfully" in line:
                port = line.rsplit("on port ", 1)[1].strip(" .\n")
                self.base = "http://127.0.0.1:" + port
                break
        else:
            raise RuntimeError("chromedriver does not start")
        self.session = None
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1100,900"]
        found = self._send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = found["sessionId"]
        return self

    def __exit__(self, *_):
        try:
            if self.session:
                self._send("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()

    def _send(self, method, path, body=None):
        prefix = f"/session/{self.session}" if self.session else ""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + prefix + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, address):
        self._send("POST", "/url", {"url": address})

    def back(self):
        self._send("POST", "/back", {})

    def forward(self):
        self._send("POST", "/forward", {})

    @property
    def address(self):
        return self._send("GET", "/url")

    def run(self, script, *arguments):
        """What the body of a function returns."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, expected=True, *arguments):
        """Waits until a script returns what is expected, and fails with what it returned instead."""
        end = time.monotonic() + 15
        while True:
            found = self.run(script, *arguments)
            if found == expected:
                return
            if time.monotonic() > end:
                raise AssertionError(f"{script}\n  gave {found!r}\n  instead of {expected!r}")
            time.sleep(0.02)

    def click(self, selector):
        found = self._send("POST", "/element", {"using": "css selector", "value": selector})
        self._send("POST", f"/element/{found[ELEMENT]}/click", {})

    def press(self, *keys):
        """Each a text to type, or a name such as Enter, or several held together, as Control+a."""
        actions = []
        for key in keys:
            names = key.split("+") if len(key) > 1 and key.split("+")[0] in KEYS else [key]
            if names[0] not in KEYS:
                for letter in key:
                    actions += [{"type": "keyDown", "value": letter}, {"type": "keyUp", "value": letter}]
                continue
            values = [KEYS.get(name, name) for name in names]
            actions += [{"type": "keyDown", "value": value} for value in values]
            actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def devtools(self, command, **parameters):
        return self._send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    @property
    def tab(self):
        return self._send("GET", "/window")

    @tab.setter
    def tab(self, handle):
        self._send("POST", "/window", {"handle": handle})

    def new_tab(self):
        self.tab = self._send("POST", "/window/new", {"type": "tab"})["handle"]

    def close_tab(self):
        self._send("DELETE", "/window")

    def complaints(self):
        """What the browser has to complain of since it was asked last."""
        found = self._send("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in found if entry["level"] in ("WARNING", "SEVERE")]

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._send("GET", "/screenshot")))
