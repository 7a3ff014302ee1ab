"""Lint of the project's English: python3 prose.py SOURCE_DIR [FILE...]

Without FILE, the whole tree is compared with prose_allowed.txt, which says how many findings each file (pages) or folder
(comments and texts of C++) may still have. A file with fewer findings than allowed fails, too, so that the list can only shrink.
With FILE, the findings of these files are printed, whatever is allowed.

What is found: sentences of more than 30 words, lines of prose over 100 columns, the words of `patterns` (in pages, in
comments, and in the texts of the program), and links to files or headings that do not exist.
"""
import collections
import pathlib
import re
import subprocess
import sys

most_words = 30
most_columns = 100
patterns = {
    r"behind": "name the order or the place: after, past, from the next level",
    r"stands?|stood": "is, is shown, is written (except 'stands for')",
    r"nobody|somebody|anybody|whoever": "name who or what: the caller, the compiler, an unknown instruction",
    r"told": "reported, shown, printed",
    r"beside": "together with, next to, in addition to",
    r"held against|holds? against": "compared with",
    r"looked at": "inspected, checked, compared",
    r"that which|those which": "name the thing",
    r"nothing of": "none of",
    r"not asked": "not compared, not requested",
}
exceptions = re.compile(r"\bstands? for\b|\bstand-alone\b|`[^`]*`", re.IGNORECASE)
generated = {"docs/rules.md", "models/reference.md", "LICENSE"}


def without_code(line):
    line = re.sub(r"`[^`]*`", "CODE", line)
    return re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", line)


def blocks_of(text):
    """(line number, paragraph, is prose) of a page: paragraphs and list items are prose, rows of tables and headings are not."""
    number, paragraph, fenced = 0, [], False

    def flush():
        nonlocal paragraph
        if paragraph:
            yield number - len(paragraph), " ".join(paragraph), True
        paragraph = []

    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            yield from flush()
            fenced = not fenced
        elif fenced or (line.startswith("    ") and not paragraph) or not line.strip() or line.startswith(("<", "![")):
            yield from flush()
        elif line.startswith(("|", "#")):
            yield from flush()
            yield number, line, False
        else:
            if re.match(r"\s*([-*]|\d+\.) ", line):
                yield from flush()
            paragraph.append(line.strip())
    number = len(lines) + 1
    yield from flush()


def sentences_of(paragraph):
    # The end of a sentence is followed by a capital letter, code or a number; "e.g." and the like are not.
    plain = re.sub(r"\b(e\.g|i\.e|cf|vs|Fig|No)\.", r"\1", without_code(paragraph))
    return [s for s in re.split(r"(?<=[.!?])[)*\"”]*\s+(?=[A-Z0-9(*\"“-])|:\s+(?=[-*] )", plain) if s]


def words_of(sentence):
    return [w for w in re.split(r"\s+", sentence) if re.search(r"[A-Za-z0-9]", w)]


def pattern_findings(number, text):
    plain = exceptions.sub(" ", text)
    for pattern, advice in patterns.items():
        for match in re.finditer(rf"\b(?:{pattern})\b", plain, re.IGNORECASE):
            yield number, f"'{match.group(0)}': {advice}"


def anchors_of(page):
    for _, heading in re.findall(r"^(#+) (.*)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()).replace(" ", "-")


def link_findings(page, text):
    prose = re.sub(r"```.*?```|`[^`\n]*`", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.DOTALL)
    for match in re.finditer(r"\]\(([^)\s]+)\)", prose):
        path, _, anchor = match.group(1).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        target = (page.parent / path) if path else page
        line = prose[: match.start()].count("\n") + 1
        if not target.exists():
            yield line, f"there is no {match.group(1)}"
        elif anchor and target.suffix == ".md" and anchor not in set(anchors_of(target)):
            yield line, f"there is no heading {match.group(1)}"


def page_findings(page):
    text = page.read_text()
    for number, paragraph, is_prose in blocks_of(text):
        yield from pattern_findings(number, paragraph)
        for sentence in sentences_of(paragraph) if is_prose else []:
            if (count := len(words_of(sentence))) > most_words:
                yield number, f"a sentence of {count} words: {sentence[:60]}..."
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= line.lstrip().startswith("```")
        is_code = fenced or line.startswith("    ")
        if len(line) > most_columns and not is_code and not line.startswith(("|", "![", "<")) and " " in line[:most_columns]:
            yield number, f"{len(line)} columns"
    yield from link_findings(page, text)


def comment_findings(source):
    for number, line in enumerate(source.read_text(errors="replace").split("\n"), 1):
        comment = re.search(r"(?:^|\s)//[/!]?<?\s(.*)$", line)
        if comment:
            yield from pattern_findings(number, comment.group(1))


def text_findings(source):
    """The words of `patterns` in string literals that are texts: those of at least three words."""
    text = source.read_text(errors="replace")
    tokens = r"""//[^\n]*|/\*.*?\*/|'(?:[^'\\]|\\.)+'|R"(\w*)\((?P<raw>.*?)\)\1"|"(?P<plain>(?:[^"\\\n]|\\.)*)\""""
    for match in re.finditer(tokens, text, re.DOTALL):
        literal = match.group("raw") or match.group("plain") or ""
        if literal.count(" ") >= 2:
            yield from pattern_findings(text.count("\n", 0, match.start()) + 1, literal)


def findings_of(path):
    if path.suffix == ".md":
        return list(page_findings(path))
    return list(comment_findings(path)) + ([] if is_test(path) else list(text_findings(path)))


def is_test(path):
    return path.resolve().is_relative_to(pathlib.Path(__file__).resolve().parents[1])


def group_of(name):
    """Pages are counted one by one, comments by folder."""
    return name if name.endswith(".md") else str(pathlib.PurePosixPath(name).parent)


def main(source, names):
    if names:
        for name in names:
            for number, text in sorted(findings_of(pathlib.Path(name).resolve())):
                print(f"{name}:{number}: {text}")
        return 0
    listed = subprocess.run(["git", "-C", source, "ls-files", "*.md", "*.h", "*.cpp"], capture_output=True, text=True)
    if listed.returncode != 0:
        print("not a git checkout: nothing to compare")
        return 77
    found = collections.defaultdict(list)
    for name in listed.stdout.split():
        path = pathlib.Path(source, name)
        if name not in generated and path.is_file():
            found[group_of(name)] += [(name, *finding) for finding in findings_of(path)]
    allowed = {}
    for line in pathlib.Path(__file__).with_name("prose_allowed.txt").read_text().split("\n"):
        if line and not line.startswith("#"):
            count, name = line.split(" ", 1)
            allowed[name] = int(count)
    status = 0
    for name in sorted(set(found) | set(allowed)):
        count, limit = len(found[name]), allowed.get(name, 0)
        if count > limit:
            status = 1
            print(f"{name}: {count} findings, {limit} allowed")
            for file, number, text in found[name]:
                print(f"  {file}:{number}: {text}")
        elif count < limit:
            status = 1
            print(f"{name}: {count} findings are left of {limit}: lower the figure in prose_allowed.txt")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
