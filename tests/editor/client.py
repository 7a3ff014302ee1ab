# A language client of our own: what an editor says to `osaca lsp`, message by message.
import json
import pathlib
import select
import subprocess
import time

CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "workspace": {"inlayHint": {"refreshSupport": True}},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}, "hover": {"contentFormat": ["markdown", "plaintext"]}},
}


class Failure(Exception):
    """What the server answered instead of a result."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Client:
    """Starts the server and speaks to it. Answers its requests, and keeps what it says."""

    def __init__(self, command, folder="/", seconds=20):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        self.seconds = seconds
        self.buffer = b""
        self.last_id = 0
        self.said = []  # notifications and requests of the server, in their order
        self.answers = {}
        self.diagnostics = {}  # by URI, the last ones

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)

    def notify(self, method, params=None):
        self.send({"method": method, **({} if params is None else {"params": params})})

    def ask(self, method, params=None):
        """Sends a request and returns its id."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, **({} if params is None else {"params": params})})
        return self.last_id

    def result(self, method, params=None):
        return self.answer_to(self.ask(method, params))

    def answer_to(self, number):
        self.wait_until(lambda: number in self.answers, f"an answer to request {number}")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Failure(answer["error"])
        return answer["result"]

    def wait_until(self, holds, what):
        end = time.monotonic() + self.seconds
        while not holds():
            if not self.take(end - time.monotonic()):
                raise AssertionError(f"no {what} in {self.seconds} s; it said: {self.said[-5:]}")

    def take(self, seconds):
        """One message of the server; False: none came."""
        while True:
            head, separator, rest = self.buffer.partition(b"\r\n\r\n")
            if separator:
                length = int(head.removeprefix(b"Content-Length: "))
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    self.note(json.loads(rest[:length].decode()))
                    return True
            if seconds <= 0 or not select.select([self.process.stdout], [], [], seconds)[0]:
                return False
            data = self.process.stdout.read1(1 << 20)
            if not data:
                return False
            self.buffer += data

    def note(self, message):
        if "method" not in message:
            self.answers[message["id"]] = message
            return
        self.said.append(message)
        if message["method"] == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
        if "id" in message:
            self.send({"id": message["id"], "result": None})

    def said_with(self, method):
        return [message.get("params") for message in self.said if message["method"] == method]

    def initialize(self, root, **capabilities):
        folders = [{"uri": uri_of(root), "name": "project"}] if root else None
        got = self.result("initialize", {"processId": None, "rootUri": uri_of(root) if root else None, "workspaceFolders": folders,
                                         "capabilities": {**CAPABILITIES, **capabilities}})
        self.notify("initialized", {})
        return got

    def open(self, path, text=None, version=1):
        text = pathlib.Path(path).read_text() if text is None else text
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri_of(path), "languageId": "c", "version": version, "text": text}})

    def hints(self, path, first=0, last=1 << 20):
        place = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
        return self.result("textDocument/inlayHint", {"textDocument": {"uri": uri_of(path)}, "range": place})

    def hover(self, path, line, character=0):
        return self.result("textDocument/hover", {"textDocument": {"uri": uri_of(path)}, "position": {"line": line, "character": character}})

    def end(self):
        self.result("shutdown")
        self.notify("exit")
        self.process.stdin.close()
        return self.process.wait(timeout=self.seconds)


def uri_of(path):
    return pathlib.Path(path).as_uri()
