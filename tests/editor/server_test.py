# What `osaca lsp` shows of a project that was compiled with the plugin, held against `osaca report --format json`.
import argparse
import pathlib
import re
import subprocess
import sys
import unittest

from client import CAPABILITIES, Client, uri_of
from project import Project

tools = None


def units(text):
    return len(text.encode("utf-16-le")) // 2


class Editor(unittest.TestCase):
    """A project, and what starts a server in it."""

    def setUp(self):
        self.project = Project(tools)
        self.root = self.project.root
        self.loops = self.root / "loops.c"
        self.lines = self.loops.read_text().split("\n")
        self.addCleanup(self.project.close)

    def start(self, *options, root="", **capabilities):
        self.client = Client([tools.osaca, "lsp", *options])
        self.addCleanup(self.stop)
        return self.client.initialize(self.root if root == "" else root, **capabilities)

    def stop(self):
        self.assertEqual(self.client.end(), 0)
        self.assertEqual(self.client.process.stderr.read(), b"")
        self.client.process.stdout.close()
        self.client.process.stderr.close()

    def line_of(self, text, lines=None):
        found = [i for i, line in enumerate(lines or self.lines) if text in line]
        self.assertEqual(len(found), 1, text)
        return found[0]

    def diagnostics(self, path, holds=lambda found: True):
        uri = uri_of(path)
        self.client.wait_until(lambda: uri in self.client.diagnostics and holds(self.client.diagnostics[uri]["diagnostics"]),
                               "diagnostics")
        return self.client.diagnostics[uri]["diagnostics"]

    def edit(self, path, first, last, text, version):
        """Replaces lines [first, last)."""
        place = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
        self.client.notify("textDocument/didChange", {"textDocument": {"uri": uri_of(path), "version": version},
                                                      "contentChanges": [{"range": place, "text": text}]})

    def hints_by_line(self, path):
        return {hint["position"]["line"]: hint for hint in self.client.hints(path)}

    def loads(self):
        return len(self.client.said_with("workspace/inlayHint/refresh"))


