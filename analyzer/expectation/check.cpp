#include "expectation/expectation.h"

#include "report/report.h"
#include "report/rules.h"

#include <algorithm>
#include <optional>

namespace osaca {
namespace {

using Kernels = std::vector<const KernelReport *>;

Finding finding_at(const SourceLocation &where, FindingFacts facts) {
  Finding finding;
  finding.rule = expectation_rule;
  finding.severity = Severity::warning;
  finding.where = where;
  finding.facts = std::move(facts);
  return finding;
}

template <class Value> bool holds(const Value &value, Comparator comparator, const Value &limit) {
  switch (comparator) {
  case Comparator::less: return value < limit;
  case Comparator::less_or_equal: return value <= limit;
  case Comparator::equal: return value == limit;
  case Comparator::greater_or_equal: return value >= limit;
  case Comparator::greater: return value > limit;
  }
  return false;
}

/// One machine loop of a source loop on one core.
struct MachineLoop {
  const KernelReport *representative; ///< of its paths
  int vector_bits;                    ///< of its widest path
};

/// The machine loops that do most of the iterations: one per copy of the source loop, without remainders, scalar
/// versions and loops around them, unless there are only such loops.
Kernels main_loops(const Kernels &kernels) {
  const auto among = [](const Kernels &all, auto &&wanted) {
    Kernels out;
    std::ranges::copy_if(all, std::back_inserter(out),
                         [&](const KernelReport *kernel) { return wanted(kernel->role); });
    return out.empty() ? all : out;
  };
  const Kernels main = among(kernels, [](const LoopRole &role) { return !role.is_secondary(); });
  return among(main, [](const LoopRole &role) { return !role.is_around_others(); });
}

/// By their cycles, the slowest first.
std::vector<MachineLoop> machine_loops(const Kernels &kernels) {
  std::vector<MachineLoop> loops;
  for (const KernelReport *kernel : kernels) {
    const auto known = std::ranges::find_if(loops, [&](const MachineLoop &loop) {
      const KernelReport *other = loop.representative;
      return other->function == kernel->function && other->name == kernel->name && other->role == kernel->role;
    });
    if (known == loops.end()) {
      loops.push_back({kernel, kernel->vector_bits});
      continue;
    }
    known->vector_bits = std::max(known->vector_bits, kernel->vector_bits);
    if (is_more_representative(*kernel, *known->representative))
      known->representative = kernel;
  }
  std::ranges::stable_sort(loops, [](const MachineLoop &a, const MachineLoop &b) {
    return a.representative->cycles_per_iteration > b.representative->cycles_per_iteration;
  });
  return loops;
}

/// Null if the model does not have that level.
const MemoryLevelFigures *figures_of(const KernelReport &kernel, const std::string &level) {
  if (!kernel.memory)
    return nullptr;
  const std::vector<MemoryLevelFigures> &levels = kernel.memory->levels;
  const auto found =
      std::ranges::find_if(levels, [&](const MemoryLevelFigures &figures) { return figures.name == level; });
  return found == levels.end() ? nullptr : &*found;
}

/// Whether all cycle counts from this one on meet the condition, or none does.
bool lower_bound_decides(Cycles cycles, const CyclesCondition &wanted) {
  switch (wanted.comparator) {
  case Comparator::less: return cycles >= wanted.cycles;
  case Comparator::less_or_equal:
  case Comparator::equal: return cycles > wanted.cycles;
  case Comparator::greater_or_equal: return cycles >= wanted.cycles;
  case Comparator::greater: return cycles > wanted.cycles;
  }
  return false;
}

/// Smaller effects of the address are ignored, because no prediction is more exact.
const Cycles least_that_counts(21, 20);

using Contradiction = decltype(ExpectationBroken::contradiction);

/// Checks one condition on one core. Returns what contradicts it; empty if it is met.
class Check {
public:
  explicit Check(const Kernels &kernels)
      : kernels_(kernels), main_(main_loops(kernels)), machine_loops_(machine_loops(main_)) {}

