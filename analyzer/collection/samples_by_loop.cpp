#include "collection/collect.h"

#include "base/index.h"
#include "collection/collected_findings.h"
#include "collection/loop_identity.h"
#include "collection/source_loops.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>

namespace osaca {
namespace {

using OpcodeCounts = std::map<std::string, int>;

/// A canonical opcode for the forms that an assembler or linker may choose for one instruction: shorter constants and
/// jumps, exchanged operands.
std::string opcode_in_any_form(std::string opcode) {
  for (const std::string_view ending : {"_REV", "_EVEX", "_alt"})
    if (opcode.ends_with(ending))
      opcode.resize(opcode.size() - ending.size());
  for (const std::string_view ending : {"_1", "_2", "_4"})
    if (opcode.starts_with('J') && opcode.ends_with(ending))
      opcode.resize(opcode.size() - ending.size());
  for (const std::string_view size : {"8", "32"})
    if (opcode.ends_with("i" + std::string(size)))
      opcode.resize(opcode.size() - size.size());
  return opcode;
}

/// No-ops are ignored, because they are only padding.
bool is_filler(const std::string &opcode) { return opcode.starts_with("NOOP"); }

void count(OpcodeCounts &counts, const std::string &opcode) {
  if (!is_filler(opcode))
    ++counts[opcode_in_any_form(opcode)];
}

int total(const OpcodeCounts &counts) {
  int sum = 0;
  for (const auto &[opcode, number] : counts)
    sum += number;
  return sum;
}

/// Nearly all opcodes have to match, because an assembler and a disassembler may name one instruction differently.
bool holds(const OpcodeCounts &loop, const OpcodeCounts &part) {
  constexpr int one_of = 20;
  int missing = 0;
  for (const auto &[opcode, number] : part) {
    const auto found = loop.find(opcode);
    missing += std::max(0, number - (found == loop.end() ? 0 : found->second));
  }
  return missing * one_of <= total(part);
}

/// Instructions by their source line. Files are not needed, because only instructions of one function are compared.
using PlacedOpcodes = std::map<std::pair<int, std::string>, int>;

void count(PlacedOpcodes &counts, int line, const std::string &opcode) {
  if (line > 0 && !is_filler(opcode))
    ++counts[{line, opcode_in_any_form(opcode)}];
}

int in_common(const PlacedOpcodes &one, const PlacedOpcodes &other) {
  int sum = 0;
  for (const auto &[opcode, number] : one)
    if (const auto found = other.find(opcode); found != other.end())
      sum += std::min(number, found->second);
  return sum;
}

/// All paths and cores of one machine loop.
struct Candidate {
  std::vector<int> loops; ///< indices into Collection::loops
  std::vector<OpcodeCounts> paths;
  OpcodeCounts united;    ///< for each opcode, the maximum over all paths
  PlacedOpcodes placed;   ///< the same
  bool truncated = false; ///< there are more paths
  int taken = 0;          ///< number of program loops that were matched with it
  double share = 0;
  std::optional<double> cycles;
};

struct CountedLoop {
  const SampledLoop *loop = nullptr;
  OpcodeCounts opcodes;
  PlacedOpcodes placed;
};

class Placement {
public:
  Placement(Collection collection, const SampledPrograms &programs)
      : collection_(std::move(collection)), programs_(programs) {}

  Collection place() {
    find_candidates();
    std::map<std::string, std::vector<CountedLoop>> by_function;
    for (const SampledLoop &loop : programs_.loops) {
      CountedLoop counted{&loop, {}, {}};
      for (std::size_t i = 0; i < loop.opcodes.size(); ++i) {
        count(counted.opcodes, loop.opcodes[i]);
        if (i < loop.lines.size())
          count(counted.placed, loop.lines[i], loop.opcodes[i]);
      }
      by_function[loop.function].push_back(std::move(counted));
    }
    for (const auto &[function, loops] : by_function)
      for (const CountedLoop &loop : loops)
        place(loop, loops);
    write_times();
    return std::move(collection_);
  }

private:
  /// The key of a machine loop, for all cores and paths.
  static std::string key_of(const KernelReport &report) {
    return place_of(report).text() + key_separator + report.function + key_separator + name_of(report.role) +
           key_separator + report.name;
  }

