#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {

// Whether operations on wide vectors close a pipe to all other vector operations: eleven narrow additions together with
// one wide one. Their times alone show how long they would take if they only shared pipes.

namespace {

constexpr int narrow_count = 11;
constexpr const char *additions_of_vectors[] = {"vpaddd %xmm14, %xmm15, R", "vpaddd %ymm14, %ymm15, R",
                                                "vpaddd %zmm14, %zmm15, R"};
constexpr RegisterSet vector_sets[] = {RegisterSet::xmm, RegisterSet::ymm, RegisterSet::zmm};
constexpr const char *vector_bits[] = {"128", "256", "512"};

std::string vector_additions(int width, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += with_registers(additions_of_vectors[width], vector_sets[width], i) + "\n";
  return text;
}

std::string integer_tests(int count) {
  constexpr std::array<const char *, 6> tested = {"%rax", "%rcx", "%rdx", "%rsi", "%r8", "%r9"};
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string name = tested.at(static_cast<std::size_t>(i) % tested.size());
    text += format_text("test {0}, {0}\n", name);
  }
  return text;
}

std::optional<SharedPipeTimes> beside_wide(Evidence &evidence, int wide, const std::string &narrow) {
  CalmTiming timing(evidence);
  const auto alone = timing.time(straight(narrow));
  const auto wide_alone = timing.time(straight(vector_additions(wide, 6)));
  const auto together = timing.time(
      straight(format_text("vpaddd {}\n{}", wide == 2 ? "%zmm14, %zmm15, %zmm8" : "%ymm14, %ymm15, %ymm8", narrow)));
  if (!alone || !wide_alone || !together)
    return std::nullopt;
  return SharedPipeTimes{*alone, *wide_alone / 6, *together, narrow_count};
}

ProbeFinding closed_to(Evidence &evidence, const std::string &name, const std::optional<SharedPipeTimes> &times) {
  if (!times)
    return evidence.make_undetermined(name, yes_or_no, crowded_note);
  const std::string text = format_text("eleven take {} cycles, together with one on a wide vector {}",
                                       cycles_text(times->alone_cycles), cycles_text(times->together_cycles));
  const std::optional<bool> closed = closes_pipes(*times);
  return closed ? evidence.make_finding(name, *closed, text) : evidence.make_undetermined(name, yes_or_no, text);
}

} // namespace

std::optional<bool> closes_pipes(const SharedPipeTimes &times) {
  constexpr double surely_more = 1.12;
  constexpr double surely_shared = 1.05;
  const double shared = times.alone_cycles + times.wide_cycles;
  if (times.alone_cycles <= 0 || times.together_cycles < 0.9 * times.alone_cycles)
    return std::nullopt;
  if (times.together_cycles > surely_more * shared)
    return true;
  return times.together_cycles < surely_shared * shared ? std::optional(false) : std::nullopt;
}

std::optional<int> pipes_left(const SharedPipeTimes &times) {
  constexpr double tolerance = 0.12;
  const double cycles = times.together_cycles - times.wide_cycles;
  if (cycles <= 0)
    return std::nullopt;
  const double left = times.narrow_count / cycles;
  const double whole = std::round(left);
  if (whole < 1 || whole > times.narrow_count || std::abs(left - whole) > tolerance * whole)
    return std::nullopt;
  return static_cast<int>(whole);
}

std::vector<ProbeFinding> probe_wide_vectors(Bench &bench) {
  std::vector<ProbeFinding> found;
  int from_bits = 0;
  for (const int wide : {1, 2}) {
    for (int narrow = 0; narrow < wide; ++narrow) {
      Evidence evidence(bench);
      const auto times = beside_wide(evidence, wide, vector_additions(narrow, narrow_count));
      const std::string name = format_text("wide_vectors.{}_close_pipes_to_{}", vector_bits[wide], vector_bits[narrow]);
      found.push_back(closed_to(evidence, name, times));
      if (found.back().value.value_or(0) == 0)
        continue;
      from_bits = from_bits == 0 ? std::stoi(vector_bits[wide]) : from_bits;
      const auto left = pipes_left(*times);
      const std::string left_name = name + ".left";
      found.push_back(left ? evidence.make_finding(left_name, "pipes", *left, "pipes that remain for the narrow ones")
                           : evidence.make_undetermined(left_name, "pipes", "the rate is not a whole number"));
    }
    Evidence evidence(bench);
    found.push_back(closed_to(evidence, format_text("wide_vectors.{}_close_pipes_to_integers", vector_bits[wide]),
                              beside_wide(evidence, wide, integer_tests(narrow_count))));
  }
  if (from_bits > 0)
    found.push_back(Evidence(bench).make_finding("wide_vectors.from_bits", "bits", from_bits,
                                                 "the narrowest vectors that close pipes"));
  return found;
}