  /// An upper limit is for every copy, a lower limit for the slowest.
  std::optional<Contradiction> operator()(const CyclesCondition &wanted) const {
    const bool is_upper = wanted.comparator == Comparator::less || wanted.comparator == Comparator::less_or_equal;
    if (!is_upper)
      return contradiction_of(*machine_loops_.front().representative, wanted);
    for (const MachineLoop &loop : machine_loops_)
      if (std::optional<Contradiction> found = contradiction_of(*loop.representative, wanted))
        return found;
    return std::nullopt;
  }

  std::optional<Contradiction> operator()(const VectorCondition &wanted) const {
    for (const MachineLoop &loop : machine_loops_)
      if (!holds(loop.vector_bits, wanted.comparator, wanted.bits))
        return ExpectationBroken::OtherVectors{loop.vector_bits};
    return std::nullopt;
  }

  std::optional<Contradiction> operator()(const ExistsCondition & /*wanted*/) const { return std::nullopt; }

  std::optional<Contradiction> operator()(const BoundCondition &wanted) const {
    const KernelReport &kernel = *machine_loops_.front().representative;
    if (!kernel.bound_is_known)
      return ExpectationBroken::BoundUnknown{};
    if (std::ranges::find(wanted.any_of, kernel.bound_by) != wanted.any_of.end())
      return std::nullopt;
    return ExpectationBroken::OtherBound{kernel.bound_by, reason_of(kernel)};
  }

  std::optional<Contradiction> operator()(const WithoutCondition &unwanted) const {
    for (const KernelReport *kernel : kernels_) {
      if (unwanted.rule.empty()) {
        if (const Cycles busy = kernel->bound(BoundKind::divider); !busy.is_zero())
          return ExpectationBroken::DividerUsed{busy};
        continue;
      }
      for (const Finding &finding : kernel->findings)
        if (finding.rule == unwanted.rule)
          return ExpectationBroken::Found{std::make_shared<const Finding>(finding)};
    }
    return std::nullopt;
  }

  std::optional<Contradiction> operator()(const PlaceCondition & /*wanted*/) const {
    for (const KernelReport *kernel : main_) {
      if (!kernel->placement)
        return ExpectationBroken::PlaceUnknown{};
      const CodePlacement &placement = *kernel->placement;
      const bool lies_fixed = placement.known == CodePlacement::Known::address;
      if (placement.least * least_that_counts < (lies_fixed ? kernel->cycles_per_iteration : placement.most))
        return ExpectationBroken::PlaceMatters{placement, kernel->cycles_per_iteration};
    }
    return std::nullopt;
  }

private:
  static std::optional<Contradiction> contradiction_of(const KernelReport &kernel, const CyclesCondition &wanted) {
    const MemoryLevelFigures *level = wanted.level.empty() ? nullptr : figures_of(kernel, wanted.level);
    if (!wanted.level.empty() && level == nullptr)
      return ExpectationBroken::LevelUnknown{wanted.level};
    Cycles cycles = level != nullptr ? level->cycles_per_iteration : kernel.cycles_per_iteration;
    if (wanted.per_source_iteration) {
      const int iterations = kernel.source_iterations.value_or(0);
      if (iterations < 1)
        return ExpectationBroken::SourceIterationsUnknown{};
      cycles = cycles / Cycles(iterations);
    }
    const bool is_exact = kernel.complete && !(level != nullptr && (level->most_cycles || level->lower_bound_only));
    const bool kept = holds(cycles, wanted.comparator, wanted.cycles);
    const bool is_decided = is_exact || lower_bound_decides(cycles, wanted);
    if (kept && is_decided)
      return std::nullopt;
    ExpectationBroken::OtherCycles other{
        .cycles = cycles, .complete = is_exact, .is_confirmable = is_decided, .in_order = kernel.executes_in_order()};
    if (!is_decided)
      return other;
    if (level != nullptr && level->bound_by != MemoryBoundKind::core) {
      other.bound_by = BoundKind::memory;
      other.reason.facts = DataBehind{level->name, level->bound_by, level->transfers_of};
    } else if (kernel.bound_is_known) {
      other.bound_by = kernel.bound_by;
      other.reason = reason_of(kernel);
    }
    return other;
  }

