"""Whether text from outside is shown as it is, and nothing of it became markup:  markdown.py FOLDER (with *.md.html)"""
import html
import re
import sys

folder = sys.argv[1]
ours = {"h2", "h3", "table", "thead", "tbody", "tr", "th", "td", "code", "strong", "p", "details", "summary", "ul", "li"}
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


def page(name):
    with open(f"{folder}/{name}.md.html", encoding="utf-8") as file:  # which it must be
        return file.read()


for name in ("empty", "sample", "plain", "hostile", "large"):
    tags = set(re.findall(r"<[/!]?([a-zA-Z0-9-]+)", page(name)))
    check(tags <= ours, f"{name}: text became markup: {tags - ours}")

# What the sample's hostile text looks like to a reader: on one line, no control characters, what is not UTF-8 replaced.
nasty = "a\"b\\c ?[31md\ufffd</script>|{}<>%::warning,file=x: [a](1) {0} ]]> <!-- `` | \\| 'x' # - ... --- ?? \ufffd\ufffd\ufffd"
cells = [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<(?:td|h2|li)[^>]*>(.*?)</(?:td|h2|li)>", page("hostile"))]
check(sum(nasty in cell for cell in cells) >= 10, "the hostile text is not shown as it is")
check(not any("\\" in cell.replace(nasty, "").replace("\\c", "") for cell in cells), "an escape is shown")

rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", page("sample"), re.S)]
first = next(row for row in rows if row)
check("became slower" in first[0] and "src/pi.c:12" in first[1], "the first row is not the worst regression")
check("1.33 -&gt; 2.5 cycles" in first[3], "the first row has not the old and the new cycles")
loops = [row for row in rows if len(row) == 12]
check(len(loops) == 3, f"{len(loops)} rows of loops, not one for each of the source")

large = page("large")
check(len(re.findall("<tr>", large)) < 250, "tables are not limited")
check("and 890 more findings" in large, "nothing says that notes were left out")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
