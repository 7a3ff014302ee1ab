# Names that mean two things: local_names.py PROJECT
#
# - A folder's sources are compiled as one unit, so a name that two of them give to functions of their own is an overload, and a
#   call may go to the other file's.
# - Two headers that define a type of one name in one namespace break the language's rule of one definition, and nobody says so.
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


TYPE = re.compile(r"(?:template <.*> ?)?(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;]*)?\s*\{")


def defined_types(text):
    """Of a header: types at the namespace's own level, with its name."""
    namespace = ""
    for line in text.split("\n"):
        if line.startswith("namespace "):
            namespace = line.split()[1]
        elif line.startswith("} // namespace"):
            namespace = ""
        elif namespace and (found := TYPE.match(line)):
            yield namespace + "::" + found[1]


def repeated_types(headers):
    owners = collections.defaultdict(set)
    for name, text in headers.items():
        for defined in defined_types(text):
            owners[defined].add(str(name))
    return sorted((defined, sorted(names)) for defined, names in owners.items() if len(names) > 1)


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
    # Each plugin is a program of its own, and so is each test.
    product = [folder for folder in FOLDERS if folder != "tests" and not folder.endswith("-plugin") and folder != "plugin-common"]
    headers = {file.relative_to(project): file.read_text() for folder in product for file in pathlib.Path(project, folder).rglob("*.h")}
    problems += [f"{defined} is defined in {' and in '.join(names)}" for defined, names in repeated_types(headers)]
    if count < 300:
        problems.append(f"only {count} sources below {project}: is this the project?")
    invented = {"a.cpp": "namespace {\n\nstd::string text_of(int a) {\n", "b.cpp": "namespace {\nstd::string text_of(double a) { return {}; }\n"}
    if [function for function, _ in shared_names(invented)] != ["text_of"]:
        problems.append("the test itself does not see two local functions of one name")
    twice = "namespace osaca {\nstruct Loop {\n};\n} // namespace osaca\n"
    if [defined for defined, _ in repeated_types({"a.h": twice, "b.h": twice})] != ["osaca::Loop"]:
        problems.append("the test itself does not see two types of one name")
    print("\n".join(problems) or f"{count} sources give their folders' functions different names")
    return 1 if problems else 0


sys.exit(main(sys.argv[1]))
