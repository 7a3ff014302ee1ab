#!/usr/bin/env python3
"""Interrupts builds at random moments: interrupted_builds.py FOLDER COMPILER PLUGIN OSACA [--rounds N] [--seed N] SOURCE...

After each interruption there is no process, no temporary file and no damaged report left, and the next build has the
results of a build that was never interrupted. A failure names the seed and the round, which repeat the same choices
(but not the same moments).
"""
import argparse
import contextlib
import os
import random
import signal
import sys
import time

import builds


def interrupt(build, process, _):
    """Ctrl-C: the terminal sends the signal to the whole group."""
    os.killpg(process.pid, signal.SIGINT)


def terminate(build, process, _):
    os.killpg(process.pid, signal.SIGTERM)


def terminate_make(build, process, _):
    """As CI systems do: only the process that they have started gets the signal."""
    process.terminate()


def hang_up(build, process, _):
    os.killpg(process.pid, signal.SIGHUP)


def suspend(build, process, choices):
    """Ctrl-Z and fg, several times: the build continues."""
    for _ in range(choices.randint(1, 3)):
        os.killpg(process.pid, signal.SIGTSTP)
        time.sleep(choices.uniform(0, 0.3))
        os.killpg(process.pid, signal.SIGCONT)
        time.sleep(choices.uniform(0, 0.2))


def kill_one(build, process, choices):
    """The kernel kills any process when memory is short, in most cases a large one."""
    running = [number for number, name in build.processes() if name not in ("make", "sh", "dash")]
    if running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(choices.choice(running), signal.SIGKILL)


def kill_driver(build, process, choices):
    running = [number for number, name in build.processes() if name == "osaca"]
    if running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(choices.choice(running), signal.SIGKILL)


def kill_all(build, process, _):
    os.killpg(process.pid, signal.SIGKILL)


ACTIONS = [interrupt, terminate, terminate_make, hang_up, suspend, kill_one, kill_driver, kill_all]


def wait_for_moment(build, process, choices, seconds):
    """Any moment, or one at which an analysis runs or a report is written."""
    if choices.random() < 0.3:
        time.sleep(choices.uniform(0, seconds))
        return
    skipped = choices.randint(0, 6)
    seen = set()
    while process.poll() is None and len(seen) <= skipped:
        seen.update(number for number, name in build.processes() if name == "osaca")
    time.sleep(choices.choice([0, choices.uniform(0, 0.02), choices.uniform(0, 0.2)]))


def run_round(build, reference, action, choices, seconds):
    build.clean(reports=choices.random() < 0.5)
    process = build.start()
    wait_for_moment(build, process, choices, seconds)
    with contextlib.suppress(ProcessLookupError):
        if process.poll() is None:
            action(build, process, choices)
    status = process.wait()
    build.wait_for_processes()
    build.check_files(reference)
    if action is suspend and status != 0:
        raise builds.Leftover("a build that was suspended fails")
    if action in (kill_one, kill_driver, kill_all):
        # make does not know that an assembler or a driver was killed, and keeps their objects.
        build.clean(reports=False)
    build.complete()
    build.check_results(reference)
    return status


def parsed():
    parser = argparse.ArgumentParser()
    for name in ("folder", "compiler", "plugin", "osaca"):
        parser.add_argument(name)
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    return parser.parse_args()


def main():
    options = parsed()
    build = builds.Build(options.folder, options.compiler, options.plugin, options.osaca, 6, options.sources)
    start = time.monotonic()
    build.clean(reports=True)
    reference = build.complete()
    seconds = time.monotonic() - start
    if b".osaca" not in reference[min(reference)]:
        sys.exit(f"no report is embedded in {min(reference)}:\n{build.log()}")
    choices = random.Random(options.seed)
    failures = 0
    for number in range(options.rounds):
        action = ACTIONS[number % len(ACTIONS)]
        try:
            status = run_round(build, reference, action, choices, seconds)
            print(f"{number} {action.__name__}: make ended with {status}", flush=True)
        except builds.Leftover as problem:
            failures += 1
            print(f"FAILED: seed {options.seed}, round {number}, {action.__name__}: {problem}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