  void find_candidates() {
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < collection_.loops.size(); ++i) {
      const CollectedLoop &loop = collection_.loops[i];
      std::vector<Candidate> &of_function = candidates_[loop.report.function];
      const auto [place, is_new] = known.try_emplace(key_of(loop.report), of_function.size());
      if (is_new)
        of_function.emplace_back();
      Candidate &candidate = of_function[place->second];
      candidate.loops.push_back(static_cast<int>(i));
      candidate.truncated = candidate.truncated || loop.report.paths_truncated;
      OpcodeCounts path;
      PlacedOpcodes placed;
      for (const InstructionLine &line : loop.report.instructions) {
        if (!line.callee.empty())
          continue; // samples in called functions are not attributed to the loop
        count(path, line.opcode);
        count(placed, line.source.line, line.opcode);
      }
      for (const auto &[opcode, number] : path)
        candidate.united[opcode] = std::max(candidate.united[opcode], number);
      for (const auto &[opcode, number] : placed)
        candidate.placed[opcode] = std::max(candidate.placed[opcode], number);
      candidate.paths.push_back(std::move(path));
    }
  }

  /// A loop without a report may contain all opcodes of a small loop with one, so most of its instructions have to
  /// match.
  static bool is_mostly(const CountedLoop &loop, const Candidate &candidate) {
    constexpr int least_of_all_paths = 2; // at least a half
    constexpr int least_of_some_paths = 16;
    return (candidate.truncated ? least_of_some_paths : least_of_all_paths) * total(candidate.united) >=
           total(loop.opcodes);
  }

  static bool is_in(const CountedLoop &loop, const Candidate &candidate) {
    return std::ranges::all_of(candidate.paths, [&](const OpcodeCounts &path) { return holds(loop.opcodes, path); });
  }

  [[nodiscard]] bool is_around(const CountedLoop &loop, const CountedLoop &other) const {
    const int place = static_cast<int>(loop.loop - programs_.loops.data());
    for (int outer = other.loop->outer; outer >= 0; outer = programs_.loops[at(outer)].outer)
      if (outer == place)
        return true;
    return false;
  }

  void place(const CountedLoop &loop, const std::vector<CountedLoop> &of_function) {
    std::vector<Candidate> &candidates = candidates_[loop.loop->function];
    Candidate *best = nullptr;
    std::tuple<int, int, int> best_fit;
    for (Candidate &candidate : candidates) {
      if (!is_in(loop, candidate) || !is_mostly(loop, candidate))
        continue;
      const bool is_of_inner = std::ranges::any_of(
          of_function, [&](const CountedLoop &other) { return is_around(loop, other) && is_in(other, candidate); });
      if (is_of_inner)
        continue;
      const std::tuple fit{in_common(candidate.placed, loop.placed), total(candidate.united), -candidate.taken};
      if (best != nullptr && fit <= best_fit)
        continue;
      best = &candidate;
      best_fit = fit;
    }
    if (best == nullptr) {
      unreported_.push_back({loop.loop->function, loop.loop->place, loop.loop->share});
      return;
    }
    ++best->taken;
    best->share += loop.loop->share;
    if (loop.loop->cycles)
      best->cycles = best->cycles.value_or(0) + *loop.loop->cycles;
  }

