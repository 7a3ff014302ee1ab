#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/dispatch_rules.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace osaca::measure::core_probes {

// How many loads and stores a cycle can execute if neither latency nor banks of the cache limit them: the addresses
// differ but are close to each other. Stores are timed within one block of bytes and from block to block.

namespace {

struct AccessedRegister {
  const char *name;
  const char *load; ///< {d}: displacement, {n}: number of the register
  const char *store;
  int bytes; ///< of an access
};

constexpr std::array<AccessedRegister, 4> accessed = {{
    {"general", "mov {d}(%rsi), %r{n}", "mov %r{n}, {d}(%rdi)", 8},
    {"xmm", "vmovups {d}(%rsi), %xmm{n}", "vmovups %xmm{n}, {d}(%rdi)", 16},
    {"ymm", "vmovups {d}(%rsi), %ymm{n}", "vmovups %ymm{n}, {d}(%rdi)", 32},
    {"zmm", "vmovups {d}(%rsi), %zmm{n}", "vmovups %zmm{n}, {d}(%rdi)", 64},
}};

// Aligned to more than a line. Stores use another region than loads.
constexpr const char *aligned_places = "lea 0x400(%rbx), %rsi\nand $-256, %rsi\nlea 0x400(%rsi), %rdi";
constexpr int first_register = 8; // r8 to r11 are not used otherwise

std::string access_text(const char *pattern, int displacement, int number) {
  std::string text = pattern;
  text.replace(text.find("{d}"), 3, std::to_string(displacement));
  text.replace(text.find("{n}"), 3, std::to_string(first_register + number));
  return text + "\n";
}

/// One access at each of these distances.
std::string accesses_at(const char *pattern, const std::vector<int> &displacements) {
  std::string text;
  int number = 0;
  for (const int displacement : displacements)
    text += access_text(pattern, displacement, number++ % 4);
  return text;
}

struct AccessBody {
  std::string text;
  int accesses = 0;
};

/// The highest rate of several bodies, since disturbances make them slower.
ProbeFinding accesses_per_cycle(Bench &bench, const std::string &name, const std::vector<AccessBody> &bodies) {
  Evidence evidence(bench);
  double most = 0;
  std::string text;
  for (const AccessBody &body : bodies) {
    const auto cycles = evidence.fastest(straight(body.text, aligned_places));
    if (!cycles || *cycles <= 0)
      return evidence.make_undetermined(name, "per cycle", "");
    most = std::max(most, body.accesses / *cycles);
    text += format_text("{}{} take {}", text.empty() ? "" : ", ", body.accesses, cycles_text(*cycles));
  }
  return evidence.make_finding(name, "per cycle", most, text + " cycles");
}

/// The smallest distance at which stores that alternate between two places are clearly slower than stores to one place.
ProbeFinding block_of_stores(Bench &bench) {
  constexpr double slower = 1.5;
  const std::string name = "accesses.store_block";
  const char *store = accessed.front().store;
  Evidence evidence(bench);
  const auto together = evidence.fastest(straight(accesses_at(store, {0, 0}), aligned_places));
  if (!together)
    return evidence.make_undetermined(name, "bytes", "");
  double best = *together;
  std::string text = "cycles of two stores by their distance in bytes:";
  for (const int distance : {8, 16, 32, 64, 128}) {
    const auto cycles = evidence.fastest(straight(accesses_at(store, {0, distance}), aligned_places));
    if (!cycles)
      return evidence.make_undetermined(name, "bytes", "");
    text += format_text(" {}: {}", distance, cycles_text(*cycles));
    if (*cycles > slower * best)
      return evidence.make_finding(name, "bytes", distance, text);
    best = std::min(best, *cycles);
  }
  return evidence.make_undetermined(name, "bytes", "no distance is slower; " + text);
}

/// Stores that go round a growing number of lines. As long as the core can write to all of them in turn, each store
/// takes as long as one to a single line.
ProbeFinding open_lines(Bench &bench) {
  constexpr double slower = 1.5;
  constexpr int most_lines = 24;
  const std::string name = "accesses.open_lines";
  const char *store = accessed.front().store;
  Evidence evidence(bench);
  std::vector<CurvePoint> points;
  std::vector<int> places;
  for (int lines = 1; lines <= most_lines; ++lines) {
    places.push_back(64 * (lines - 1));
    const auto cycles = evidence.fastest(straight(accesses_at(store, places), aligned_places));
    if (!cycles)
      return evidence.make_undetermined(name, "lines", "");
    points.push_back({lines, *cycles / lines});
  }
  const auto first_slow =
      std::ranges::find_if(points, [&points](const CurvePoint &point) { return point.y > slower * points.front().y; });
  ProbeFinding made =
      first_slow == points.end()
          ? evidence.make_undetermined(name, "lines", "stores to any number of lines are equally fast")
          : evidence.make_finding(name, "lines", first_slow->x - 1,
                                  format_text("a store takes {} cycles; with one line more {}",
                                              cycles_text(points.front().y), cycles_text(first_slow->y)));
  made.curve = Curve{"lines that are stored to in turn", "cycles per store", points};
  return made;
}

/// A store across two lines and one to the second line: whether the second part and that store are committed in one
/// cycle.
ProbeFinding crossing_store(Bench &bench) {
  const std::string name = "accesses.parts_of_stores_leave_alone";
  Evidence evidence(bench);
  const auto alone = evidence.fastest(straight("mov %rax, 60(%rdi)", aligned_places));
  const auto both = evidence.fastest(straight("mov %rax, 60(%rdi)\nmov %rbx, 72(%rdi)", aligned_places));
  const auto whole =
      evidence.fastest(straight("mov %rax, 56(%rdi)\nmov %rax, 64(%rdi)\nmov %rbx, 72(%rdi)", aligned_places));
  if (!alone || !both || !whole)
    return evidence.make_undetermined(name, yes_or_no, "");
  const std::string text = format_text("cycles of a store across two lines: {}; with another store to the second line: "
                                       "{}; of three stores to the same places: {}",
                                       cycles_text(*alone), cycles_text(*both), cycles_text(*whole));
  constexpr double scatter = 0.3;
  const double more = *both - *alone;
  if (std::abs(more - 1) > scatter && more > scatter)
    return evidence.make_undetermined(name, yes_or_no, text);
  return about(evidence.make_finding(name, more > scatter && *both > *whole + scatter, text),
               Aspect::crossing_stores_apart, "");
}

/// How much longer a store across two pages takes than one across two lines of a page.
ProbeFinding store_across_pages(Bench &bench) {
  constexpr const char *page = "lea 0x1000(%rbx), %rdi\nand $-4096, %rdi";
  const std::string name = "accesses.page_crossing";
  Evidence evidence(bench);
  const auto lines = evidence.fastest(straight("mov %rax, 60(%rdi)", page));
  const auto pages = evidence.fastest(straight("mov %rax, 4092(%rdi)", page));
  if (!lines || !pages)
    return evidence.make_undetermined(name, "cycles", "");
  return about(evidence.make_finding(name, "cycles", std::max(0.0, *pages - *lines),
                                     format_text("cycles of a store across two lines: {}; across two pages: {}",
                                                 cycles_text(*lines), cycles_text(*pages))),
               Aspect::page_crossing_cycles, "");
}

/// Three stores to one line and one to another line: if only stores to the same line share a cycle they take three
/// cycles, otherwise two.
ProbeFinding uneven_stores(Bench &bench) {
  const std::string name = "accesses.stores_of_a_cycle_share_a_block";
  Evidence evidence(bench);
  const auto even = evidence.fastest(straight(accesses_at(accessed.front().store, {0, 8, 128, 136}), aligned_places));
  const auto uneven = evidence.fastest(straight(accesses_at(accessed.front().store, {0, 8, 16, 128}), aligned_places));
  if (!even || !uneven)
    return evidence.make_undetermined(name, yes_or_no, "");
  const std::string text =
      format_text("cycles of two stores to each of two lines: {}; of three to one line and one to the other: {}",
                  cycles_text(*even), cycles_text(*uneven));
  constexpr double scatter = 0.3;
  const double more = *uneven - *even;
  if (std::abs(more) > scatter && std::abs(more - 1) > scatter)
    return evidence.make_undetermined(name, yes_or_no, text);
  return evidence.make_finding(name, more > scatter, text);
}

ProbeFinding chain_through_memory(Bench &bench, const char *name, const char *body, const char *what) {
  Evidence evidence(bench);
  const auto cycles = evidence.fastest(straight(body, "xor %ecx, %ecx\nlea 0x400(%rbx), %rdi"));
  if (!cycles)
    return evidence.make_undetermined(name, "cycles", "");
  return evidence.make_finding(name, "cycles", *cycles, std::string("chain of ") + what);
}

} // namespace

