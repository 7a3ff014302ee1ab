"""A small project that make builds with the plugin, and what has to be true of it whatever happens to a build."""
import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
import uuid

MARK = "OSACA_RELIABILITY_TEST"
REPORTS = "reports"

MAKEFILE = """\
objects := $(patsubst src/%.c,build/%.o,$(sort $(wildcard src/*.c)))
all: report.json
build/%.o: src/%.c
\t$(CC) -O2 -g $(PLUGIN) -c $< -o $@
report.json: $(objects)
\t$(OSACA) report --root . --format json -o $@ build
.DELETE_ON_ERROR:
"""


class Leftover(Exception):
    """What must not be there after a build."""


class Build:
    def __init__(self, folder, compiler, plugin, osaca, units, sources):
        self.folder = os.path.abspath(folder)
        self.mark = uuid.uuid4().hex
        self.temporary = os.path.join(self.folder, "tmp")
        self.settings = [f"CC={compiler}", f"OSACA={osaca}", f"PLUGIN={plugin_options(plugin, osaca)}"]
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("src", "build", "tmp"):
            os.makedirs(os.path.join(self.folder, name))
        with open(os.path.join(self.folder, "Makefile"), "w", encoding="utf-8") as file:
            file.write(MAKEFILE)
        for number in range(units):
            self.write_unit(sources[number % len(sources)], number)

    def write_unit(self, source, number):
        stem = os.path.splitext(os.path.basename(source))[0]
        with open(source, encoding="utf-8") as file:
            text = file.read().replace("_" + stem, f"_{stem}{number}")
        with open(os.path.join(self.folder, "src", f"{stem}{number}.c"), "w", encoding="utf-8") as file:
            file.write(text)

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        return {**kept, MARK: self.mark, "TMPDIR": self.temporary, "LC_ALL": "C", "CCACHE_DISABLE": "1"}

    def start(self, **options):
        """make, as the leader of a process group, as a shell starts it."""
        with open(os.path.join(self.folder, "log"), "ab") as log:
            return subprocess.Popen(["make", "-j2", *self.settings], cwd=self.folder, env=self.environment(),
                                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                                    **options)

    def log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def complete(self):
        """Everything is built without a disturbance. Returns the contents of all results."""
        process = self.start()
        if process.wait() != 0:
            raise Leftover(f"an undisturbed build fails:\n{self.log()[-2000:]}")
        self.wait_for_processes()
        return self.results()

    def results(self):
        found = {}
        for folder in ("build", REPORTS):
            for name in sorted(os.listdir(os.path.join(self.folder, folder))):
                if name.endswith(".o.tmp"):  # Clang's, where it was killed (make sends SIGTERM a second time)
                    continue
                found[f"{folder}/{name}"] = self.content(f"{folder}/{name}")
        found["report.json"] = self.content("report.json")
        return found

    def content(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def clean(self, reports):
        """Without `reports`, reports of the previous build stay and are replaced."""
        for name in ("build", "tmp") + ((REPORTS,) if reports else ()):
            shutil.rmtree(os.path.join(self.folder, name), ignore_errors=True)
        for name in ("build", "tmp", REPORTS):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        if reports:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(self.folder, "report.json"))

    def processes(self):
        """(id, name of the program) of each process that this build has started."""
        wanted = f"{MARK}={self.mark}".encode()
        found = []
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                with open(f"/proc/{entry}/environ", "rb") as file:
                    if wanted not in file.read().split(b"\0"):
                        continue
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                    state = file.read().rpartition(")")[2].split()[0]
                if state != "Z":
                    found.append((int(entry), os.path.basename(os.readlink(f"/proc/{entry}/exe"))))
        return found

    def wait_for_processes(self):
        """Compilers may outlive make. The limit is only there so that the test ends."""
        for _ in range(600):
            left = self.processes()
            if not left:
                return
            time.sleep(0.1)
        for process, _ in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        raise Leftover(f"processes outlive the build: {left}")

    def check_files(self, reference):
        """No temporary file of ours, and each report is complete."""
        for folder, _, names in os.walk(self.folder):
            for name in names:
                if name.startswith((".osaca", "osaca")):  # temporary files of compilers are not ours
                    raise Leftover(f"a temporary file stays: {os.path.join(folder, name)}")
        reports = os.path.join(self.folder, REPORTS)
        known = [f"{REPORTS}/{name}" for name in (os.listdir(reports) if os.path.isdir(reports) else [])]
        for name in known:
            if self.content(name) != reference[name]:
                raise Leftover(f"{name} is damaged: {len(self.content(name))} of {len(reference[name])} bytes")
        if os.path.exists(os.path.join(self.folder, "report.json")):
            # An object whose analysis was killed has no report, so the report of all may be shorter, but not cut off.
            try:
                json.loads(self.content("report.json"))
            except ValueError as problem:
                raise Leftover(f"report.json is damaged: {problem}") from problem

    def check_results(self, reference):
        now = self.results()
        different = [name for name in reference if now.get(name) != reference[name]]
        if different or set(now) != set(reference):
            raise Leftover(f"the next build has other results: {different or set(now) ^ set(reference)}")


def plugin_options(plugin, osaca):
    words = ["arch=zen4", "embed", f"report_dir={REPORTS}", f"driver={osaca}"]
    return f"-fplugin={plugin} " + " ".join(f"-fplugin-arg-osaca-{word}" for word in words)
