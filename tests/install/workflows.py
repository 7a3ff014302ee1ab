"""The example's CI, as GitHub and GitLab would run it:  workflows.py EXAMPLE PACKAGES SCRATCH

The steps are read from the workflow files and run as they stand, with Debian packages that are really installed: once on the
example as it is, which has to pass, and once with the division put back, which has to fail in the step of the gate and nowhere
else. This machine does not notice: everything happens on overlays that only this process sees. Where that cannot be had (it
takes root) or apt cannot have what the workflow asks for, the test is skipped.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

SKIPPED = 77
OVERLAID = ("usr", "etc", "var")


def skip(why):
    print("skipped:", why)
    sys.exit(SKIPPED)


try:
    import yaml
except ImportError:
    skip("no PyYAML")


def in_overlays(scratch):
    layers = os.path.join(scratch, "layers")
    os.makedirs(layers, exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "none", layers]).returncode != 0:
        skip("no tmpfs")
    for name in OVERLAID:
        upper, work = (os.path.join(layers, name + kind) for kind in ("", "-work"))
        os.mkdir(upper)
        os.mkdir(work)
        options = f"lowerdir=/{name},upperdir={upper},workdir={work}"
        if subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, "/" + name]).returncode != 0:
            skip("no overlays here")
    probe = "usr/osaca-overlay-probe"
    open("/" + probe, "w").close()
    if not os.path.exists(os.path.join(layers, probe)):
        skip("/usr is not overlaid")


class Steps:
    """What a workflow runs: [(name, text for a shell, whether it runs after a failure)], and the files that it hands over."""

    def __init__(self, service, file):
        with open(file) as text:
            job = yaml.safe_load(text)
        read = {"GitHub": self.of_github, "GitLab": self.of_gitlab}[service]
        self.steps, self.files = [], []
        read(job)

    def of_github(self, workflow):
        for step in workflow["jobs"]["loops"]["steps"]:
            always = step.get("if") == "always()"
            if "run" in step:
                self.steps.append((step["name"], step["run"], always))
            self.files += [step["with"][key] for key in ("sarif_file", "path") if key in step.get("with", {})]

    def of_gitlab(self, pipeline):
        job = pipeline["loops"]
        self.steps = [(line, line, False) for line in job["script"]] + [(line, line, True) for line in job["after_script"]]
        self.files = job["artifacts"]["paths"] + list(job["artifacts"]["reports"].values())

    def run(self, folder, environment):
        """The names of the steps that failed, with what they said."""
        failed = []
        for name, text, always in self.steps:
            if failed and not always:
                continue
            # `apt-get update` is the one thing that is not tried: the lists of this machine are as good.
            text = "\n".join(line for line in text.splitlines() if line.strip() != "apt-get update")
            done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", text], cwd=folder, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                failed.append((name, done.stdout))
        return failed


def check(holds, what):
    if not holds:
        sys.exit("FAILED: " + what)


def read(path):
    with open(path) as file:
        return file.read()


def copy_of(example, packages, folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(example, folder)
    os.mkdir(os.path.join(folder, "ci"))
    for name in ("osaca_*.deb", "osaca-plugin-gcc-12_*.deb"):
        found = glob.glob(os.path.join(packages, name))
        check(len(found) == 1, f"one package {name}: {found}")
        shutil.copy(found[0], os.path.join(folder, "ci"))


def try_service(service, file, example, packages, scratch):
    steps = Steps(service, os.path.join(example, file))
    for divides in (False, True):
        folder = os.path.join(scratch, service + ("-slower" if divides else ""))
        copy_of(example, packages, folder)
        source = os.path.join(folder, "normalise.c")
        if divides:
            text = read(source)
            check("*= scale" in text, "the example has the multiplication that this test takes out")
            with open(source, "w") as out:
                out.write(text.replace("*= scale", "/= peak"))
        summary = os.path.join(folder, "summary.md")
        environment = dict(os.environ, GITHUB_STEP_SUMMARY=summary, DEBIAN_FRONTEND="noninteractive")
        failed = steps.run(folder, environment)
        said = "\n".join(f"{name}:\n{text}" for name, text in failed)
        if not divides:
            check(not failed, f"{service}: the example as it is passes: {said}")
        else:
            check(len(failed) == 1, f"{service}: only the gate fails: {said}")
            check("normalise.c:8:3" in said and "0.125 -> 0.375 cycles" in said, f"{service}: the gate says why: {said}")
        for name in steps.files:
            check(os.path.exists(os.path.join(folder, name)), f"{service}: {name} is there to be handed over")
        if service == "GitHub":
            check("normalise" in read(summary), "the summary of the job has the loops")
            results = json.loads(read(os.path.join(folder, "build/osaca-reports/normalise/osaca.sarif")))["runs"][0]["results"]
            regressions = [result for result in results if result["ruleId"] == "osaca-regression"]
            check(bool(regressions) == divides, f"regressions in SARIF: {regressions}")
        print(f"{service}: {'fails at the division' if divides else 'passes'}, as it should")


def inside(example, packages, scratch):
    in_overlays(scratch)
    wanted = ["cmake", "ninja-build", "gcc-12", "ca-certificates"]
    had = subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "-qq", *wanted], capture_output=True)
    if had.returncode != 0:
        skip("apt cannot have " + ", ".join(wanted))
    try_service("GitHub", ".github/workflows/loops.yml", example, packages, scratch)
    # What was installed stays for the second one; apt then finds it there.
    try_service("GitLab", ".gitlab-ci.yml", example, packages, scratch)
    installed = subprocess.run(["dpkg", "--verify", "osaca", "osaca-plugin-gcc-12"], capture_output=True, text=True).stdout
    check(not installed.strip(), f"files are as the packages have them: {installed}")
    removed = subprocess.run(["dpkg", "--purge", "osaca-plugin-gcc-12", "osaca"], capture_output=True, text=True)
    check(removed.returncode == 0, f"the packages can be taken away: {removed.stderr}")
    left = [path for path in ("/usr/lib/osaca", "/usr/bin/osaca", "/usr/share/doc/osaca") if os.path.lexists(path)]
    check(not left, f"nothing is left behind: {left}")


def main():
    if sys.argv[1] == "--inside":
        inside(*sys.argv[2:])
        return
    if os.geteuid() != 0:
        skip("not root")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        skip("no mount namespaces here")
    if subprocess.run(["dpkg-query", "-W", "osaca"], capture_output=True).returncode == 0:
        skip("osaca is installed on this machine")
    if not glob.glob(os.path.join(sys.argv[2], "osaca_*.deb")):
        skip("no packages were built")
    status = subprocess.run(["unshare", "--mount", "--propagation", "private", sys.executable, sys.argv[0], "--inside",
                             *sys.argv[1:]]).returncode
    sys.exit(status)


main()