// Operations that read the second byte of a register: how many per cycle, their latency, and with which operation of a
// single pipe they compete.

namespace {

struct OfOnePipe {
  const char *name;
  const char *text; ///< depends on nothing
};

constexpr std::array<OfOnePipe, 6> of_one_pipe = {{
    {"imul", "imul $3, %r8, %r9"},
    {"popcnt", "popcnt %r8d, %r9d\npopcnt %r8d, %r10d\npopcnt %r8d, %r11d\npopcnt %r8d, %r12d"},
    {"pdep", "pdep %r8, %r9, %r10"},
    {"crc32", "crc32 %r8b, %r9d\ncrc32 %r8b, %r10d\ncrc32 %r8b, %r11d\ncrc32 %r8b, %r12d"},
    {"shuffle", "pshufd $0, %xmm0, %xmm1"},
    {"compare_vector", "ptest %xmm0, %xmm1"},
}};

constexpr const char *tests_of_high = "testb $1, %ah\ntestb $1, %bh\ntestb $1, %ch\ntestb $1, %dh";
constexpr const char *tests_of_low = "testb $1, %al\ntestb $1, %bl\ntestb $1, %cl\ntestb $1, %dl";

int lines_of(const std::string &text) {
  int lines = 1;
  for (const char letter : text)
    lines += letter == '\n' ? 1 : 0;
  return lines;
}

/// Four of them and four reads, alternating.
std::string interleaved_with_reads(const OfOnePipe &other) {
  constexpr std::array<const char *, 4> reads = {"testb $1, %ah", "testb $1, %bh", "testb $1, %ch", "testb $1, %dh"};
  std::string rest = other.text;
  std::string text;
  for (const char *read : reads) {
    const std::size_t end = rest.find('\n');
    text += format_text("{}\n{}\n", read, rest.substr(0, end));
    if (end != std::string::npos)
      rest.erase(0, end + 1);
  }
  return text;
}

ProbeFinding high_byte_collision(Bench &bench, const OfOnePipe &other, double high) {
  constexpr int count = 4;
  const std::string name = std::string("high_bytes.same_pipe_as_") + other.name;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto alone = timing.time(straight(other.text));
  const auto together = timing.time(straight(interleaved_with_reads(other)));
  if (!alone || !together)
    return evidence.make_undetermined(name, yes_or_no, crowded_note);
  const double one = *alone / lines_of(other.text);
  const std::string text = format_text("one takes {} cycles, a read of a high byte {}, both interleaved {}",
                                       cycles_text(one), cycles_text(high), cycles_text(*together / count));
  const std::optional<bool> same = need_one_pipe({one, high, *together / count});
  return about(same ? evidence.make_finding(name, *same, text) : evidence.make_undetermined(name, yes_or_no, text),
               Aspect::none, other.text);
}

} // namespace

std::optional<bool> need_one_pipe(const PairTimes &times) {
  constexpr double one_pipe = 0.88;
  constexpr double level = 0.12;
  // If one of them has several pipes, the time of the pair does not show which one they share.
  if (times.first_cycles < one_pipe || times.second_cycles < one_pipe)
    return std::nullopt;
  const double sum = times.first_cycles + times.second_cycles;
  const double larger = std::max(times.first_cycles, times.second_cycles);
  if (times.together_cycles > (1 + level) * sum || times.together_cycles < (1 - level) * larger)
    return std::nullopt;
  if (times.together_cycles > (1 - level) * sum)
    return true;
  return times.together_cycles < (1 + level) * larger ? std::optional(false) : std::nullopt;
}

std::vector<ProbeFinding> probe_high_bytes(Bench &bench) {
  constexpr int count = 4;
  std::vector<ProbeFinding> found;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto high = timing.time(straight(tests_of_high));
  const auto low = timing.time(straight(tests_of_low));
  const auto high_chain = timing.time(straight("movzbl %ah, %eax"));
  const auto low_chain = timing.time(straight("movzbl %al, %eax"));
  if (!high || !low || !high_chain || !low_chain)
    return {evidence.make_undetermined("high_bytes.throughput", "cycles", crowded_note)};
  found.push_back(evidence.make_finding("high_bytes.throughput", "cycles", *high / count, "tests of ah, bh, ch, dh"));
  found.push_back(
      evidence.make_finding("high_bytes.low_throughput", "cycles", *low / count, "tests of al, bl, cl, dl"));
  found.push_back(evidence.make_finding("high_bytes.latency", "cycles", *high_chain, "chain of movzbl %ah, %eax"));
  found.push_back(evidence.make_finding("high_bytes.low_latency", "cycles", *low_chain, "chain of movzbl %al, %eax"));
  for (const OfOnePipe &other : of_one_pipe)
    found.push_back(high_byte_collision(bench, other, *high / count));
  return found;
}

