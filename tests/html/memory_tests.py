"""Where the data of a loop may be: memory as a bound, and the section about it. Made-up figures: sample_page.cpp."""

from page_checks import COUNT, ROWS, SUMMARY, bound_by, expect, expect_equal, id_of, test

STEPS = "[...document.querySelectorAll('.memory-drawing .step')]"
LEVELS = "[...document.querySelectorAll('#memory .levels tbody tr')]"
CELLS = ".map(row => [...row.cells].map(cell => cell.textContent))"


@test
def memory_is_a_bound_like_others(browser, page):
    browser.open(page)
    browser.eval("document.querySelector('.toggle[data-bound=memory]').click()")
    expect_equal(browser.eval(SUMMARY), f"{bound_by(5):,} of {COUNT + 1:,} loops", "bound by memory")
    expect_equal(browser.eval(f"new Set({ROWS}.map(row => row.querySelector('.chip.bound').textContent)).size"), 1, "words of the bound")
    colours = browser.eval("""['ports', 'memory'].map(kind => getComputedStyle(document.querySelector('.toggle[data-bound=' + kind + '] .sign')).color)""")
    expect(colours[0] != colours[1], "memory has the colour of ports")
    browser.open(page)
    browser.open(page + id_of(browser, "work_5", "one"))
    expect_equal(browser.eval("document.querySelector('#bounds .winner .bar-name').textContent"), "▤memory", "the winner")
    rows = "[...document.querySelectorAll('.cores tbody th')].map(cell => cell.textContent)"
    expect("▤memory" in browser.eval(rows), "memory is not compared core by core")
    browser.open(page)
    browser.open(page + id_of(browser, "work_1", "one"))
    expect(not browser.eval("!!document.getElementById('memory')"), "a section without anything to say")
    expect("▤memory" not in browser.eval(rows), "a bound that no core has")


@test
def shows_what_an_iteration_takes_from_each_level(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_4", "one"))  # 5 cycles with data in L1
    rows = browser.eval(LEVELS + CELLS)
    expect_equal([row[0] for row in rows], ["L1", "L2", "L3", "MEM"], "levels")
    expect_equal([row[2] for row in rows], ["5.0", "10.0", "20.0 to 30.0", "50.0"], "cycles")
    expect_equal([row[1].replace("\xa0", " ") for row in rows][:3], ["48 KiB", "2 MiB", "260 MiB"], "sizes")
    expect_equal(rows[1][4:6], ["1.5", "0.5"], "lines of L2")
    expect("L2 transfers" in rows[1][-1], "what bounds with data in L2")
    expect("memory-bound in L2 or farther" in browser.eval("document.querySelector('.heading').textContent"), "the heading")
    expect("data in" not in browser.eval("document.querySelector('.heading').textContent"), "a place that nobody named")
    streams = browser.eval("[...document.querySelectorAll('#memory .streams tbody tr')]" + CELLS)
    expect_equal(streams, [["a[i]", "read", "32", "0.5", "contiguous"], ["list->next", "read, write", "?", "1.0", "chased"]], "streams")
    expect("8000 bytes" in browser.eval("document.querySelector('.conditions').textContent"), "layer conditions")
    browser.eval("document.querySelector('#memory .streams tbody tr').focus()")
    lit = browser.eval("[...document.querySelectorAll('.asm-table tbody tr.lit .ordinal')].map(cell => cell.textContent)")
    expect_equal(lit, ["0", "2"], "instructions of the first stream")


@test
def tells_where_the_data_were_said_to_be(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_11", "one"))  # 12 cycles, from L3
    here = browser.eval(f"{LEVELS}.filter(row => row.classList.contains('has-data')).map(row => row.cells[2].textContent)")
    expect_equal(here, ["12.0 to 18.0"], "the level of the data")
    expect("has the data" in browser.eval(LEVELS + "[2].textContent"), "it is in the colour alone")
    answer = browser.eval("document.querySelector('.answer').textContent")
    expect("at least 12.0" in answer and "At most 18.0" in answer and "x87" not in answer, "what the range makes of the answer: " + answer)
    expect("data in L3" in browser.eval("document.querySelector('.heading').textContent"), "the heading")
    expect_equal(browser.eval("document.querySelectorAll('.memory-drawing .step.has-data').length"), 1, "the drawing")


@test
def draws_a_step_for_each_level(browser, page):
    browser.open(page)
    browser.open(page + id_of(browser, "work_4", "one"))
    boxes = browser.eval(STEPS + """.map(step => {
      const at = name => step.querySelector(name) && step.querySelector(name).getBBox();
      const [column, area, range] = [at('.column'), at('.area'), at('.range')];
      return [column.x, column.x + column.width, area.height, range ? range.height : 0];
    })""")
    expect_equal(len(boxes), 4, "steps")
    for one, next_one in zip(boxes, boxes[1:]):
        expect(abs(one[1] - next_one[0]) < 0.01 and one[0] < one[1], f"steps in a row: {boxes}")
    heights = [box[2] for box in boxes]
    for height, times in zip(heights, (1, 2, 4, 10)):
        expect(abs(height - times * heights[0]) < 0.01 * heights[3], f"heights like cycles: {heights}")
    expect(abs(boxes[2][3] - 2 * heights[0]) < 0.01 * heights[3] and boxes[1][3] == 0, "the band of L3, from 4 to 6 times")
    # 48 KiB to 2 MiB are 5.4 powers of two, 2 to 260 MiB 7.0
    widths = [box[1] - box[0] for box in boxes]
    expect(abs(widths[2] / widths[1] - 7.0224 / 5.415) < 0.01, f"widths like powers of two: {widths}")
    core = browser.eval("(() => { const line = document.querySelector('.memory-drawing line.core'); return [line.y1.baseVal.value, document.querySelector('.memory-drawing .area').getBBox().y]; })()")
    expect(abs(core[0] - core[1]) < 0.01, "the core's line is where L1's step is")
    said = browser.eval("document.getElementById(document.querySelector('.memory-drawing').getAttribute('aria-describedby')).textContent")
    for row in browser.eval(LEVELS + CELLS):
        expect(f"{row[0]}" in said and row[2] + " cycles" in said and row[-1] in said, f"not in the words of the drawing: {row}")
    overlaps = browser.eval("""(() => {
      const boxes = [...document.querySelectorAll('.memory-drawing .step text')].map(text => text.getBoundingClientRect());
      return boxes.filter((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2)).length;
    })()""")
    expect_equal(overlaps, 0, "labels over each other")
