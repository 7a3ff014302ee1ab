"""What GitLab's documentation asks of a code quality report (there is no published schema):  gitlab.py FOLDER"""
import json
import sys

folder = sys.argv[1]
failures = []
for name in ("empty", "sample", "plain", "hostile", "large"):
    with open(f"{folder}/{name}.gitlab.json", "rb") as file:
        content = file.read()
    if content.startswith(b"\xef\xbb\xbf"):
        failures.append(f"{name}: begins with a byte order mark")
    issues = json.loads(content.decode("utf-8"))
    if not isinstance(issues, list):
        failures.append(f"{name}: not a list")
    fingerprints = [issue["fingerprint"] for issue in issues]
    if len(set(fingerprints)) != len(fingerprints):
        failures.append(f"{name}: of issues with the same fingerprint GitLab shows one")
    for issue in issues:
        texts = [issue["description"], issue["check_name"], issue["fingerprint"], issue["location"]["path"]]
        if not all(isinstance(text, str) and text for text in texts):
            failures.append(f"{name}: a text is missing in {issue}")
        if issue["severity"] not in ("info", "minor", "major", "critical", "blocker"):
            failures.append(f"{name}: no severity of GitLab's: {issue['severity']}")
        begin = issue["location"]["lines"]["begin"]
        if not isinstance(begin, int) or begin < 1:
            failures.append(f"{name}: no line: {begin}")
        if issue["location"]["path"].startswith("./"):
            failures.append(f"{name}: a path that GitLab does not find: {issue['location']['path']}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