// Whether uops are bound to a pipe when they enter the scheduler, or go to whichever is free. As many chains of
// additions as there are pipes take one cycle only if each finds a free pipe. Independent additions are not affected.

namespace {

constexpr std::array<const char *, 9> chained_registers = {"%rax", "%rcx", "%rdx", "%rbx", "%rsi",
                                                           "%rdi", "%r8",  "%r10", "%r11"};

std::string chained_additions(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += format_text("add %r9, {}\n", chained_registers.at(static_cast<std::size_t>(i)));
  return text;
}

std::string unchained_tests(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string name = chained_registers.at(static_cast<std::size_t>(i));
    text += format_text("test {0}, {0}\n", name);
  }
  return text;
}

} // namespace

BindingAnswer bound_at_entry(const BindingTimes &times) {
  constexpr double surely_bound = 1.12;
  constexpr double surely_not = 1.05;
  if (times.slot_cycles * times.pipes > surely_not / surely_bound)
    return {std::nullopt, "dispatch is not faster than the pipes"};
  if (times.chains_cycles < 1 - (surely_not - 1))
    return {std::nullopt, "chains of additions take less than a cycle"};
  if (times.chains_cycles > surely_bound)
    return {true, "chains wait although a pipe is free"};
  return times.chains_cycles < surely_not ? BindingAnswer{false, "chains always find a free pipe"}
                                          : BindingAnswer{std::nullopt, "the time fits neither answer"};
}

namespace {

/// A chain of loads, and a load from the same address before each of them. Between the two are loads from an address
/// that is always known.
std::string chain_beside_loads(int between) {
  constexpr int first_place = 128; // bytes
  std::string text = "mov 8(%rax), %rcx\n";
  for (int i = 0; i < between; ++i)
    text += format_text("mov {}(%rsi), %r{}\n", first_place + 8 * i, 8 + i % 4);
  return text + "mov 16(%rax), %rax\n";
}

/// Both loads from the chain's address begin in the same cycle, unless they wait for the same unit.
ProbeFinding loads_in_turn(Bench &bench) {
  const std::string name = "binding.loads_in_turn";
  constexpr int most_between = 6; // two units can do all loads during the latency of one
  Evidence evidence(bench);
  const auto alone = evidence.time(straight("mov 16(%rax), %rax"));
  std::vector<double> delays;
  std::string text = "cycles that a chain of loads is longer with 0, 1, 2, ... loads in between:";
  for (int between = 0; alone && between <= most_between; ++between)
    if (const auto cycles = evidence.fastest(straight(chain_beside_loads(between)))) {
      delays.push_back(*cycles - *alone);
      text += format_text(" {}", cycles_text(delays.back()));
    }
  if (delays.size() != most_between + 1)
    return evidence.make_undetermined(name, yes_or_no, "");
  const std::optional<int> units = units_in_turn(delays);
  if (!units)
    return evidence.make_undetermined(name, yes_or_no, text);
  if (*units > 1)
    text = format_text("{} units take turns: {}", *units, text);
  return about(evidence.make_finding(name, *units > 1, text), Aspect::loads_bound_in_turn, "");
}

} // namespace

std::optional<int> units_in_turn(const std::vector<double> &delays) {
  constexpr double surely_late = 0.5;
  constexpr double surely_not_late = 0.3;
  constexpr int most_units = 4;
  const auto fits = [&](int units) { // one unit: nothing is late
    for (std::size_t between = 0; between < delays.size(); ++between) {
      const bool same_unit = units > 1 && (between + 1) % static_cast<std::size_t>(units) == 0;
      if (same_unit ? delays[between] < surely_late : delays[between] > surely_not_late)
        return false;
    }
    return true;
  };
  for (int units = 1; units <= most_units; ++units)
    if (fits(units))
      return units;
  return std::nullopt;
}