std::vector<ProbeFinding> probe_accesses(Bench &bench) {
  std::vector<ProbeFinding> found;
  for (const AccessedRegister &one : accessed) {
    const int apart = one.bytes;
    const auto body = [&](const char *pattern, std::initializer_list<int> places) {
      return AccessBody{accesses_at(pattern, places), static_cast<int>(places.size())};
    };
    const std::string name = one.name;
    found.push_back(
        accesses_per_cycle(bench, "accesses.loads_" + name,
                           {body(one.load, {0, apart, 2 * apart}), body(one.load, {0, apart, 2 * apart, 3 * apart}),
                            body(one.load, {0, apart, 2 * apart, 3 * apart, 4 * apart, 5 * apart})}));
    if (one.bytes < 64)
      found.push_back(
          accesses_per_cycle(bench, "accesses.stores_" + name, {body(one.store, {0, 0}), body(one.store, {0, apart})}));
    found.push_back(accesses_per_cycle(bench, "accesses.stores_to_and_fro_" + name, {body(one.store, {0, 128})}));
    found.push_back(accesses_per_cycle(bench, "accesses.loads_across_lines_" + name,
                                       {body(one.load, {64 - apart / 2, 128 - apart / 2})}));
  }
  found.push_back(block_of_stores(bench));
  found.push_back(open_lines(bench));
  found.push_back(crossing_store(bench));
  found.push_back(store_across_pages(bench));
  found.push_back(uneven_stores(bench));
  found.push_back(chain_through_memory(bench, "accesses.push_to_pop", "push %rax\npop %rax", "push and pop"));
  found.push_back(chain_through_memory(bench, "accesses.indexed_store_to_load",
                                       "mov %rax, (%rdi,%rcx,8)\nmov (%rdi,%rcx,8), %rax",
                                       "a store and a load with the same index"));
  found.push_back(chain_through_memory(bench, "accesses.locked_addition", "lock addq %rcx, (%rdi)",
                                       "locked additions to one place"));
  return found;
}

