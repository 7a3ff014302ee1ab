# A folder's sources are compiled as one unit, so a name that two of them give to functions of their own is an overload, and a
# call may go to the other file's: local_names.py PROJECT
#
# Definitions are found by their layout (clang-format's). What is overloaded on purpose, on types of our own, is listed.
import collections
import pathlib
import re
import sys

FOLDERS = ["analyzer", "driver", "measure", "scan", "clang-plugin", "gcc-plugin", "plugin-common", "tests"]
OVERLOADED = {"name_of", "write", "PrintTo"}
LOCAL_FUNCTION = re.compile(
    r"(?:template <[^>]*> ?)?(?:constexpr |inline |static )*(?:const )?[A-Za-z_][\w:]*(?:<.*>)?(?: const)?[ *&]+(\w+)\(.*[{,(}]$")


def local_functions(text):
    is_local = False
    for line in text.split("\n"):
        if line == "namespace {":
            is_local = True
        elif line == "} // namespace":
            is_local = False
        elif is_local and (found := LOCAL_FUNCTION.match(line)):
            yield found[1]


def shared_names(files):
    """files: of one folder, name -> text; yields (function, names of the files)."""
    owners = collections.defaultdict(set)
    for name, text in files.items():
        for function in local_functions(text):
            owners[function].add(name)
    for function, names in sorted(owners.items()):
        if len(names) > 1 and function not in OVERLOADED:
            yield function, sorted(names)


def main(project):
    problems, count = [], 0
    folders = collections.defaultdict(dict)
    for folder in FOLDERS:
        for file in sorted(pathlib.Path(project, folder).rglob("*.cpp")):
            folders[file.parent.relative_to(project)][file.name] = file.read_text()
            count += 1
    for folder, files in folders.items():
        for function, names in shared_names(files):
            problems.append(f"{folder}: each of {', '.join(names)} has a local function {function}")
    if count < 300:
        problems.append(f"only {count} sources below {project}: is this the project?")
    invented = {"a.cpp": "namespace {\n\nstd::string text_of(int a) {\n", "b.cpp": "namespace {\nstd::string text_of(double a) { return {}; }\n"}
    if [function for function, _ in shared_names(invented)] != ["text_of"]:
        problems.append("the test itself does not see two local functions of one name")
    print("\n".join(problems) or f"{count} sources give their folders' functions different names")
    return 1 if problems else 0


sys.exit(main(sys.argv[1]))