  void write_times() {
    PlacedSamples placed{.name = programs_.name,
                         .event = programs_.event,
                         .sample_count = programs_.sample_count,
                         .unread = programs_.unread,
                         .hot_functions = programs_.hot_functions,
                         .unreported = {}};
    for (const auto &[function, candidates] : candidates_) {
      if (!programs_.functions.contains(function))
        continue;
      for (const Candidate &candidate : candidates) {
        placed.placed_share += candidate.share;
        for (const int loop : candidate.loops)
          write_time(candidate, collection_.loops[at(loop)]);
        write_differences(candidate, has_versions(candidate, candidates));
      }
    }
    for (const UnreportedLoop &loop : unreported_)
      placed.other_loops_share += loop.share;
    placed.unreported = most_sampled();
    std::ranges::stable_sort(placed.hot_functions, std::ranges::greater{}, &HotFunction::share);
    collection_.samples = std::move(placed);
  }

  [[nodiscard]] std::vector<UnreportedLoop> most_sampled() const {
    constexpr std::size_t named = 5;
    constexpr double enough_to_matter = 0.01;
    std::vector<UnreportedLoop> most;
    std::ranges::copy_if(unreported_, std::back_inserter(most),
                         [](const UnreportedLoop &loop) { return loop.share >= enough_to_matter; });
    std::ranges::stable_sort(most, std::ranges::greater{}, &UnreportedLoop::share);
    most.resize(std::min(most.size(), named));
    return most;
  }

  void write_time(const Candidate &candidate, CollectedLoop &loop) const {
    SampledTime &time = loop.sampled.emplace();
    time.share = candidate.share;
    const LoopFrequency &frequency = loop.report.frequency;
    const bool is_measured = candidate.cycles && candidate.share > 0;
    if (programs_.same_run_as_profile && is_measured && frequency.source == LoopFrequency::Source::profile &&
        frequency.iterations > 0)
      time.cycles_per_iteration = *candidate.cycles / frequency.iterations;
  }

  [[nodiscard]] const KernelReport &report_of(const Candidate &candidate) const {
    return collection_.loops[at(candidate.loops.front())].report;
  }

  /// Whether the compiler generated a scalar version of the same source loop.
  [[nodiscard]] bool has_versions(const Candidate &candidate, const std::vector<Candidate> &of_function) const {
    const KernelReport &own = report_of(candidate);
    return std::ranges::any_of(of_function, [&](const Candidate &other) {
      const KernelReport &report = report_of(other);
      const bool is_version =
          report.role.kind == LoopRole::Kind::scalar_version || own.role.kind == LoopRole::Kind::scalar_version;
      return &other != &candidate && is_version && place_of(report) == place_of(own);
    });
  }

  void write_differences(const Candidate &candidate, bool has_versions) {
    std::map<std::string, std::vector<const KernelReport *>> by_core;
    for (const int loop : candidate.loops)
      by_core[collection_.loops[at(loop)].report.arch].push_back(&collection_.loops[at(loop)].report);
    for (const int loop : candidate.loops) {
      CollectedLoop &collected = collection_.loops[at(loop)];
      if (collected.sampled->cycles_per_iteration)
        collected.difference =
            measured_difference(by_core[collected.report.arch], *collected.sampled->cycles_per_iteration,
                                candidate.share * static_cast<double>(programs_.sample_count), has_versions);
    }
  }

  Collection collection_;
  const SampledPrograms &programs_;
  std::map<std::string, std::vector<Candidate>> candidates_; ///< by symbol
  std::vector<UnreportedLoop> unreported_;                   ///< sorted by symbol, then in the order of the program
};

} // namespace

Collection with_samples(Collection collection, const SampledPrograms &programs, const std::string &root) {
  Collection out = Placement(std::move(collection), programs).place();
  const auto make_relative = [&root](SourceLocation &place) {
    if (!root.empty() && place.file.starts_with(root + "/"))
      place.file.erase(0, root.size() + 1);
  };
  for (UnreportedLoop &loop : out.samples->unreported)
    make_relative(loop.place);
  for (HotFunction &function : out.samples->hot_functions) {
    make_relative(function.place);
    make_relative(function.called_from);
  }
  out = with_source_loops(std::move(out));
  out.findings = collected_findings(out);
  return out;
}

} // namespace osaca