// Banks of the L1 cache: two loads are repeated with a certain distance between them. If both use the same bank, fewer
// loads are executed per cycle. And what an index costs at dispatch: an operation with a memory operand among short
// nops, with and without an index.

namespace {

constexpr const char *aligned_bank = "lea 0x400(%rbx), %rsi\nand $-256, %rsi";

std::string two_loads(int distance) { return format_text("mov (%rsi), %r8d\nmov {}(%rsi), %r9d", distance); }

std::vector<ProbeFinding> banks(Bench &bench) {
  constexpr double clearly_fewer = 0.85;
  Evidence evidence(bench);
  const auto same = evidence.fastest(straight("mov (%rsi), %r8d", aligned_bank));
  if (!same || *same <= 0)
    return {evidence.make_undetermined("banks.loads_of_one", "per cycle", "")};
  const double of_one = 1 / *same;
  double most = of_one;
  std::string text = format_text("loads per cycle from one place: {}; from two places, by their distance in bytes:",
                                 cycles_text(of_one));
  std::vector<std::pair<int, double>> rates;
  for (const int distance : {4, 8, 16, 32, 64, 128}) {
    const auto cycles = evidence.fastest(straight(two_loads(distance), aligned_bank));
    if (!cycles || *cycles <= 0)
      return {evidence.make_undetermined("banks.loads_of_one", "per cycle", "")};
    rates.emplace_back(distance, 2 / *cycles);
    most = std::max(most, rates.back().second);
    text += format_text(" {}: {}", distance, cycles_text(rates.back().second));
  }
  std::vector<ProbeFinding> found = {evidence.make_finding("banks.loads_of_one", "per cycle", of_one, text)};
  if (of_one > clearly_fewer * most)
    return found;                // the distance does not matter
  constexpr double nearly = 0.2; // of the difference
  const auto is_free = [&](const auto &one) { return one.second > most - nearly * (most - of_one); };
  const auto meets = [&](const auto &one) { return one.second < of_one + nearly * (most - of_one); };
  const auto first = std::ranges::find_if(rates, is_free);
  const auto again = std::find_if(first, rates.end(), meets);
  if (first == rates.end() || again == rates.end())
    return found;
  found.push_back(evidence.make_finding("banks.width", "bytes", first->first,
                                        "the smallest distance at which two loads do not collide"));
  found.push_back(
      evidence.make_finding("banks.span", "bytes", again->first, "the next distance at which two loads collide"));
  return found;
}

/// The dispatch slots that an index costs for an operation that loads, in addition to the load's own.
ProbeFinding slots_of_index(Bench &bench) {
  const std::string name = "banks.slots_of_index";
  Evidence evidence(bench);
  const double slot = slot_cycles(evidence);
  // Long nops use one slot each on cores that combine a short nop with the instruction before it.
  const std::string nops =
      "\nmov %r8, %r9\nmov %r8, %r10\nmov %r8, %r11\nmov %r8, %r9\nmov %r8, %r10\nmov %r8, %r11\nmov %r8, %r9";
  const auto plain = evidence.fastest(straight("cmp (%rsi), %rax" + nops, "xor %ecx, %ecx"));
  const auto indexed = evidence.fastest(straight("cmp (%rsi,%rcx), %rax" + nops, "xor %ecx, %ecx"));
  if (!plain || !indexed || slot <= 0)
    return evidence.make_undetermined(name, "slots", "");
  return evidence.make_finding(name, "slots", std::max(0.0, (*indexed - *plain) / slot),
                               format_text("cycles of a comparison with memory and seven moves: {}; with an index: {}",
                                           cycles_text(*plain), cycles_text(*indexed)));
}

} // namespace

