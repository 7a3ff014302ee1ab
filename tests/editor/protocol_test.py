# A client that does not keep to the protocol: the server answers as it says, never dies of it, and takes no more memory than it must.
import json
import os
import pathlib
import sys
import tempfile
import time
import unittest

from client import Client, Failure, uri_of

osaca = None
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED, CANCELLED = -32002, -32800
HINT = "textDocument/inlayHint"


def framed(content):
    return b"Content-Length: %d\r\n\r\n" % len(content) + content


class Protocol(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.client = Client([osaca, "lsp", "."], self.folder.name)
        self.addCleanup(self.close)

    def close(self):
        for stream in (self.client.process.stdin, self.client.process.stdout, self.client.process.stderr):
            stream.close()
        self.client.process.kill()
        self.client.process.wait()

    def assertFails(self, code, method, params=None):
        with self.assertRaises(Failure) as failed:
            self.client.result(method, params)
        self.assertEqual(failed.exception.code, code)

    def error_without_id(self):
        self.client.wait_until(lambda: None in self.client.answers, "an error without an id")
        return self.client.answers.pop(None)["error"]["code"]

    def still_serves(self):
        self.assertIsNone(self.client.hover(self.folder.name + "/none.c", 0))

    def test_the_life_of_a_server(self):
        self.assertFails(NOT_INITIALIZED, "textDocument/hover", {})
        self.assertFails(NOT_INITIALIZED, "shutdown")
        self.client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a.c", "text": ""}})
        self.client.initialize(self.folder.name)
        self.assertFails(INVALID_REQUEST, "initialize", {"capabilities": {}})
        self.client.result("shutdown")
        self.assertFails(INVALID_REQUEST, "textDocument/hover", {})
        self.client.notify("exit")
        self.assertEqual(self.client.process.wait(10), 0)

    def test_exit_without_shutdown_is_a_failure(self):
        self.client.initialize(self.folder.name)
        self.client.notify("exit")
        self.assertEqual(self.client.process.wait(10), 1)

    def test_an_editor_that_is_gone_ends_the_server(self):
        self.client.initialize(self.folder.name)
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(10), 1)
        self.assertEqual(self.client.process.stderr.read(), b"")

    def test_a_message_before_the_end_of_input_is_answered(self):
        self.client.initialize(self.folder.name, window={}, workspace={})
        asked = self.client.ask("shutdown")
        self.client.process.stdin.close()
        self.assertIsNone(self.client.answer_to(asked))

    def test_what_is_no_message(self):
        self.client.initialize(self.folder.name)
        for content, code in [(b"", PARSE_ERROR), (b"{", PARSE_ERROR), (b'{"a": "\xff\xfe"}', PARSE_ERROR), (b"null", INVALID_REQUEST),
                              (b"[]", INVALID_REQUEST), (b'[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]', INVALID_REQUEST),
                              (b"3", INVALID_REQUEST), (b"{}", INVALID_REQUEST), (b'{"method": 3}', INVALID_REQUEST),
                              (b'{"id": [], "method": "shutdown"}', INVALID_REQUEST), (b'{"id": 1.5, "method": "shutdown"}', INVALID_REQUEST),
                              (b"[" * (1 << 20), INVALID_REQUEST), (b'{"a":' * (1 << 18), INVALID_REQUEST),
                              (b"[" + b"0," * (8 << 20) + b"0]", INVALID_REQUEST)]:
            self.client.send_bytes(framed(content))
            self.assertEqual(self.error_without_id(), code, content[:40])
        self.still_serves()

    def test_notifications_and_answers_are_not_answered(self):
        self.client.initialize(self.folder.name)
        for content in [b'{"method": "x", "params": [1]}', b'{"id": null, "error": {"code": -32700, "message": "what?"}}']:
            self.client.send_bytes(framed(content))
        self.still_serves()
        self.assertNotIn(None, self.client.answers)

    def test_a_message_that_is_too_large_is_passed_over(self):
        self.client.initialize(self.folder.name)
        size = 200 << 20
        self.client.send_bytes(b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(200):
            self.client.send_bytes(b" " * (1 << 20))
        self.assertEqual(self.error_without_id(), INVALID_REQUEST)
        self.still_serves()
        status = pathlib.Path(f"/proc/{self.client.process.pid}/status").read_text()
        if "OSACA_SANITIZED" not in os.environ: # which keeps what was freed
            self.assertLess(int(status.split("VmHWM:")[1].split()[0]), size >> 11, "half of the message, in kB")

    def test_a_stream_that_is_not_framed_ends_with_a_word(self):
        for nonsense in (b"GET / HTTP/1.1\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"Content-Length: 1x\r\n\r\n", b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n",
                         b"Content-Length: 99999999999999999999999\r\n\r\n", b"\r\n\r\n", b"x" * 5000):
            client = Client([osaca, "lsp", "."], self.folder.name)
            client.send_bytes(nonsense)
            self.assertEqual(client.process.wait(10), 2, nonsense)
            self.assertIn(b"not LSP", client.process.stderr.read())
            self.assertIn(b"-32700", client.process.stdout.read())
            for stream in (client.process.stdin, client.process.stdout, client.process.stderr):
                stream.close()

    def test_a_length_that_lies_spoils_its_message_only(self):
        self.client.initialize(self.folder.name)
        message = json.dumps({"jsonrpc": "2.0", "method": "x"}).encode()
        follower = framed(b"{}")
        self.client.send_bytes(b"Content-Length: %d\r\n\r\n" % (len(message) + len(follower)) + message + follower)
        self.assertEqual(self.error_without_id(), PARSE_ERROR)
        self.still_serves()

    def test_headers_as_others_write_them(self):
        content = b'{"jsonrpc":"2.0","id":"t\xc3\xa9xt","method":"shutdown"}'
        self.client.initialize(self.folder.name)
        self.client.send_bytes(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:%d \r\n\r\n" % len(content))
        for byte in content:
            self.client.send_bytes(bytes([byte]))
        self.assertIsNone(self.client.answer_to("t\u00e9xt"))

    def test_methods_that_nobody_knows(self):
        self.client.initialize(self.folder.name)
        for method in ("textDocument/definition", "$/unknown", "", "initialized"):
            self.assertFails(METHOD_NOT_FOUND, method, {})
        for method in ("$/setTrace", "workspace/didChangeConfiguration", "x" * 100000):
            self.client.notify(method, {})
        self.client.send({"id": 77, "result": None})
        self.client.send({"id": "osaca-reports-99", "error": {"code": 1, "message": ""}})
        self.still_serves()

    def test_params_of_other_shapes(self):
        self.client.initialize(self.folder.name)
        document = {"uri": "file:///a.c"}
        place = {"line": 0, "character": 0}
        for params in (None, {}, {"textDocument": 3}, {"textDocument": document}, {"textDocument": document, "position": []},
                       {"textDocument": document, "position": {"line": -1, "character": 0}},
                       {"textDocument": document, "position": {"line": 1.5, "character": 0}},
                       {"textDocument": document, "position": {"line": 1 << 70, "character": 0}},
                       {"textDocument": {"uri": 3}, "position": place}):
            self.assertFails(INVALID_PARAMS, "textDocument/hover", params)
            self.assertFails(INVALID_PARAMS, HINT, params)
        for method in ("didOpen", "didChange", "didClose"):
            self.client.notify("textDocument/" + method, {"textDocument": []})
        self.client.open("/a.c", "int a;\n")
        for changes in (3, [3], [{"text": 3}], [{"text": "", "range": 3}], [{"text": "", "range": {"start": place}}]):
            self.client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///a.c", "version": "x"}, "contentChanges": changes})
        far = {"line": (1 << 31) - 1, "character": (1 << 31) - 1}
        for first, last in ((far, far), (far, place), (place, far)):
            self.client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///a.c", "version": 3},
                                                          "contentChanges": [{"text": "é\r🙂\n", "range": {"start": first, "end": last}}]})
        self.still_serves()

    def test_initialize_with_anything(self):
        for params in ({"rootUri": 3, "capabilities": []}, {"rootUri": "http://x/y", "workspaceFolders": {}},
                       {"rootUri": "file:///nowhere/at/all"}, {"workspaceFolders": [3], "capabilities": {"general": {"positionEncodings": 3}}},
                       {"rootUri": "file:///%zz", "capabilities": {"window": {"workDoneProgress": "yes"}}}, {"rootPath": "x"}):
            client = Client([osaca, "lsp", "."], self.folder.name)
            self.assertIn("capabilities", client.result("initialize", params))
            client.notify("initialized", {})
            self.assertEqual(client.end(), 0)
            client.process.stdout.close()
            client.process.stderr.close()

    def test_a_request_that_is_cancelled_is_answered_once(self):
        self.client.initialize(self.folder.name)
        first = [{"jsonrpc": "2.0", "id": f"r{i}", "method": "textDocument/hover",
                  "params": {"textDocument": {"uri": "file:///a.c"}, "position": {"line": 0, "character": 0}}} for i in range(100)]
        cancels = [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": f"r{i}"}} for i in range(50, 100)]
        odd = [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": params} for params in ({}, {"id": "none"}, {"id": []})]
        self.client.send_bytes(b"".join(framed(json.dumps(one).encode()) for one in first + cancels + odd))
        for i in range(50):
            self.assertIsNone(self.client.answer_to(f"r{i}"))
        for i in range(50, 100):
            with self.assertRaises(Failure) as failed:
                self.client.answer_to(f"r{i}")
            self.assertEqual(failed.exception.code, CANCELLED)
        self.still_serves()

    def test_a_large_document_is_edited_quickly(self):
        self.client.initialize(self.folder.name)
        path = self.folder.name + "/large.c"
        self.client.open(path, "int a; /* some line of code */\n" * 200000)
        begin = time.monotonic()
        for i in range(100):
            place = {"line": 1000 * i, "character": 3}
            self.client.notify("textDocument/didChange", {"textDocument": {"uri": uri_of(path), "version": i},
                                                          "contentChanges": [{"text": "x\ny", "range": {"start": place, "end": place}}]})
        self.still_serves()
        self.assertLess(time.monotonic() - begin, 30)


if __name__ == "__main__":
    osaca = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
