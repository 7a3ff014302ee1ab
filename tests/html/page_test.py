"""What the HTML report does in a browser:  page_test.py --browser PROGRAM --maker SAMPLE_PAGE [--only NAME]

SAMPLE_PAGE writes a page of made-up loops: number i is on two cores and takes i % 97 + 1 cycles. Ends with 77 (skipped) where
there is no browser.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import memory_tests  # noqa: F401: it registers tests
import roofline_tests  # noqa: F401
from browser import Browser, Failure
from page_checks import COUNT, CYCLES, FOCUSED, FUNCTIONS, ROWS, SUMMARY, bound_by, expect, expect_equal, id_of, put, test, tests

@test
def draws_only_the_rows_in_sight(browser, page):
    browser.open(page)
    expect_equal(browser.eval(SUMMARY), f"{COUNT + 1:,} loops", "number of loops")
    expect(browser.eval(ROWS + ".length") < 100, "all rows are elements")
    browser.eval("window.scrollTo(0, document.body.scrollHeight)")
    browser.settle()
    expect_equal(browser.eval(f"{ROWS}.pop().getAttribute('aria-rowindex')"), str(COUNT + 2), "the last row at the end")


@test
def filters_by_text_file_function_bound_and_core(browser, page):
    browser.open(page)
    put(browser, "filter", "work_123")
    expect_equal(sorted(set(browser.eval(FUNCTIONS))), ["work_123"], "functions by text")
    put(browser, "filter", "op3 one work_7")  # an opcode, a core and a function together
    expect(all(name.startswith("work_7") for name in browser.eval(FUNCTIONS)), "several words")
    put(browser, "filter", "")
    put(browser, "filter-file", "part49.c")
    expect_equal(browser.eval(SUMMARY), f"20 of {COUNT + 1:,} loops", "loops of a file")
    put(browser, "filter-file", "")
    put(browser, "filter-function", "WORK_99")
    expect_equal(browser.eval(SUMMARY), f"11 of {COUNT + 1:,} loops", "functions whatever the case")
    put(browser, "filter-function", "")
    browser.eval("document.querySelector('.toggle[data-bound=stores]').click()")
    expect_equal(browser.eval(SUMMARY), f"{bound_by(3):,} of {COUNT + 1:,} loops", "bound by stores")
    browser.eval("[...document.querySelectorAll('.toggle')].find(button => button.textContent.startsWith('two')).click()")
    expect_equal(browser.eval(SUMMARY), f"{bound_by(3):,} of {COUNT + 1:,} loops", "and on one core")
    browser.eval("[...document.querySelectorAll('button')].find(button => button.textContent === 'Clear filters').click()")
    expect_equal(browser.eval(SUMMARY), f"{COUNT + 1:,} loops", "after clearing")
    put(browser, "filter", "no such thing")
    expect(browser.eval("!document.querySelector('main > .message').hidden"), "nothing is not said")


@test
def sorts_by_columns_both_ways(browser, page):
    browser.open(page + "#/loops")
    press = "[...document.querySelectorAll('[role=columnheader] button')].find(button => button.textContent.startsWith('Cycles')).click()"
    browser.eval(press)
    down = browser.eval(CYCLES)
    expect(down == sorted(down, reverse=True) and down[0] == 97, f"largest first: {down[:5]}")
    expect_equal(browser.eval("document.querySelectorAll('[aria-sort=descending]').length"), 1, "what is said of the order")
    browser.eval(press)
    up = browser.eval(CYCLES)
    expect(up == sorted(up) and up[0] == 1, f"smallest first: {up[:5]}")


@test
def a_row_unfolds_to_its_cores(browser, page):
    browser.open(page + "#/loops?q=work_123")
    row = ROWS + "[0].querySelector('.unfold')"
    expect("two" in browser.eval(row + ".textContent"), "the other core is not named")
    browser.eval(row + ".click()")
    browser.settle()
    expect_equal(browser.eval(FUNCTIONS), ["work_123", "work_123"], "rows after unfolding")
    expect_equal(browser.eval(ROWS + ".map(row => row.querySelector('.arch').textContent)"), ["one", "two"], "their cores")
    expect_equal(browser.eval(row + ".getAttribute('aria-expanded')"), "true", "what is said of the row")
    browser.key("ArrowLeft")
    expect_equal(browser.eval(FUNCTIONS), ["work_123"], "rows after folding by a key")
    browser.key("ArrowRight")
    browser.key("j")
    browser.key("Enter")
    expect("Core of two" in browser.eval("document.querySelector('main').textContent"), "the second row does not lead to its core")


@test
def findings_that_are_accepted_are_folded_away(browser, page):
    browser.open(page + "#/findings")
    rules = browser.eval("[...document.querySelectorAll('main > div > .findings > li .rule')].map(rule => rule.textContent)")
    expect_equal(sorted(rules), ["osaca-expectation", "osaca-regression"], "what is open")
    expect("suppressed finding" in browser.eval("document.querySelector('details.folded summary').textContent"), "the accepted ones")


@test
def what_became_slower_comes_first_when_asked(browser, page):
    browser.open(page + "#/loops?sort=change")
    expect_equal(browser.eval(FUNCTIONS + "[0]"), "work_0", "the regression")
    expect("slower" in browser.eval(ROWS + "[0].textContent"), "the change is not in the index")
    browser.open(page + "#/changes")
    text = browser.eval("document.querySelector('main').textContent")
    expect("0.25" in text and "12.5" in text and "1 regression" in text, "the changes: " + text[:300])


@test
def a_fragment_opens_a_loop_and_back_returns(browser, page):
    browser.open(page)
    fragment = id_of(browser, "work_42", "two")
    browser.open(page + fragment)
    expect_equal(browser.eval("document.querySelector('h1').textContent"), "work_42", "the loop that was named")
    text = browser.eval("document.querySelector('main').textContent")
    for words in ("43.0 cycles per iteration", "10.75 cycles per source iteration", "bound by", "front end", "Core of two"):
        expect(words in text, f"not on the page of the loop: {words}")
    browser.open(page + "#/loops?q=work_5&sort=-cycles")
    before = browser.eval(FUNCTIONS)
    browser.eval(ROWS + "[2].querySelector('a').click()")
    browser.settle()
    expect_equal(browser.eval("document.querySelector('h1').textContent"), before[2], "the loop that was opened")
    browser.eval("history.back()")
    browser.settle()
    browser.settle()
    expect_equal(browser.eval(FUNCTIONS), before, "the list after going back")
    browser.open(page + "#no-such-loop")
    expect("No such loop" in browser.eval("document.querySelector('main').textContent"), "an unknown fragment")


@test
def works_from_the_keyboard(browser, page):
    browser.open(page + "#/loops?sort=place")
    names = browser.eval(FUNCTIONS)
    browser.key("j")
    expect_equal(browser.eval(FOCUSED), names[0], "the first row after j")
    browser.key("j", 2)
    browser.key("ArrowDown")
    browser.key("k")
    expect_equal(browser.eval(FOCUSED), names[2], "after down, down, down, up")
    browser.key("End")
    expect(browser.eval("document.activeElement.getBoundingClientRect().bottom <= innerHeight"), "the last row is out of sight")
    browser.key("Home")
    browser.key("/")
    expect_equal(browser.eval("document.activeElement.id"), "filter", "after /")
    browser.type("work_77")
    browser.key("Escape")
    first = browser.eval(FUNCTIONS)[0]
    expect_equal(browser.eval(FOCUSED), first, "the row after leaving the filter")
    browser.key("Enter")
    expect_equal(browser.eval("document.querySelector('h1').textContent"), first, "the loop after Enter")
    second = browser.eval("document.querySelector('.steps [data-step=\"1\"]').disabled")
    expect(not second, "there is no next loop")
    before = browser.eval("location.hash")
    browser.key("j")
    expect(browser.eval("location.hash") != before, "j does not lead to the next loop")
    browser.key("k")
    expect_equal(browser.eval("location.hash"), before, "k does not lead back")
    browser.key("Escape")
    expect_equal(browser.eval(FOCUSED), first, "the row after Escape")
    browser.key("?")
    expect(browser.eval("document.getElementById('help').open"), "no help")
    browser.key("Escape")
    expect(not browser.eval("document.getElementById('help').open"), "help stays")


@test
def source_and_assembly_light_each_other(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_42", "one"))
    browser.eval("document.querySelectorAll('.line.has')[0].focus()")
    lit = browser.eval("[...document.querySelectorAll('.asm-table tbody tr.lit .ordinal')].map(cell => cell.textContent)")
    expect_equal(lit, ["0", "3"], "instructions of the first line")
    expect_equal(browser.eval("document.querySelectorAll('.node.lit').length"), 2, "their nodes in the graph")
    browser.key("ArrowDown")
    expect_equal(browser.eval("[...document.querySelectorAll('.asm-table tbody tr.lit .ordinal')].map(cell => cell.textContent)"), ["1"], "of the next line")
    browser.eval("document.querySelectorAll('.asm-table tbody tr')[2].focus()")
    expect_equal(browser.eval("[...document.querySelectorAll('.line.lit .number')].map(cell => cell.textContent)"), ["32"], "the line of an instruction")


@test
def shows_bounds_graph_timeline_and_other_cores(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_1", "one"))
    expect_equal(browser.eval("[...document.querySelectorAll('#bounds .winner')].map(row => row.querySelector('.bar-name').textContent)"), ["÷divider"], "the winner")
    expect_equal(browser.eval("document.querySelectorAll('.graph .node').length"), 4, "nodes")
    expect_equal(browser.eval("document.querySelectorAll('.graph .edge.critical').length"), 3, "steps of the critical path")
    expect_equal(browser.eval("document.querySelectorAll('.graph .edge.carried').length"), 1, "steps of the loop-carried dependency")
    expect_equal(browser.eval("document.querySelectorAll('.timeline .uop').length"), 8, "rows of the timeline")
    expect_equal(browser.eval("document.querySelectorAll('.cores thead th').length"), 3, "cores side by side")
    expect("multiply instead" in browser.eval("document.getElementById('try').textContent"), "what to try")
    overlaps = browser.eval("""(() => {
      const boxes = [...document.querySelectorAll('.graph .node rect')].map(node => node.getBoundingClientRect());
      return boxes.filter((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
    })()""")
    expect_equal(overlaps, 0, "nodes over each other")


@test
def each_core_has_its_own_words(browser, page):
    for arch in ("one", "two"):
        browser.open(page)
        browser.open(page + id_of(browser, "work_1", arch))
        said = browser.eval("document.querySelector('.findings').textContent")
        expect(f"a division as {arch} does it" in said, f"on {arch}: {said}")
        expect("as on " not in said, f"figures of another core on {arch}: {said}")


@test
def a_huge_loop_is_shown_in_part_and_says_so(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_7", "one"))
    expect(browser.eval("document.querySelectorAll('.asm-table tbody tr').length") < 900, "all rows at once")
    expect(browser.eval("document.querySelectorAll('.graph .node').length") <= 300, "all nodes at once")
    expect("too large" in browser.eval("document.getElementById('graph').textContent"), "nothing is said of the nodes left out")
    browser.eval("[...document.querySelectorAll('button')].find(button => button.textContent.startsWith('Show all 900')).click()")
    expect_equal(browser.eval("document.querySelectorAll('.asm-table tbody tr').length"), 900, "rows that were asked for")


@test
def text_of_the_input_stays_text(browser, page):
    browser.open(page)
    put(browser, "filter", "onerror")
    expect_equal(browser.eval(SUMMARY), f"1 of {COUNT + 1:,} loops", "the hostile loop")
    browser.eval(ROWS + "[0].querySelector('a').click()")
    browser.settle()
    expect("hurt" not in browser.eval("document.title").replace("document.title='hurt'", ""), "a script of the input ran")
    expect_equal(browser.eval("document.querySelectorAll('main img, main script, main b > b').length"), 0, "elements of the input")
    expect("<b>array</b>" in browser.eval("document.getElementById('memory').textContent"), "the stream's name")
    expect("<img src=x" in browser.eval("document.querySelector('.memory-drawing desc').textContent"), "the level's name")
    expect("<b>&amp;</b>" in browser.eval("document.querySelector('.source').textContent"), "the source's text")
    expect("\u202e" not in browser.eval("document.querySelector('main').textContent"), "characters that turn text around")
    for view in ("#/findings", "#/notes", "#/changes"):
        browser.open(page + view)
        expect(browser.eval("document.querySelector('main').textContent.length") > 20, view)
    expect_equal(browser.eval("document.querySelectorAll('main img, main script, main i').length"), 0, "elements of the input")


@test
def colours_follow_the_system_and_the_button(browser, page):
    colour = "getComputedStyle(document.body).backgroundColor"
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.open(page)
    light = browser.eval(colour)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.settle()
    dark = browser.eval(colour)
    expect(light != dark, "dark is as light")
    browser.key("t")
    expect_equal(browser.eval(colour), light, "light, though the system is dark")
    browser.key("t")
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    expect_equal(browser.eval(colour), dark, "dark, though the system is light")
    browser.key("t")
    expect_equal(browser.eval(colour), light, "as the system again")


@test
def fits_a_narrow_window(browser, page):
    browser.call("Emulation.setDeviceMetricsOverride", width=420, height=800, deviceScaleFactor=1, mobile=False)
    try:
        browser.open(page)
        expect(browser.eval("document.documentElement.scrollWidth <= innerWidth"), "the index is wider than the window")
        browser.open(page + id_of(browser, "work_42", "two"))
        expect(browser.eval("document.documentElement.scrollWidth <= innerWidth"), "a loop is wider than the window")
        browser.open(page)
        browser.open(page + id_of(browser, "work_4", "one"))
        expect(browser.eval("document.documentElement.scrollWidth <= innerWidth"), "a loop with memory is wider than the window")
    finally:
        browser.call("Emulation.clearDeviceMetricsOverride")


@test
def prints_every_row(browser, page):
    browser.open(page + "#/loops?q=work_1&arch=one")
    browser.eval("window.dispatchEvent(new Event('beforeprint'))")
    expect_equal(browser.eval(ROWS + ".length"), browser.eval("parseInt(document.querySelector('.summary').textContent)"), "rows on paper")
    browser.eval("window.dispatchEvent(new Event('afterprint'))")


def passes(function, browser, page, form):
    name = f"{function.__name__.replace('_', ' ')}, {form}"
    browser.events.clear()
    try:
        function(browser, page)
        expect_equal(browser.errors(), [], "what the page complained of")
        outside = [url for url in browser.requests() if not url.startswith((page, "data:", "about:"))]
        expect_equal(outside, [], "requests that leave the page")
    except Failure as failure:
        print("FAILED", name + ":", failure)
        return False
    print("ok    ", name)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--browser", required=True)
    parser.add_argument("--maker", required=True)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    program = shutil.which(arguments.browser)
    if not program:
        print("no browser: skipped")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as folder, Browser(program) as browser:
        for form, options in (("whole", []), ("in parts", ["100"])):
            page = os.path.join(folder, form + ".html").replace(" ", "-")
            subprocess.run([arguments.maker, page, str(COUNT), *options], check=True)
            for function in tests:
                if not arguments.only or arguments.only == function.__name__:
                    failed += not passes(function, browser, "file://" + page, form)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
