"""Floating-point operations of a loop, and the drawing of its rooflines. Made-up figures: sample_page.cpp."""

from page_checks import expect, expect_equal, id_of, test

ROOFS = "[...document.querySelectorAll('.roofline-drawing .roof')]"


@test
def says_what_a_loop_computes(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_4", "one"))  # 20 operations in 5 cycles
    said = browser.eval("document.getElementById('roofline').textContent")
    for part in ("20 double-precision operations", "4 operations per cycle", "25 % of the core's peak of 16", "8 GFLOP/s at 2 GHz"):
        expect(part in said, f"{part} is not in {said}")
    browser.open(page)
    browser.open(page + id_of(browser, "work_1", "one"))
    expect(not browser.eval("!!document.getElementById('roofline')"), "a section without anything to say")


@test
def draws_a_roof_for_each_level(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_4", "one"))
    lines = browser.eval(ROOFS + """.map(roof => {
      const [line, point] = [roof.querySelector('.slope'), roof.querySelector('.point')];
      return [line.x1, line.y1, line.x2, line.y2, point.cx, point.cy].map(value => value.baseVal.value);
    })""")
    expect_equal(len(lines), 3, "levels after the first")
    slopes = [(y2 - y1) / (x2 - x1) for x1, y1, x2, y2, _, _ in lines]
    expect(max(slopes) - min(slopes) < 0.001 and slopes[0] < 0, f"parallel lines that rise: {slopes}")
    peak = browser.eval("document.querySelector('.roofline-drawing line.core').y1.baseVal.value")
    for (x1, y1, _, y2, cx, cy), slope in zip(lines, slopes):
        expect(abs(y2 - peak) < 0.01, "each ends at the peak")
        expect(cy >= y1 + (cx - x1) * slope - 0.01, "no loop is above its roof")
    # 128 bytes in 5 cycles from L2, 256 in 15 from MEM: the nearer level has the higher roof.
    expect(lines[0][1] < lines[2][1], "L2 is faster than memory")
