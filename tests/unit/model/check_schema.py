# Every shipped model is valid by the schema, and a key that the schema does not know is not: check_schema.py MODELS
import json
import pathlib
import sys

import jsonschema
import yaml

models = pathlib.Path(sys.argv[1])
validator = jsonschema.Draft202012Validator(json.loads((models / "schema/osaca-model-1.schema.json").read_text()))
others = {"counters", "calls"}  # lists of events and tables of calls
files = sorted(file for file in models.glob("*/*.yml") if file.parent.name not in others)
problems = []
for file in files:
    model = yaml.load(file.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    problems += [f"{file.name}: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(model)]
    if "core" in model and validator.is_valid({**model, "core": {**model["core"], "no_such_key": 1}}):
        problems.append(f"{file.name}: a key that does not exist is accepted in core")
if len(files) < 10:
    problems.append(f"only {len(files)} models below {models}")
print("\n".join(problems))
sys.exit(1 if problems else 0)