  const Kernels &kernels_;
  Kernels main_;
  std::vector<MachineLoop> machine_loops_; ///< of main_
};

/// If the annotation's own loop has kernels, those of its inner loops are left out.
Kernels own_kernels(const AnnotationReport &annotation, const Kernels &kernels) {
  const auto among = [&](auto &&is_own) {
    Kernels own;
    std::ranges::copy_if(kernels, std::back_inserter(own), [&](const KernelReport *kernel) {
      return kernel->source.file == annotation.source.file && is_own(kernel->source);
    });
    return own;
  };
  if (Kernels own = among([&](const SourceLocation &source) { return source == annotation.source; }); !own.empty())
    return own;
  Kernels own = among([&](const SourceLocation &source) { return source.line == annotation.source.line; });
  return own.empty() ? kernels : own;
}

/// The kernels of each source loop on each core, in the order of the report.
std::vector<Kernels> by_loop_and_core(const Kernels &kernels) {
  std::vector<Kernels> loops;
  for (const KernelReport *kernel : kernels) {
    const auto same = std::ranges::find_if(loops, [&](const Kernels &known) {
      return known.front()->arch == kernel->arch && is_same_source_loop(*known.front(), *kernel);
    });
    if (same == loops.end())
      loops.push_back({kernel});
    else
      same->push_back(kernel);
  }
  return loops;
}

/// Whether the condition applies to a loop. The cycles of a loop around others include those of the inner loops, so
/// they count only if it is the annotated loop itself.
bool applies(const Expectation &expectation, const Kernels &loop, const std::vector<Kernels> &loops) {
  const std::vector<std::string> &archs = expectation.archs;
  if (!archs.empty() && std::ranges::find(archs, loop.front()->arch) == archs.end())
    return false;
  const auto is_outer = [](const Kernels &one) {
    return std::ranges::all_of(one, [](const KernelReport *kernel) { return kernel->role.is_around_others(); });
  };
  return std::holds_alternative<WithoutCondition>(expectation.condition) || !is_outer(loop) ||
         std::ranges::all_of(loops, is_outer);
}

/// At the loop, unless it is in another file, such as a header of a library, whose warnings compilers do not show.
Finding finding_of(const Kernels &loop, const std::vector<Kernels> &loops, const AnnotationReport &annotation,
                   ExpectationBroken broken) {
  const KernelReport &kernel = *loop.front();
  const bool is_here = kernel.source.known() && kernel.source.file == annotation.source.file;
  const SourceLocation &where = is_here ? kernel.source : annotation.source;
  const bool is_only_one = std::ranges::none_of(loops, [&](const Kernels &other) {
    return other.front()->source == kernel.source && !is_same_source_loop(*other.front(), kernel);
  });
  if (!is_here && kernel.source.known())
    broken.written = {.place = kernel.source};
  else if (!is_only_one && kernel.written)
    broken.written = *kernel.written;
  if (!is_only_one)
    broken.part = kernel.part;
  return finding_at(where, std::move(broken));
}

} // namespace

Findings broken_expectations(const std::vector<Expectation> &expectations, const AnnotationReport &annotation,
                             const Kernels &kernels) {
  Findings findings;
  const std::vector<Kernels> loops = by_loop_and_core(own_kernels(annotation, kernels));
  for (const Expectation &expectation : expectations) {
    if (loops.empty() && !std::holds_alternative<WithoutCondition>(expectation.condition))
      findings.push_back(finding_at(
          annotation.source, ExpectationBroken{expectation.text, "", ExpectationBroken::NoLoop{annotation.reason}}));
    for (const Kernels &loop : loops) {
      if (!applies(expectation, loop, loops))
        continue;
      if (std::optional<Contradiction> found = std::visit(Check(loop), expectation.condition))
        findings.push_back(finding_of(loop, loops, annotation,
                                      ExpectationBroken{expectation.text, loop.front()->arch, *std::move(found)}));
    }
  }
  return findings;
}

Finding unreadable_expectation(const std::string &problem, const SourceLocation &where) {
  return finding_at(where, ExpectationUnreadable{problem});
}

} // namespace osaca
