# A small project that is compiled with the plugin, and what `osaca report` says of it.
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

SOURCES = pathlib.Path(__file__).parent / "project"


class Project:
    def __init__(self, tools):
        self.tools = tools
        self.scratch = tempfile.TemporaryDirectory(prefix="osaca editor ö ")
        self.root = pathlib.Path(self.scratch.name).resolve() / "a project"
        shutil.copytree(SOURCES, self.root)
        (self.root / ".osaca.yml").write_text("# the root of the project\n")
        self.build = self.root / "build"
        self.build.mkdir()
        (self.build / "CMakeCache.txt").touch()

    def compile(self, *sources, archs="zen4", into=None):
        into = into or self.build
        for source in sources or ("loops.c", "other.c"):
            subprocess.run([self.tools.compiler, "-O3", "-ffast-math", "-march=znver3", f"-fplugin={self.tools.plugin}",
                            f"-fplugin-arg-osaca-driver={self.tools.osaca}", f"-fplugin-arg-osaca-arch={archs}",
                            "-fplugin-arg-osaca-embed", "-c", source, "-o", str(into / (source + ".o"))],
                           cwd=self.root, check=True, stderr=subprocess.DEVNULL)

    def report(self, *options):
        out = subprocess.run([self.tools.osaca, "report", "--format", "json", *options, "build"], cwd=self.root, check=True,
                             stdout=subprocess.PIPE).stdout
        return json.loads(out)

    def edit(self, name, text):
        """As an editor saves; later than all that was compiled, whatever the clock's resolution."""
        path = self.root / name
        path.write_text(text)
        newest = max(file.stat().st_mtime_ns for file in self.build.iterdir())
        time = max(path.stat().st_mtime_ns, newest + 1)
        os.utime(path, ns=(time, time))

    def close(self):
        self.scratch.cleanup()
