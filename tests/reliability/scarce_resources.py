#!/usr/bin/env python3
"""Compiles and reports with full disks and few processes and files: scarce_resources.py FOLDER COMPILER PLUGIN OSACA SOURCE

A compile that succeeds without the plugin succeeds with it, and has the same result. A report is complete, or the
program says that it failed and leaves the previous one. What this system does not allow is skipped, with the reason.
"""
import difflib
import os
import shutil
import subprocess
import sys

SKIPPED = 77
USER = 54321  # without other processes; root has no limit on processes


class Trial:
    def __init__(self, folder, compiler, plugin, osaca, source):
        self.folder = os.path.abspath(folder)
        self.compiler = compiler
        self.plugin = [f"-fplugin={plugin}", f"-fplugin-arg-osaca-driver={osaca}", "-fplugin-arg-osaca-arch=zen4"]
        self.osaca = osaca
        self.source = os.path.abspath(source)
        self.failures = []
        self.compared = 0
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        os.chmod(self.folder, 0o777)

    def run(self, command, folder, limits=()):
        # No pipes of the test's own: what a program says goes to a file outside of the full disk.
        with open(os.path.join(self.folder, "said"), "w+b") as said:
            environment = {**os.environ, "CCACHE_DISABLE": "1", "TMPDIR": folder, "LC_ALL": "C"}
            status = subprocess.run([*limits, *command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                    stdout=said, stderr=said, check=False).returncode
            said.seek(0)
            return status, said.read().decode(errors="replace")

    def compile(self, folder, words, limits=(), output="unit.o"):
        remove(os.path.join(folder, output))
        command = [self.compiler, "-O2", "-g", "-pipe", "-Wno-unknown-pragmas", *words, "-c", self.source, "-o", output]
        return self.run(command, folder, limits)

    def expect(self, holds, what, said):
        self.compared += 1
        if not holds:
            self.failures.append(f"{what}:\n{said[-1000:]}")

    def compare_compiles(self, folder, what, limits=()):
        """Whatever the limits, the plugin must not matter."""
        plain, said = self.compile(folder, [], limits, "plain.o")
        without = content(os.path.join(folder, "plain.o"))
        remove(os.path.join(folder, "plain.o"))
        if plain != 0:
            return
        for words in ([], ["report=report.json"], ["embed"]):
            report = os.path.join(folder, "report.json")
            before = content(report)
            options = self.plugin + [f"-fplugin-arg-osaca-{word}" for word in words]
            status, said = self.compile(folder, options, limits)
            after = content(report)
            if words == ["embed"]:  # the object is larger, so the compiler may fail to write it to a full disk
                self.expect(status != 0 or content(os.path.join(folder, "unit.o")) is not None, f"{what}, embed", said)
                continue
            self.expect(status == 0, f"{what}, {words}: fails with {status}", said)
            self.expect(content(os.path.join(folder, "unit.o")) == without, f"{what}, {words}: another object", said)
            self.expect(after == before or after == self.complete, f"{what}, {words}: a damaged report", said)
            self.expect(not temporary_files(folder), f"{what}, {words}: {temporary_files(folder)}", said)
            remove(os.path.join(folder, "unit.o"))

    def prepare(self):
        """What results look like without limits."""
        whole = os.path.join(self.folder, "whole")
        os.makedirs(whole)
        report = [*self.plugin, "-fplugin-arg-osaca-report=report.json"]
        status, said = self.compile(whole, report)
        self.complete = content(os.path.join(whole, "report.json"))
        if status != 0 or not self.complete:
            sys.exit(f"no report is written:\n{said}")
        self.objects = os.path.join(self.folder, "objects")
        os.makedirs(self.objects)
        for number in range(12):
            text = content(self.source).replace(b"_fields", b"_fields%d" % number)
            with open(os.path.join(self.objects, f"unit{number}.c"), "wb") as file:
                file.write(text)
            command = [self.compiler, "-O2", "-g", *self.plugin, "-fplugin-arg-osaca-embed", "-c", f"unit{number}.c"]
            if self.run(command, self.objects)[0] != 0:
                sys.exit("no report is embedded")
        _, self.whole_report = self.run(self.report_command(), self.objects)

    def report_command(self, *words):
        return [self.osaca, "report", "--root", self.objects, "-j", "8", "--format", "json", *words, self.objects]


def content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def remove(path):
    if os.path.lexists(path):
        os.unlink(path)


def temporary_files(folder):
    return [name for name in os.listdir(folder) if name.startswith((".osaca", "osaca"))]


def full_disk(trial):
    """A file system of 512 KiB with less and less room; the script runs itself in a mount namespace of its own."""
    disk = os.path.join(trial.folder, "disk")
    os.makedirs(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k,nr_inodes=40", "none", disk], check=False).returncode:
        return "no file system can be mounted"
    for free in (0, 1, 4, 8, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 256):
        for old in (None, b"{}\n" * 20, trial.complete):
            fill(disk, free, old)
            trial.compare_compiles(disk, f"{free} KiB free")
            fill(disk, free, old)
            report_on_full_disk(trial, disk, f"{free} KiB free")
    fill(disk, 256, b"old")
    for number in range(60):  # no more files can be created
        try:
            with open(os.path.join(disk, f"file{number}"), "w", encoding="utf-8"):
                pass
        except OSError:
            break
    report_on_full_disk(trial, disk, "no file can be created")
    subprocess.run(["umount", disk], check=True)
    return ""


def fill(disk, free_kib, old_report):
    for name in os.listdir(disk):
        os.unlink(os.path.join(disk, name))
    if old_report is not None:
        with open(os.path.join(disk, "report.json"), "wb") as file:
            file.write(old_report)
    status = os.statvfs(disk)
    with open(os.path.join(disk, "filler"), "wb") as file:
        file.write(bytes(max(0, status.f_bavail * status.f_frsize - free_kib * 1024)))


def report_on_full_disk(trial, disk, what):
    report = os.path.join(disk, "report.json")
    before = content(report)
    status, said = trial.run(trial.report_command("-o", report), disk)
    after = content(report)
    trial.expect(after == (trial.whole_report.encode() if status == 0 else before), f"{what}: a damaged report", said)
    trial.expect(status == 0 or "report.json: cannot be written" in said, f"{what}: {status}", said)
    trial.expect(not temporary_files(disk), f"{what}: {temporary_files(disk)}", said)


def few_processes(trial):
    if os.geteuid() != 0:
        return "another user is needed, whose processes are counted"
    folder = os.path.join(trial.folder, "user")
    os.makedirs(folder)
    os.chown(folder, USER, USER)
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "prlimit"]
    if trial.run([*user, "--nproc=100", "true"], folder)[0] != 0:
        return "the user cannot be changed"
    for most in range(1, 9):
        trial.compare_compiles(folder, f"{most} processes", [*user, f"--nproc={most}"])
        compare_report(trial, folder, f"{most} processes", [*user, f"--nproc={most}"], has_to_succeed=True)
    return ""


def few_files(trial):
    folder = os.path.join(trial.folder, "files")
    os.makedirs(folder)
    for most in range(3, 24):
        limits = ["prlimit", f"--nofile={most}"]
        trial.compare_compiles(folder, f"{most} open files", limits)
        compare_report(trial, folder, f"{most} open files", limits, has_to_succeed=most > 20)
    return ""


def compare_report(trial, folder, what, limits, has_to_succeed):
    status, said = trial.run(trial.report_command(), folder, limits)
    difference = "".join(list(difflib.unified_diff(trial.whole_report.splitlines(True), said.splitlines(True)))[:40])
    trial.expect(not difference if status == 0 else bool(said), f"{what}: another report", difference)
    trial.expect(status == 0 or not has_to_succeed, f"{what}: the report fails with {status}", said)


def main():
    if os.geteuid() == 0 and "OSACA_UNSHARED" not in os.environ:
        os.environ["OSACA_UNSHARED"] = "1"
        if subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True).returncode == 0:
            os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    trial = Trial(*sys.argv[1:])
    trial.prepare()
    skipped = []
    for part in (full_disk, few_processes, few_files):
        why = part(trial)
        print(f"{part.__name__}: {'skipped: ' + why if why else 'done'}; {trial.compared} comparisons", flush=True)
        skipped += [why] if why else []
    for failure in trial.failures:
        print("FAILED:", failure)
    print(f"{len(trial.failures)} failures")
    sys.exit(1 if trial.failures else SKIPPED if len(skipped) == 3 else 0)


if __name__ == "__main__":
    main()