namespace {

std::vector<ProbeFinding> bound_additions(Bench &bench) {
  constexpr const char *name = "binding.at_entry";
  constexpr int tests = 6;
  constexpr double whole_tolerance = 0.06;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto unchained = timing.time(straight(unchained_tests(tests)));
  const double slot = timing.slot_cycles();
  if (!unchained || *unchained <= 0 || slot <= 0)
    return {evidence.make_undetermined(name, yes_or_no, crowded_note)};
  const double rate = tests / *unchained;
  const int pipes = static_cast<int>(std::round(rate));
  const std::string text = format_text("six independent tests take {} cycles", cycles_text(*unchained));
  if (pipes < 2 || pipes > static_cast<int>(chained_registers.size()) - 1 ||
      std::abs(rate - pipes) > whole_tolerance * pipes)
    return {evidence.make_undetermined(name, yes_or_no, text + ", which is not a whole number of pipes")};
  const auto chains = timing.time(straight(chained_additions(pipes)));
  const auto one_more = timing.time(straight(chained_additions(pipes + 1)));
  if (!chains || !one_more)
    return {evidence.make_undetermined(name, yes_or_no, crowded_note)};
  const std::string figures = format_text("{}, {} chains of additions {}, one more chain {}", text, pipes,
                                          cycles_text(*chains), cycles_text(*one_more));
  const BindingAnswer answer = bound_at_entry({*chains, slot, pipes});
  return {answer.bound ? evidence.make_finding(name, *answer.bound, format_text("{}: {}", answer.text, figures))
                       : evidence.make_undetermined(name, yes_or_no, format_text("{}: {}", answer.text, figures)),
          evidence.make_finding("binding.chains", "cycles", *chains,
                                format_text("{} chains of additions, one per pipe", pipes)),
          evidence.make_finding("binding.chains_and_one", "cycles", *one_more, "one chain more than pipes")};
}

/// Whether a chain of additions waits for results of multiplications that do not belong to it.
/// `in_groups`: the core dispatches in groups, so the chain may use other ports than the multiplication.
ProbeFinding results_block(Bench &bench, bool in_groups) {
  const std::string name = "binding.results_block";
  constexpr double surely_late = 0.12; // cycles
  constexpr double surely_not_late = 0.05;
  const auto chain = [](const std::string &before) {
    return straight(before + "add %rsi, %rax\nadd %rsi, %rax\nadd %rsi, %rax\nadd %rsi, %rax\n");
  };
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto alone = timing.time(chain("test %rsi, %rsi\n"));
  const auto beside = timing.time(chain("imul $3, %rsi, %r8\n"));
  if (!alone || !beside)
    return evidence.make_undetermined(name, yes_or_no, crowded_note);
  const double delay = *beside - *alone;
  const std::string text = format_text("four additions in a chain take {} cycles with a test, and {} with a "
                                       "multiplication",
                                       cycles_text(*alone), cycles_text(*beside));
  if (delay < surely_late && (in_groups || delay > surely_not_late))
    return evidence.make_undetermined(name, yes_or_no, text);
  return about(evidence.make_finding(name, delay >= surely_late, text), Aspect::results_block, "");
}

/// Whether additions wait for the multiplier although other units are free, which happens if many of them are
/// dispatched together.
ProbeFinding dispatch_groups(Bench &bench) {
  const std::string name = "binding.groups";
  constexpr int products = 8;
  constexpr double surely_late = 2.5; // cycles
  constexpr double surely_not_late = 1.0;
  const auto piece = [](int additions) {
    std::string lines;
    for (int i = 0; i < products; ++i)
      lines += "imul $3, %rsi, %r8\n";
    for (int i = 0; i < additions; ++i)
      lines += "lea 1(%rsi), %rax\n";
    return straight(lines);
  };
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto few = timing.time(piece(6));
  const auto many = timing.time(piece(12));
  if (!few || !many)
    return evidence.make_undetermined(name, yes_or_no, crowded_note);
  const double delay = *many - *few;
  const std::string text = format_text("eight multiplications take {} cycles with six additions, and {} with twelve",
                                       cycles_text(*few), cycles_text(*many));
  if (delay > surely_not_late && delay < surely_late)
    return evidence.make_undetermined(name, yes_or_no, text);
  return about(evidence.make_finding(name, delay >= surely_late, text), Aspect::dispatch_groups, "");
}

} // namespace

std::vector<ProbeFinding> probe_binding(Bench &bench) {
  std::vector<ProbeFinding> found = bound_additions(bench);
  found.push_back(loads_in_turn(bench));
  found.push_back(dispatch_groups(bench));
  found.push_back(results_block(bench, found.back().value == 1));
  return found;
}

} // namespace osaca::measure::core_probes
