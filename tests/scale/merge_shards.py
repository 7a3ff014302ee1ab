#!/usr/bin/env python3
"""Merging shards gives the report of the whole build: merge_shards.py OSACA PROJECT [--rounds N] [--seed N]

PROJECT is a folder from make_project.py, in which an archive repeats some objects. Its objects are split at random, some
of them into several parts. The shards are merged in any order and grouping, and also from a copy of the project in
another folder.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys

FORMATS = {"json": "whole.json", "html": "whole.html", "sarif": "whole.sarif", "junit": "whole.xml", "tables": "whole.txt"}


class Project:
    def __init__(self, osaca, folder):
        self.osaca = osaca
        self.folder = os.path.abspath(folder)
        self.out = self.folder + "-shards"
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)

    def report(self, inputs, *words, status=0):
        command = [self.osaca, "report", "--root", ".", *words, *inputs]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if result.returncode != status:
            sys.exit(f"{' '.join(command)} ends with {result.returncode}:\n{result.stderr}")
        return result.stdout + result.stderr

    def all_forms(self, inputs, *words):
        """The report in all forms, and the shard of everything."""
        files = {name: os.path.join(self.out, name) for name in (*FORMATS.values(), "whole.jsonl")}
        also = [f"--also={form}={files[name]}" for form, name in FORMATS.items()]
        text = self.report(inputs, *words, *also, "--shard", files["whole.jsonl"])
        return {"text": text, **{name: read(path) for name, path in files.items()}}

    def shard(self, inputs, *words):
        path = os.path.join(self.out, f"shard{len(os.listdir(self.out))}.jsonl")
        self.report(inputs, *words, "--shard", path)
        return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def parts_of(objects, choices):
    """Each object is in one part or in several."""
    parts = [[] for _ in range(choices.randint(1, 6))]
    for name in objects:
        for part in choices.sample(parts, choices.choice([1, 1, 1, min(2, len(parts))])):
            part.append(name)
    return [part for part in parts if part]


def merged_in_groups(project, shards, choices):
    """Merges some shards to larger ones first."""
    shards = list(shards)
    while len(shards) > 1 and choices.random() < 0.6:
        choices.shuffle(shards)
        count = choices.randint(1, len(shards))
        shards = [project.shard(shards[:count], "--merge"), *shards[count:]]
    choices.shuffle(shards)
    return shards


def compare(expected, actual, what):
    different = [name for name in expected if expected[name] != actual[name]]
    if different:
        sys.exit(f"FAILED: {what}: the merged report differs from that of the whole build in {', '.join(different)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("osaca")
    parser.add_argument("project")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = parser.parse_args()
    project = Project(options.osaca, options.project)
    elsewhere = Project(options.osaca, options.project + "-elsewhere")
    shutil.rmtree(elsewhere.folder, ignore_errors=True)
    shutil.copytree(project.folder, elsewhere.folder)
    objects = sorted(os.path.relpath(os.path.join(folder, name), project.folder)
                     for folder, _, names in os.walk(os.path.join(project.folder, "build")) for name in names)
    whole = project.all_forms(["build"])
    choices = random.Random(options.seed)
    for number in range(options.rounds):
        shards = [project.shard(part) for part in parts_of(objects, choices)]
        shards = merged_in_groups(project, shards, choices)
        what = f"seed {options.seed}, round {number}, {len(shards)} shards"
        compare(whole, project.all_forms(shards, "--merge", f"-j{choices.randint(1, 3)}"), what)
        compare(whole, elsewhere.all_forms(shards, "--merge"), what + ", in another folder")
    print(f"{options.rounds} rounds: the same report of {len(objects)} files")


if __name__ == "__main__":
    main()
