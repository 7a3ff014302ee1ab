// Code of many short instructions. Pieces of 64 bytes with more and more instructions, none of which needs a unit:
// where they are slower than dispatch allows, a block of code has more macro-ops than the cache of decoded instructions
// takes, and the decoders' bytes per cycle show.
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/dense_code.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

constexpr int piece_bytes = 64;
constexpr int fewest_in_piece = 13;
constexpr int most_in_piece = 26;
constexpr int shortest_bytes = 2;

/// By their length, from 2 bytes on. All of them are done at dispatch on cores that leave anything out.
using Lengths = std::array<const char *, 4>;
constexpr Lengths nops_by_length = {"xchg %ax, %ax", "nopl (%rax)", "nopl 64(%rax)", "nopl 64(%rax,%rax)"};
constexpr Lengths zeros_by_length = {"xor %ecx, %ecx", "xorps %xmm1, %xmm1", "pxor %xmm1, %xmm1", "pxor %xmm9, %xmm9"};

/// So many instructions in exactly 64 bytes, of lengths as even as they can be.
std::string piece_of(const Lengths &kind, int instructions) {
  std::string text;
  for (int i = 0; i < instructions; ++i) {
    const int bytes = piece_bytes * (i + 1) / instructions - piece_bytes * i / instructions;
    text += std::string(i == 0 ? "" : "\n") + kind.at(static_cast<std::size_t>(bytes - shortest_bytes));
  }
  return text;
}

std::vector<CurvePoint> density_curve(CalmTiming &timing, const Lengths &kind) {
  std::vector<CurvePoint> points;
  for (int count = fewest_in_piece; count <= most_in_piece; ++count)
    if (const auto cycles = timing.time(straight(piece_of(kind, count))))
      points.push_back({count, *cycles});
  return points;
}

bool same_limit(const DensityLimit &one, const DensityLimit &other) {
  return one.kept_ops == other.kept_ops && one.bytes_per_cycle == other.bytes_per_cycle;
}

} // namespace

DensityAnswer density_limit(const std::vector<CurvePoint> &points) {
  constexpr double surely_slower = 1.12;
  constexpr double surely_as_fast = 1.07;
  constexpr double level = 0.06;
  constexpr int fewest_slow = 3;
  if (points.size() < 4)
    return {std::nullopt, "too few timings"};
  double slot = points.front().y / points.front().x;
  for (const CurvePoint &point : points)
    slot = std::min(slot, point.y / point.x);
  if (slot <= 0)
    return {std::nullopt, "timings without any time"};
  const auto excess = [&](const CurvePoint &point) { return point.y / (point.x * slot); };
  const auto first = std::ranges::find_if(points, [&](const auto &one) { return excess(one) > surely_as_fast; });
  if (first == points.end())
    return {DensityLimit{}, "none is slower than dispatch"};
  if (first == points.begin() || excess(*first) < surely_slower)
    return {std::nullopt, "it becomes slower somewhere near " + std::to_string(first->x) + ", but not at once"};
  // Beyond, the bytes take their time until dispatch takes longer. Some of the pieces may be kept all the same, so that
  // the slowest tells how fast the decoders are.
  int slow = 0;
  int fast = 0;
  double slowest = first->y;
  for (auto point = first; point != points.end() && point->x * slot < (1 - level) * slowest; ++point) {
    slowest = std::max(slowest, point->y);
    (excess(*point) > surely_as_fast ? slow : fast) += 1;
  }
  if (slow < fewest_slow || slow <= fast)
    return {std::nullopt, "from " + std::to_string(first->x) + " on some are slower, others are not"};
  const double rate = piece_bytes / slowest;
  const double whole = std::round(rate);
  if (whole < 1 || std::abs(rate - whole) > level * whole)
    return {std::nullopt, cycles_text(rate) + " bytes per cycle are no whole number"};
  return {DensityLimit{first->x - 1, static_cast<int>(whole)},
          "pieces of 64 bytes: up to " + std::to_string(first->x - 1) + " instructions take a slot each, more up to " +
              cycles_text(slowest) + " cycles"};
}

std::vector<Finding> probe_dense_code(Bench &bench) {
  constexpr const char *slow_name = "dense_code.is_slower";
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const std::vector<CurvePoint> nops = density_curve(timing, nops_by_length);
  const std::vector<CurvePoint> zeros = density_curve(timing, zeros_by_length);
  const DensityAnswer of_nops = density_limit(nops);
  const DensityAnswer of_zeros = density_limit(zeros);
  if (timing.was_crowded())
    return {evidence.untold(slow_name, yes_or_no, crowded_note)};
  const std::string text = "nops: " + of_nops.text + "; registers that are zeroed: " + of_zeros.text;
  std::vector<Finding> found;
  if (!of_nops.limit || !of_zeros.limit)
    found.push_back(evidence.untold(slow_name, yes_or_no, text));
  else if (!same_limit(*of_nops.limit, *of_zeros.limit))
    found.push_back(evidence.untold(slow_name, yes_or_no, "the two kinds of code do not agree; " + text));
  else
    found.push_back(evidence.told(slow_name, of_nops.limit->kept_ops > 0, text));
  found.back().curve = Curve{"instructions in 64 bytes", "cycles", nops};
  if (found.back().value.value_or(0) > 0) {
    found.push_back(evidence.told("dense_code.kept_ops", "macro-ops of a block of 64 bytes", of_nops.limit->kept_ops,
                                  "code with more of them is slower"));
    found.push_back(
        evidence.told("dense_code.decoded_bytes", "bytes per cycle", of_nops.limit->bytes_per_cycle, "such code"));
  }
  return found;
}

} // namespace osaca::measure::core_probes
