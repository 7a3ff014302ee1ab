"""A headless Chromium that a test drives: DevTools' protocol over a pipe, with nothing but Python's own library.

Messages are JSON, each ended by a zero byte; the browser reads descriptor 3 and writes descriptor 4.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Failure(Exception):
    """What the page did is not what it should have done, or the browser does not answer."""


class Browser:
    def __init__(self, program, width=1400, height=900):
        self._profile = tempfile.mkdtemp(prefix="osaca-browser-")
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def connect():
            for held, wanted in ((to_browser, 3), (from_browser, 4)):
                copy = os.dup(held)
                while copy <= 4:  # not where the other one goes
                    copy = os.dup(copy)
                os.set_inheritable(copy, False)
                _moves.append((copy, wanted))
            for copy, wanted in _moves:
                os.dup2(copy, wanted)

        _moves = []
        self._process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--remote-debugging-pipe", "--user-data-dir=" + self._profile, f"--window-size={width},{height}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=connect)
        os.close(to_browser)
        os.close(from_browser)
        self._rest = b""
        self._number = 0
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    _session = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _message(self, deadline):
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise Failure("the browser does not answer")
            piece = os.read(self._read, 1 << 20)
            if not piece:
                raise Failure("the browser ended")
            self._rest += piece
        text, self._rest = self._rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data):]
        deadline = time.monotonic() + 60
        while True:
            answer = self._message(deadline)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def eval(self, expression):
        """The value of an expression of JavaScript in the page, promises awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def settle(self):
        """Until events were handled and the page was drawn, with the details of a loop if it reads them."""
        self.eval("""new Promise(done => {
          const drawn = () => document.querySelector("main[aria-busy]") ? setTimeout(drawn, 5)
            : requestAnimationFrame(() => requestAnimationFrame(() => done(1)));
          setTimeout(drawn, 0);
        })""")

    def open(self, url):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + 60
        while self.eval("document.readyState + location.protocol") != "completefile:":
            if time.monotonic() > deadline:
                raise Failure(url + " does not load")
            time.sleep(0.02)
        self.settle()

    def key(self, key, times=1):
        """Presses a key by its DOM name ("j", "Enter", "ArrowDown")."""
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Home": 36, "End": 35, "PageDown": 34, "PageUp": 33, "Tab": 9}
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        code = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        for _ in range(times):
            self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", key=key, text=text, windowsVirtualKeyCode=code)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        self.settle()

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.settle()

    def errors(self):
        """What the page complained of: exceptions, errors in the console, refused requests."""
        out = []
        for event in self.events:
            kind, held = event["method"], event["params"]
            if kind == "Runtime.exceptionThrown":
                details = held["exceptionDetails"]
                out.append(details.get("exception", {}).get("description", details["text"]))
            elif kind == "Runtime.consoleAPICalled" and held["type"] in ("error", "warning", "assert"):
                out.append("console: " + json.dumps(held["args"]))
            elif kind == "Log.entryAdded" and held["entry"]["level"] in ("error", "warning"):
                out.append(held["entry"]["text"])
        return out

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
