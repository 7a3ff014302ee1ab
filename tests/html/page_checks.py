"""What the tests of the page share: the list of tests, what they expect, where things are on the page."""

from browser import Failure

COUNT = 1000
ROWS = "[...document.querySelectorAll('.rows .row')].sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))"
FUNCTIONS = ROWS + ".map(row => row.querySelector('a').textContent)"
CYCLES = ROWS + ".map(row => parseFloat(row.querySelector('.cycles').textContent.replace('≥', '')))"
SUMMARY = "document.querySelector('.summary').textContent"
FOCUSED = "document.activeElement.textContent"
tests = []


def test(function):
    tests.append(function)
    return function


def expect(held, what):
    if not held:
        raise Failure(what)


def expect_equal(seen, wanted, what):
    expect(seen == wanted, f"{what}: {repr(seen)[:300]} instead of {repr(wanted)[:300]}")


def put(browser, field, text):
    """Types into a field, as a person would."""
    browser.eval(f"document.getElementById('{field}').focus(); document.getElementById('{field}').select()")
    if text:
        browser.type(text)
    else:
        browser.eval(f"document.getElementById('{field}').value = ''; document.getElementById('{field}').dispatchEvent(new Event('input'))")
    browser.settle()


def bound_by(kind):
    """How many of the made-up loops: the kinds of bounds take turns."""
    return len(range(kind, COUNT, 6))


def id_of(browser, function, arch):
    """Of the row of this function, which may have to be scrolled to: "work_5" is in "work_50", too."""
    put(browser, "filter", f"{function} {arch}")
    browser.eval("window.scrollTo(0, 0)")
    while True:
        browser.settle()
        found = browser.eval(f"(row => row && row.querySelector('a').hash)({ROWS}.find(row => row.querySelector('a').textContent === '{function}'))")
        before = browser.eval("window.scrollY")
        if found:
            return found
        browser.eval("window.scrollBy(0, window.innerHeight / 2)")
        expect(browser.eval("window.scrollY") > before, f"a row of {function}")
