"""Reads workflow commands as the runner of GitHub Actions does, and compares them with the SARIF of the same collection:
github.py FOLDER"""
import json
import re
import sys

folder = sys.argv[1]
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


def unescaped(text, is_property):
    for code, character in ([("%3A", ":"), ("%2C", ",")] if is_property else []) + [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
        text = text.replace(code, character)
    return text


def commands(name):
    with open(f"{folder}/{name}.commands", encoding="utf-8", newline="") as file:
        lines = file.read().split("\n")
    check(lines.pop() == "", f"{name}: the last line has no end")
    for line in lines:
        found = re.fullmatch(r"::(notice|warning|error) ([^:]*?)::(.*)", line)
        check(found, f"{name}: no command: {line}")
        if found:
            properties = dict(pair.split("=", 1) for pair in found[2].split(","))
            yield found[1], {key: unescaped(value, True) for key, value in properties.items()}, unescaped(found[3], False)


def open_results(name):
    with open(f"{folder}/{name}.sarif", encoding="utf-8") as file:
        run = json.load(file)["runs"][0]
    return [result for result in run["results"] if not result.get("suppressions")]


for name in ("empty", "sample", "plain", "large"):
    found = list(commands(name))
    kinds = [kind for kind, _, _ in found]
    check(kinds == sorted(kinds, key=["error", "warning", "notice"].index), f"{name}: not the most important first")
    wanted = sorted((result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"]) for result in open_results(name))
    check(sorted((p["title"], int(p["line"])) for _, p, _ in found) == wanted, f"{name}: not the findings of the SARIF")

nasty = "a\"b\\c ?[31md\ufffd</script>|{}<>%::warning,file=x: [a](1) {0} ]]> <!-- `` | \\| 'x' # - ... --- ?? \ufffd\ufffd\ufffd"
hostile = list(commands("hostile"))
check(sum(nasty in message for _, _, message in hostile) == len(hostile) > 3, "hostile messages do not come back")
check(any(nasty in properties.get("file", "") for _, properties, _ in hostile), "hostile names of files do not come back")
check(all(set(properties) <= {"file", "line", "col", "title"} for _, properties, _ in hostile), "text became a property")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
