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

/// The kernels of the main version on one core.
Kernels main_version(const Kernels &kernels) {
  const auto with_role = [&kernels](auto &&wanted) {
    Kernels out;
    std::ranges::copy_if(kernels, std::back_inserter(out),
                         [&](const KernelReport *kernel) { return wanted(kernel->role); });
    return out;
  };
  Kernels out = with_role([](const LoopRole &role) { return role.kind == LoopRole::Kind::vector_body; });
  if (out.empty())
    out = with_role([](const LoopRole &role) { return !role.is_secondary(); });
  return out.empty() ? kernels : out;
}

/// The slowest of the paths that represent their machine loops.
const KernelReport &slowest(const Kernels &kernels) {
  Kernels speakers;
  for (const KernelReport *kernel : kernels) {
    const auto known = std::ranges::find_if(speakers, [&](const KernelReport *other) {
      return other->function == kernel->function && other->name == kernel->name && other->role == kernel->role;
    });
    if (known == speakers.end())
      speakers.push_back(kernel);
    else if (is_more_representative(*kernel, **known))
      *known = kernel;
  }
  return **std::ranges::max_element(speakers, {},
                                    [](const KernelReport *kernel) { return kernel->cycles_per_iteration; });
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
  explicit Check(const Kernels &kernels) : kernels_(kernels), main_(main_version(kernels)) {}

  std::optional<Contradiction> operator()(const CyclesCondition &wanted) const {
    const KernelReport &kernel = slowest(main_);
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

  std::optional<Contradiction> operator()(const VectorCondition &wanted) const {
    const KernelReport &kernel = **std::ranges::max_element(
        main_, [](const KernelReport *a, const KernelReport *b) { return a->vector_bits < b->vector_bits; });
    if (holds(kernel.vector_bits, wanted.comparator, wanted.bits))
      return std::nullopt;
    return ExpectationBroken::OtherVectors{kernel.vector_bits};
  }

  std::optional<Contradiction> operator()(const ExistsCondition & /*wanted*/) const { return std::nullopt; }

  std::optional<Contradiction> operator()(const BoundCondition &wanted) const {
    const KernelReport &kernel = slowest(main_);
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
  const Kernels &kernels_;
  Kernels main_;
};

/// By core, in the order of the report. If the annotation's own loop has kernels, those of its inner loops are left
/// out.
std::vector<Kernels> by_core(const AnnotationReport &annotation, const Kernels &kernels) {
  Kernels own;
  std::ranges::copy_if(kernels, std::back_inserter(own), [&](const KernelReport *kernel) {
    return kernel->source.file == annotation.source.file && kernel->source.line == annotation.source.line;
  });
  std::vector<Kernels> cores;
  for (const KernelReport *kernel : own.empty() ? kernels : own) {
    const auto core =
        std::ranges::find_if(cores, [&](const Kernels &known) { return known.front()->arch == kernel->arch; });
    if (core == cores.end())
      cores.push_back({kernel});
    else
      core->push_back(kernel);
  }
  return cores;
}

} // namespace

Findings broken_expectations(const std::vector<Expectation> &expectations, const AnnotationReport &annotation,
                             const Kernels &kernels) {
  Findings findings;
  const std::vector<Kernels> cores = by_core(annotation, kernels);
  for (const Expectation &expectation : expectations) {
    if (cores.empty() && !std::holds_alternative<WithoutCondition>(expectation.condition))
      findings.push_back(finding_at(
          annotation.source, ExpectationBroken{expectation.text, "", ExpectationBroken::NoLoop{annotation.reason}}));
    for (const Kernels &core : cores) {
      const std::vector<std::string> &archs = expectation.archs;
      if (!archs.empty() && std::ranges::find(archs, core.front()->arch) == archs.end())
        continue;
      std::optional<Contradiction> found = std::visit(Check(core), expectation.condition);
      if (found)
        findings.push_back(
            finding_at(annotation.source, ExpectationBroken{expectation.text, core.front()->arch, *std::move(found)}));
    }
  }
  return findings;
}

Finding unreadable_expectation(const std::string &problem, const SourceLocation &where) {
  return finding_at(where, ExpectationUnreadable{problem});
}

} // namespace osaca