class Shown(Editor):
    def check_against_report(self, width):
        report = self.project.report()
        lines = {}
        for kernel in report["kernels"]:
            if kernel["source"]["file"] == "loops.c":
                lines.setdefault(kernel["source"]["line"] - 1, []).append(kernel["prediction"])
        hints = self.hints_by_line(self.loops)
        self.assertEqual(set(hints), set(lines))
        self.assertGreaterEqual(len(hints), 2)
        for line, hint in hints.items():
            self.assertEqual(hint["position"]["character"], width(self.lines[line]))
            cycles = float(re.match(r"(?:at least )?([\d.]+) cycles", hint["label"])[1])
            self.assertTrue(any(abs(one["cycles_per_iteration"] - cycles) < 0.01 for one in lines[line]), hint)
        found = {(one["line"] - 1, one["rule"]): one for one in report["findings"]
                 if one["file"] == "loops.c" and one["suppression"] == "none" and not one["minor"]}
        shown = {(one["range"]["start"]["line"], one["code"]): one for one in self.diagnostics(self.loops)}
        self.assertEqual(set(shown), set(found))
        self.assertIn((self.line_of("i < 3"), "osaca-loop-vanished"), shown)
        for key, one in shown.items():
            before = self.lines[key[0]].encode()[:found[key]["column"] - 1].decode()
            self.assertEqual(one["range"]["start"]["character"], width(before), one)
            self.assertEqual(one["range"]["end"], {"line": key[0], "character": width(self.lines[key[0]].rstrip())})
            self.assertEqual(one["severity"], {"note": 3, "warning": 2, "error": 1}[found[key]["severity"]])
            self.assertIn(found[key]["message"], one["message"])
            self.assertIn(found[key]["fix"], one["message"])
            self.assertEqual(one["source"], "osaca")
        wide = self.line_of("🙂")
        self.assertIn(wide, hints)
        self.assertTrue(any(line == wide for line, rule in shown), "no finding behind wide characters")

    def test_places_and_figures_are_those_of_the_report(self):
        self.project.compile()
        answer = self.start()
        self.assertEqual(answer["capabilities"]["positionEncoding"], "utf-16")
        self.client.open(self.loops)
        self.check_against_report(units)

    def test_columns_are_bytes_for_editors_that_want_them(self):
        self.project.compile()
        answer = self.start(general={"positionEncodings": ["utf-32", "utf-8", "utf-16"]})
        self.assertEqual(answer["capabilities"]["positionEncoding"], "utf-8")
        self.client.open(self.loops)
        self.check_against_report(lambda text: len(text.encode()))

    def test_a_hover_has_the_bounds_of_the_report(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        line = self.line_of("steps; ++i")
        kernel = next(one for one in self.project.report()["kernels"] if one["source"]["line"] == line + 1)
        hover = self.client.hover(self.loops, line, 5)
        self.assertEqual(hover["contents"]["kind"], "markdown")
        text = hover["contents"]["value"]
        self.assertIn("on zen4", text)
        rows = dict(re.findall(r"^\| \**(the ports|the divider|the front end|the stores|a loop-carried dependency)\** "
                               r"\| \**([\d.]+)\** \|", text, re.M))
        names = {"ports": "the ports", "divider": "the divider", "front_end": "the front end", "stores": "the stores",
                 "lcd": "a loop-carried dependency"}
        for key, cycles in kernel["bounds"].items():
            if cycles > 0:
                self.assertAlmostEqual(float(rows[names[key]]), cycles, places=2)
        for finding in kernel["findings"]:
            self.assertIn(finding["rule"], text)
        self.assertEqual(hover["range"]["start"]["line"], line)
        inside = self.client.hover(self.loops, line + 2, 0)
        self.assertEqual(inside, hover, "a line of the loop's body")
        self.assertIsNone(self.client.hover(self.loops, self.line_of("double pi")))
        self.assertIsNone(self.client.hover(self.loops, 10 ** 6))

    def test_a_loop_of_a_header_is_one_whatever_includes_it(self):
        self.project.compile()
        self.start()
        header = self.root / "shared.h"
        self.client.open(header)
        lines = header.read_text().split("\n")
        hints = self.hints_by_line(header)
        self.assertEqual(list(hints), [self.line_of("i < n", lines)])
        text = self.client.hover(header, self.line_of("sum += a[i]", lines))["contents"]["value"]
        for function in ("sums", "other"):
            self.assertRegex(text, rf"(?m)^\| {function}\b", "copies where it was inlined")

    def test_hints_move_with_edits(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        before = self.hints_by_line(self.loops)
        found = len(self.diagnostics(self.loops))
        pi = self.line_of("steps; ++i")
        scaled = self.line_of("🙂")
        self.edit(self.loops, 0, 0, "/* one */\n/* two */\n", 2)
        moved = self.hints_by_line(self.loops)
        self.assertEqual({line + 2: hint["label"] for line, hint in before.items()},
                         {line: hint["label"] for line, hint in moved.items()})
        self.assertEqual(len(self.diagnostics(self.loops, lambda all: True)), found)
        self.edit(self.loops, pi + 2 + 1, pi + 2 + 2, "    double x = i * step;\n", 3)  # its body
        hints = self.hints_by_line(self.loops)
        self.assertEqual(hints[pi + 2]["label"], before[pi]["label"] + " (before the edit)")
        self.assertEqual(hints[scaled + 2]["label"], before[scaled]["label"])
        self.assertIn("edited after it was compiled", self.client.hover(self.loops, pi + 2)["contents"]["value"])
        self.edit(self.loops, pi + 2, pi + 3, "  for (int i = 1; i < steps; ++i) {\n", 4)  # the statement itself
        self.assertNotIn(pi + 2, self.hints_by_line(self.loops))
        self.assertIsNone(self.client.hover(self.loops, pi + 2))
        whole = {"textDocument": {"uri": uri_of(self.loops), "version": 5}, "contentChanges": [{"text": "\n".join(self.lines)}]}
        self.client.notify("textDocument/didChange", whole)
        self.assertEqual(self.hints_by_line(self.loops), before)
        self.assertEqual(self.client.diagnostics[uri_of(self.loops)]["version"], 5)

    def test_the_folder_that_was_built_last_is_taken(self):
        self.project.compile()
        old = self.root / "other builds" / "debug"
        old.mkdir(parents=True)
        (old / "build.ninja").touch()
        self.project.edit("build/CMakeCache.txt", "")
        self.start()
        self.client.open(self.loops)
        self.assertGreater(len(self.client.hints(self.loops)), 0)
        log = " ".join(one["message"] for one in self.client.said_with("window/logMessage"))
        self.assertIn(str(self.project.build), log)
        self.assertIn(str(old), log)

    def test_objects_without_reports_are_said_to_have_none(self):
        self.start("build")
        self.client.open(self.loops)
        self.assertEqual(self.client.hints(self.loops), [])
        self.assertIn("embed", self.client.said_with("window/showMessage")[0]["message"])

    def test_cores_are_named_or_chosen(self):
        self.project.compile(archs="zen4,skl")
        self.start()
        self.client.open(self.loops)
        line = self.line_of("steps; ++i")
        self.assertRegex(self.hints_by_line(self.loops)[line]["label"], r"^skl: .* cycles.*; zen4: .* cycles")
        self.stop()
        self._cleanups.pop()
        self.start("--arch", "znver4")
        self.client.open(self.loops)
        self.assertRegex(self.hints_by_line(self.loops)[line]["label"], r"^[\d.]+ cycles")
        self.assertIn("on zen4", self.client.hover(self.loops, line)["contents"]["value"])

    def test_what_the_baseline_accepts_is_not_shown(self):
        self.project.compile()
        self.project.report("--baseline", "loops.json", "--update-baseline")
        self.start("--baseline", "loops.json")
        self.client.open(self.loops)
        left = [one for one in self.project.report("--baseline", "loops.json")["findings"] if one["suppression"] == "none"]
        self.assertEqual(len(self.diagnostics(self.loops)), len([one for one in left if one["file"] == "loops.c"]))
        self.assertLess(len(left), len(self.project.report()["findings"]))
        self.assertGreater(len(self.client.hints(self.loops)), 0)

    def test_a_link_to_a_file_is_that_file(self):
        self.project.compile()
        link = self.root.parent / "link"
        link.symlink_to(self.root)
        self.start()
        self.client.open(link / "loops.c")
        self.assertGreater(len(self.client.hints(link / "loops.c")), 0)

    def test_a_closed_file_has_no_diagnostics(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        self.diagnostics(self.loops, bool)
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri_of(self.loops)}})
        self.assertEqual(self.diagnostics(self.loops, lambda found: not found), [])

    def test_progress_is_asked_for_shown_and_ended(self):
        self.project.compile()
        self.start()
        self.client.wait_until(lambda: self.client.said_with("workspace/inlayHint/refresh"), "a load")
        kinds = [one["value"]["kind"] for one in self.client.said_with("$/progress")]
        self.assertEqual((kinds[0], kinds[-1]), ("begin", "end"))
        self.assertEqual(len(self.client.said_with("window/workDoneProgress/create")), 1)
        self.stop()
        self._cleanups.pop()
        self.start(window={}, workspace={})
        self.client.open(self.loops)
        self.assertGreater(len(self.diagnostics(self.loops)), 0)
        self.assertEqual(self.client.said_with("$/progress") + self.client.said_with("window/workDoneProgress/create"), [])


