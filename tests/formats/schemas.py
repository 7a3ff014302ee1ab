"""Holds documents against a JSON schema:  schemas.py SCHEMA DOCUMENT...  Exit status 77: no jsonschema module here."""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: this Python has no module jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8-sig") as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
broken = 0
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        problems = list(validator.iter_errors(json.load(file)))
    print(f"{name}: {len(problems)} violations")
    for problem in problems[:10]:
        print("  ", "/".join(map(str, problem.absolute_path)), problem.message[:300])
    broken += len(problems)
sys.exit(1 if broken else 0)
