// Access orders in which a cache is slower than its line rate: strides that use only some of its banks, and stores that
// return to a line after stores to another one.
#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/memory/probe.h"

#include <algorithm>
#include <array>
#include <map>

namespace osaca::measure::memory {
namespace {

constexpr std::array<int, 6> steps_lines = {1, 3, 2, 4, 8, 16};
constexpr int most_banks = 8;           // so that a step of twice as many lines was timed, too
constexpr double clearly_more = 1.4;    // for a doubled step, which takes twice as long if it uses half of the banks
constexpr double hardly_more = 1.3;     // between the two values the result is not clear
constexpr double agreeing_spread = 0.1; // of a disturbed walk's runs; far smaller than the effect

const char *const disturbed_text = "another thread was on the core, or the runs differed";

/// Repeats disturbed walks once or twice, since the conclusion needs all walks of the probe. Disturbances only add
/// time, so the fastest run counts.
WalkFigure timed_calmly(const ProbeWorld &world, const Walk &walk) {
  WalkFigure best = world.bench.time(walk);
  for (int again = 0; again < 2 && best.is_disturbed() && world.bench.has_time(); ++again) {
    const WalkFigure figure = world.bench.time(walk);
    if (figure.is_there() && (!figure.is_disturbed() || figure.cycles.cycles < best.cycles.cycles))
      best = figure;
  }
  return best;
}

/// Steps of 2^k lines use one in 2^k sets of a cache. The walk has fewer lines by this factor, so that they stay in the
/// level.
Walk strided_read(const LevelFigures &level, int step) {
  Walk walk;
  walk.kind = WalkKind::strided_read;
  walk.step_bytes = step * line_bytes;
  walk.bytes = level.footprint_bytes / (step & -step);
  return walk;
}

struct StepFigures {
  std::map<int, double> cycles; ///< by the lines of a step
  bool is_disturbed = false;
  std::string disturbed; ///< the disturbed walks and why
  std::string missing;   ///< why a step has no figure
};

StepFigures timed_steps(const ProbeWorld &world, const LevelFigures &level) {
  StepFigures steps;
  for (const int step : steps_lines) {
    if (!world.bench.has_time()) {
      steps.missing = "the time limit was reached";
      break;
    }
    const WalkFigure figure = timed_calmly(world, strided_read(level, step));
    if (!figure.is_there()) {
      steps.missing = cycles_of("", figure, "").concluded;
      break;
    }
    steps.cycles[step] = figure.cycles.cycles;
    steps.is_disturbed = steps.is_disturbed || figure.is_disturbed();
    if (figure.is_disturbed() && figure.cycles.spread > agreeing_spread)
      steps.disturbed += format_text("{}step {}: {} (spread {} %)", steps.disturbed.empty() ? "" : "; ", step,
                                     figure.cycles.detail.empty() ? disturbed_text : figure.cycles.detail,
                                     decimal(100 * figure.cycles.spread, 0));
  }
  return steps;
}

struct Banks {
  int count = 0; ///< 0: could not be determined
  std::string why;
};

/// The number of banks is doubled as long as the doubled step takes clearly longer.
Banks banks_of(const StepFigures &steps) {
  if (!steps.missing.empty())
    return {0, steps.missing};
  if (!steps.disturbed.empty())
    return {0, steps.disturbed};
  const double odd = (steps.cycles.at(1) + steps.cycles.at(3)) / 2;
  if (std::max(steps.cycles.at(1), steps.cycles.at(3)) >
      clearly_more * std::min(steps.cycles.at(1), steps.cycles.at(3)))
    return {0, "odd steps differ as well, so banks are not the cause"};
  for (int banks = 1; banks <= most_banks; banks *= 2) {
    const double more = steps.cycles.at(2 * banks) / (banks == 1 ? odd : steps.cycles.at(banks));
    const std::string twice =
        format_text("{} lines take {} times as long as {}", 2 * banks, decimal(more, 2),
                    banks == 1 ? format_text("odd steps, {} cycles per line", decimal(odd, 1)) : std::to_string(banks));
    if (more <= hardly_more)
      return {banks, "steps of " + twice};
    if (more < clearly_more)
      return {0, format_text("steps of {}: neither equal nor twice as long", twice)};
  }
  return {0, format_text("up to {} lines, each doubling of the step takes clearly longer", 2 * most_banks)};
}

ProbeFinding line_banks_finding(const ProbeWorld &world, LevelFigures &level) {
  const std::string name = format_text("patterns.{}.line_banks", level.name);
  const StepFigures steps = timed_steps(world, level);
  const Banks banks = banks_of(steps);
  ProbeFinding finding = banks.count == 0 ? make_undetermined(name, "banks", banks.why)
                                          : make_finding(name, "banks", banks.count, banks.why);
  level.line_banks = banks.count;
  finding.is_unstable = steps.is_disturbed;
  if (!steps.cycles.empty())
    finding.curve = Curve{"lines from one to the next", "cycles per line", {}};
  for (const auto &[step, cycles] : steps.cycles)
    finding.curve->points.push_back({step, cycles});
  return finding;
}

/// The times for a line of each of two arrays, with data in L1 and in L2.
struct PairFigures {
  WalkFigure in_first;
  WalkFigure in_second;
  [[nodiscard]] bool are_there() const { return in_first.is_there() && in_second.is_there(); }
  [[nodiscard]] bool are_disturbed() const { return in_first.is_disturbed() || in_second.is_disturbed(); }
  [[nodiscard]] double beyond_first() const { return in_second.cycles.cycles - in_first.cycles.cycles; }
};

PairFigures timed_pairs(const ProbeWorld &world, const MemoryFigures &figures, WalkKind kind) {
  const auto time = [&](const LevelFigures &level) {
    Walk walk;
    walk.kind = kind;
    walk.bytes = level.footprint_bytes;
    return timed_calmly(world, walk);
  };
  return {time(figures.levels[0]), time(figures.levels[1])};
}

/// With alternating stores there are two returns to each pair of lines. The time that alternating stores take in L1 is
/// subtracted. A model would add for each return the time of a line that is written from L2. Whether the measured time
/// is above half of that decides which prediction is nearer.
void conclude_revisits(const PairFigures &in_a_row, const PairFigures &by_turns, MemoryFigures &figures,
                       ProbeFinding &finding) {
  const double per_return = (by_turns.beyond_first() - in_a_row.beyond_first()) / 2;
  const double per_line = in_a_row.in_second.cycles.cycles / 2;
  finding.concluded =
      format_text("one line of each of two arrays takes {} cycles from L2 (L1: {}), with alternating half lines {} "
                  "(L1: {}): {} more for each return to a line; a line takes {}",
                  decimal(in_a_row.in_second.cycles.cycles, 1), decimal(in_a_row.in_first.cycles.cycles, 1),
                  decimal(by_turns.in_second.cycles.cycles, 1), decimal(by_turns.in_first.cycles.cycles, 1),
                  decimal(per_return, 1), decimal(per_line, 1));
  if (in_a_row.are_disturbed() || by_turns.are_disturbed()) {
    finding.is_unstable = true;
    finding.concluded += "; " + std::string(disturbed_text);
    return;
  }
  figures.revisits_transfer = per_return >= per_line / 2;
  finding.value = *figures.revisits_transfer ? 1 : 0;
}

ProbeFinding revisits_finding(const ProbeWorld &world, MemoryFigures &figures) {
  ProbeFinding finding =
      make_undetermined("patterns.revisits_transfer", core_probes::yes_or_no, "the time limit was reached");
  if (!world.bench.has_time())
    return finding;
  const PairFigures in_a_row = timed_pairs(world, figures, WalkKind::write_in_a_row);
  const PairFigures by_turns = timed_pairs(world, figures, WalkKind::write_by_turns);
  if (in_a_row.are_there() && by_turns.are_there())
    conclude_revisits(in_a_row, by_turns, figures, finding);
  else
    finding.concluded = "not all of its walks could be timed";
  return finding;
}

} // namespace

std::vector<ProbeFinding> probe_patterns(const ProbeWorld &world, MemoryFigures &figures) {
  if (world.is_quick)
    return {make_undetermined("patterns.L2.line_banks", "banks", "not measured with --quick"),
            make_undetermined("patterns.revisits_transfer", core_probes::yes_or_no, "not measured with --quick")};
  std::vector<ProbeFinding> found;
  for (LevelFigures &level : figures.levels)
    if (level.name != "L1" && level.name != "MEM")
      found.push_back(line_banks_finding(world, level));
  if (figures.levels.size() > 2) // L1, another cache, memory
    found.push_back(revisits_finding(world, figures));
  return found;
}

} // namespace osaca::measure::memory