class News(Editor):
    def test_what_is_compiled_again_is_shown_anew(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        before = self.hints_by_line(self.loops)
        pi = self.line_of("steps; ++i")
        text = "\n" + "\n".join(self.lines).replace("4.0 / (1.0 + x * x)", "4.0 * (1.0 + x * x)")
        self.edit(self.loops, 0, len(self.lines) - 1, text, 2)
        self.project.edit("loops.c", text)
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": uri_of(self.loops)}})
        self.assertIn("divider", self.hints_by_line(self.loops)[pi + 1]["label"])
        loads = self.loads()
        self.project.compile()
        self.client.wait_until(lambda: self.loads() > loads, "news of the build")
        hints = self.hints_by_line(self.loops)
        self.assertEqual({line - 1 for line in hints}, set(before))
        self.assertNotIn("divider", hints[pi + 1]["label"])
        self.assertNotIn("edit", hints[pi + 1]["label"])

    def test_reports_older_than_the_file_are_not_shown_as_if_they_were_right(self):
        self.project.compile()
        self.project.edit("loops.c", "\n" + "\n".join(self.lines))
        self.start()
        self.client.open(self.loops)
        self.assertEqual(self.client.hints(self.loops), [])
        told = self.diagnostics(self.loops)
        self.assertEqual(len(told), 1)
        self.assertIn("changed after it was compiled", told[0]["message"])
        header = self.root / "shared.h"
        self.client.open(header)
        self.assertEqual(len(self.client.hints(header)), 1, "another file's loops are as they were")
        self.project.compile()
        self.assertGreater(len(self.diagnostics(self.loops, lambda found: len(found) > 1)), 1)

    def test_what_was_compiled_is_remembered_while_other_objects_change(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        before = self.hints_by_line(self.loops)
        text = "/* one more line */\n" + "\n".join(self.lines)
        self.edit(self.loops, 0, 0, "/* one more line */\n", 2)
        self.project.edit("loops.c", text)
        loads = self.loads()
        self.project.compile("other.c")
        self.client.wait_until(lambda: self.loads() > loads, "news of the build")
        self.assertEqual({line + 1: hint["label"] for line, hint in before.items()},
                         {line: hint["label"] for line, hint in self.hints_by_line(self.loops).items()})

    def test_objects_come_and_go_and_an_archive_holds_the_same_reports(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        hints = self.client.hints(self.loops)
        self.assertGreater(len(hints), 0)
        archive = self.project.build / "all.a"
        subprocess.run(["ar", "rcs", archive, self.project.build / "loops.c.o"], check=True)
        for change, left in ((lambda: None, hints), ((self.project.build / "loops.c.o").unlink, hints), (archive.unlink, [])):
            loads = self.loads()
            change()
            self.client.wait_until(lambda: self.loads() > loads, "news of the build")
            self.assertEqual(self.client.hints(self.loops), left)

    def test_an_object_that_is_half_written_is_read_when_it_is_whole(self):
        self.project.compile()
        self.start()
        self.client.open(self.loops)
        hints = self.client.hints(self.loops)
        built = self.project.build / "loops.c.o"
        whole = built.read_bytes()
        for content, left in ((whole[:len(whole) // 2], []), (whole, hints)):
            loads = self.loads()
            built.write_bytes(content)
            self.client.wait_until(lambda: self.loads() > loads, "news of the build")
            self.assertEqual(self.client.hints(self.loops), left)

    def test_what_is_missing_is_said_and_found_once_it_is_there(self):
        (self.project.build / "CMakeCache.txt").unlink()
        self.start()
        self.client.open(self.loops)
        self.assertEqual(self.client.hints(self.loops), [])
        self.assertIn("no build folder", self.client.said_with("window/showMessage")[0]["message"])
        self.project.compile()
        (self.project.build / "CMakeCache.txt").touch()
        self.assertGreater(len(self.diagnostics(self.loops, bool)), 0)
        self.assertEqual(len(self.client.said_with("window/showMessage")), 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("--osaca", "--compiler", "--plugin"):
        parser.add_argument(name, required=True)
    tools, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
