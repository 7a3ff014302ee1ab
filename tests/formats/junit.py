"""Whether the counts of a JUnit file are those of its contents, and names tell its cases apart:  junit.py FILE"""
import sys
import xml.etree.ElementTree

name = sys.argv[1]
root = xml.etree.ElementTree.parse(name).getroot()
failures = []
for node in [root] + root.findall("testsuite"):
    cases = node.findall(".//testcase")
    counted = {
        "tests": len(cases),
        "failures": sum(case.find("failure") is not None for case in cases),
        "errors": 0,
    }
    if node.tag == "testsuite":
        counted["skipped"] = sum(case.find("skipped") is not None for case in cases)
    for key, value in counted.items():
        if int(node.get(key)) != value:
            failures.append(f"{node.get('name')}: {key} is {node.get(key)}, counted {value}")
names = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
if len(set(names)) != len(names):
    failures.append("two cases have the same name")
for failure in failures:
    print(f"{name}: {failure}")
sys.exit(1 if failures else 0)
