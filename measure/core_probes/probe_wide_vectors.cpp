// Whether operations on wide vectors close a pipe to all other operations on vectors: eleven narrow additions beside
// one wide one. What they take alone tells how long they would take if they only shared pipes.
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/shared_pipes.h"

#include <array>
#include <cmath>

namespace osaca::measure::core_probes {
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
    text += "test " + name + ", " + name + "\n";
  }
  return text;
}

std::optional<SharedPipeTimes> beside_wide(Evidence &evidence, int wide, const std::string &narrow) {
  CalmTiming timing(evidence);
  const auto alone = timing.time(straight(narrow));
  const auto wide_alone = timing.time(straight(vector_additions(wide, 6)));
  const auto together = timing.time(
      straight("vpaddd " + std::string(wide == 2 ? "%zmm14, %zmm15, %zmm8" : "%ymm14, %ymm15, %ymm8") + "\n" + narrow));
  if (!alone || !wide_alone || !together)
    return std::nullopt;
  return SharedPipeTimes{*alone, *wide_alone / 6, *together, narrow_count};
}

Finding closed_to(Evidence &evidence, const std::string &name, const std::optional<SharedPipeTimes> &times) {
  if (!times)
    return evidence.untold(name, yes_or_no, crowded_note);
  const std::string text = "eleven take " + cycles_text(times->alone_cycles) + " cycles, beside one on a wide vector " +
                           cycles_text(times->together_cycles);
  const std::optional<bool> closed = closes_pipes(*times);
  return closed ? evidence.told(name, *closed, text) : evidence.untold(name, yes_or_no, text);
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

std::vector<Finding> probe_wide_vectors(Bench &bench) {
  std::vector<Finding> found;
  int from_bits = 0;
  for (const int wide : {1, 2}) {
    for (int narrow = 0; narrow < wide; ++narrow) {
      Evidence evidence(bench);
      const auto times = beside_wide(evidence, wide, vector_additions(narrow, narrow_count));
      const std::string name =
          std::string("wide_vectors.") + vector_bits[wide] + "_close_pipes_to_" + vector_bits[narrow];
      found.push_back(closed_to(evidence, name, times));
      if (found.back().value.value_or(0) == 0)
        continue;
      from_bits = from_bits == 0 ? std::stoi(vector_bits[wide]) : from_bits;
      const auto left = pipes_left(*times);
      const std::string left_name = name + ".left";
      found.push_back(left ? evidence.told(left_name, "pipes", *left, "these serve the narrow ones meanwhile")
                           : evidence.untold(left_name, "pipes", "the rate is no whole number"));
    }
    Evidence evidence(bench);
    found.push_back(closed_to(evidence, std::string("wide_vectors.") + vector_bits[wide] + "_close_pipes_to_integers",
                              beside_wide(evidence, wide, integer_tests(narrow_count))));
  }
  if (from_bits > 0)
    found.push_back(
        Evidence(bench).told("wide_vectors.from_bits", "bits", from_bits, "the narrowest that close pipes"));
  return found;
}

} // namespace osaca::measure::core_probes
