# No file of the product is over 400 lines and no function over 60: sizes.py PROJECT
#
# Texts do not count as lines of a function (raw strings, one string after the other); comments do. Functions are found by
# their braces, which is good enough for code that clang-format has laid out.
import pathlib
import re
import sys

MOST_FILE_LINES = 400
MOST_FUNCTION_LINES = 60
FOLDERS = ["analyzer", "driver", "measure", "scan", "plugin-common", "gcc-plugin", "clang-plugin"]
TOKENS = re.compile(r'R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
FUNCTION = re.compile(r"\)\s*(?:const|noexcept|override|final|mutable|&&?|->\s*[\w:<>,&*\s]+|:\s*[^;{]*)*\s*$")
NO_FUNCTION = re.compile(r"^\s*(?:\}\s*)?(?:else\s+)?(?:if|for|while|switch|catch|namespace|class|struct|enum|union)\b")


def blank(match):
    """A text or comment without its content: comments keep their lines, texts do not."""
    text = match[0]
    return "\n" * text.count("\n") if text.startswith("/") else "''"


def long_functions(text):
    code = TOKENS.sub(blank, text)
    opened, line = [], 1
    for place, letter in enumerate(code):
        if letter == "\n":
            line += 1
        elif letter == "{":
            head = code[max(code.rfind(end, 0, place) for end in ";{}") + 1 : place]
            opened.append((line, head if FUNCTION.search(head) and not NO_FUNCTION.search(head.strip()) else None))
        elif letter == "}" and opened:
            begin, head = opened.pop()
            if head is not None and line - begin + 1 > MOST_FUNCTION_LINES:
                yield line - begin + 1, " ".join(head.split())[-80:]


def main(project):
    problems, files = [], 0
    for folder in FOLDERS:
        for file in sorted(pathlib.Path(project, folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            files += 1
            text = file.read_text()
            name = file.relative_to(project)
            lines = text.count("\n")
            if lines > MOST_FILE_LINES:
                problems.append(f"{name}: {lines} lines, more than {MOST_FILE_LINES}")
            problems += [f"{name}: {size} lines: {head}" for size, head in long_functions(text)]
    if files < 100:
        problems.append(f"only {files} files below {project}: is this the project?")
    invented = "int f(int a) {\n" + "  a += '{';\n" * 59 + "}\n"
    if list(long_functions(invented)) != [(61, "int f(int a)")] or list(long_functions(invented.replace("  a += '{';\n", "", 1))):
        problems.append("the test itself does not know a function of 61 lines from one of 60")
    print("\n".join(problems) or f"{files} files are small enough")
    return 1 if problems else 0


sys.exit(main(sys.argv[1]))