std::vector<ProbeFinding> probe_banks(Bench &bench) {
  std::vector<ProbeFinding> found = banks(bench);
  found.push_back(slots_of_index(bench));
  return found;
}

// Which address unit an access gets. Loads and tests are timed in straight code. If several rounds fill each dispatch
// group exactly, units assigned by position are used unevenly.

namespace {

/// l: a load, t: a test. Each order puts the loads at other positions in the group. The last sequences do not fill
/// groups exactly, or distribute their loads evenly.
constexpr std::array<std::string_view, 7> sequences = {"llt", "tll", "ltl", "ll", "lll", "lllt", "llllt"};

std::string accesses_text(std::string_view sequence) {
  std::string text;
  int loads = 0;
  for (const char c : sequence) {
    text += text.empty() ? "" : "\n";
    if (c == 'l') {
      text += format_text("mov {}(%rsi), %r{}", 8 * loads, 8 + loads);
      ++loads;
    } else
      text += "test %rdx, %rcx";
  }
  return text;
}

TimedAccesses counted(std::string_view sequence) {
  TimedAccesses made;
  for (const char c : sequence)
    ++(c == 'l' ? made.accesses : made.others);
  return made;
}

} // namespace

std::vector<ProbeFinding> probe_access_groups(Bench &bench) {
  const std::string name = "access_groups.by_place";
  constexpr const char *places = "lea 0x400(%rbx), %rsi\nand $-256, %rsi";
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto many = timing.time(straight(accesses_text("llllll"), places));
  if (timing.slot_cycles() <= 0 || !many || *many <= 0)
    return {evidence.make_undetermined(name, yes_or_no,
                                       timing.was_crowded() ? crowded_note : "the dispatch width is unknown")};
  const AccessUnits core{static_cast<int>(std::lround(1 / timing.slot_cycles())),
                         static_cast<int>(std::lround(6 / *many))};
  std::vector<TimedAccesses> timed;
  std::string text = format_text("{} loads per cycle; cycles of sequences of loads (l) and tests (t):", core.units);
  for (const std::string_view sequence : sequences) {
    const auto cycles = timing.time(straight(accesses_text(sequence), places));
    if (!cycles)
      return {evidence.make_undetermined(name, yes_or_no, timing.was_crowded() ? crowded_note : "")};
    timed.push_back(counted(sequence));
    timed.back().cycles = *cycles;
    text += format_text(" {}: {}", sequence, cycles_text(*cycles));
  }
  const auto by_place = given_by_place(timed, core);
  return {by_place ? about(evidence.make_finding(name, *by_place, text), Aspect::grouped_accesses, "")
                   : evidence.make_undetermined(name, yes_or_no, text)};
}

} // namespace osaca::measure::core_probes
