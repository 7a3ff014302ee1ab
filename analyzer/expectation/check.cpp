#include "expectation/expectation.h"

#include "report/rules.h"

#include <algorithm>
#include <set>

namespace osaca {
namespace {

using Kernels = std::vector<const KernelReport *>;

Finding finding_at(const SourceLocation &where, std::string message) {
  Finding finding;
  finding.rule = expectation_rule;
  finding.severity = Severity::warning;
  finding.where = where;
  finding.message = std::move(message);
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

std::string with_explanation(const KernelReport &kernel) {
  if (!kernel.bound_is_known)
    return "but what bounds it is not known";
  std::string text = "bound by " + std::string(phrase_of(kernel.bound_by));
  for (const Finding &finding : kernel.findings)
    if (finding.rule == rule_of(kernel.bound_by))
      return text + ": " + finding.message;
  for (const Bound &bound : kernel.bounds)
    if (bound.kind == kernel.bound_by && !bound.explanation.empty())
      text += ": " + bound.explanation;
  return text;
}

/// Of one core: the version that does the work.
Kernels main_version(const Kernels &kernels) {
  const auto with_role = [&kernels](auto &&wanted) {
    Kernels out;
    std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(out),
                 [&](const KernelReport *kernel) { return wanted(kernel->role); });
    return out;
  };
  Kernels out = with_role([](const LoopRole &role) { return role.kind == LoopRole::Kind::vector_body; });
  if (out.empty())
    out = with_role([](const LoopRole &role) { return !role.is_beside_the_work(); });
  return out.empty() ? kernels : out;
}

const KernelReport &slowest(const Kernels &kernels) {
  return **std::max_element(kernels.begin(), kernels.end(), [](const KernelReport *a, const KernelReport *b) {
    return a->cycles_per_iteration < b->cycles_per_iteration;
  });
}

/// Checks one condition on one core; a message where it is not kept.
class Check {
public:
  Check(const Expectation &expectation, const Kernels &kernels)
      : expectation_(expectation), kernels_(kernels), main_(main_version(kernels)) {}

  std::string operator()(const CyclesCondition &wanted) const {
    const KernelReport &kernel = slowest(main_);
    Cycles cycles = kernel.cycles_per_iteration;
    if (wanted.per_source_iteration) {
      const std::optional<Cycles> each = kernel.cycles_per_source_iteration();
      if (!each)
        return expected(kernel) + "how many iterations of the source one of the machine loop does is not known";
      cycles = *each;
    }
    const bool upper_limit = wanted.comparator != Comparator::greater && wanted.comparator != Comparator::greater_or_equal;
    const bool kept = holds(cycles, wanted.comparator, wanted.cycles);
    const std::string predicted = (kernel.complete ? "" : "at least ") + cycles.text(cycles < Cycles(1) ? 3 : 2);
    if (kept && (kernel.complete || !upper_limit))
      return "";
    if (kept)
      return expected(kernel) + "predicted are " + predicted +
             ", but the loop calls functions or holds instructions without figures, so that cannot be confirmed";
    return expected(kernel) + "predicted are " + predicted + ", " + with_explanation(kernel);
  }

  std::string operator()(const VectorCondition &wanted) const {
    const KernelReport &kernel =
        **std::max_element(main_.begin(), main_.end(), [](const KernelReport *a, const KernelReport *b) {
          return a->vector_bits < b->vector_bits;
        });
    if (holds(kernel.vector_bits, wanted.comparator, wanted.bits))
      return "";
    return expected(kernel) + (kernel.vector_bits > 0 ? "the widest packed arithmetic has " +
                                                            std::to_string(kernel.vector_bits) + " bits"
                                                      : "there is no packed arithmetic");
  }

  std::string operator()(const ExistsCondition & /*wanted*/) const { return ""; }

  std::string operator()(const BoundCondition &wanted) const {
    const KernelReport &kernel = slowest(main_);
    if (!kernel.bound_is_known)
      return expected(kernel) + "what bounds the loop is not known: part of what takes its time was not followed";
    if (std::find(wanted.any_of.begin(), wanted.any_of.end(), kernel.bound_by) != wanted.any_of.end())
      return "";
    return expected(kernel) + "the loop is " + with_explanation(kernel);
  }

  std::string operator()(const WithoutCondition &unwanted) const {
    for (const KernelReport *kernel : kernels_) {
      if (unwanted.rule.empty()) {
        if (const Cycles busy = kernel->bound(BoundKind::divider); !busy.is_zero())
          return expected(*kernel) + "the divider is busy for " + busy.text(2) + " cycles of each iteration";
        continue;
      }
      for (const Finding &finding : kernel->findings)
        if (finding.rule == unwanted.rule)
          return expected(*kernel) + finding.message;
    }
    return "";
  }

private:
  [[nodiscard]] std::string expected(const KernelReport &kernel) const {
    return "expected " + expectation_.text + " on " + kernel.arch + ": ";
  }

  const Expectation &expectation_;
  const Kernels &kernels_;
  Kernels main_;
};

/// By core, in the order of the report; of these, the loops of the annotation itself if it has any, not those inside it.
std::vector<Kernels> by_core(const AnnotationReport &annotation, const Kernels &kernels) {
  Kernels own;
  std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(own), [&](const KernelReport *kernel) {
    return kernel->source.file == annotation.source.file && kernel->source.line == annotation.source.line;
  });
  std::vector<Kernels> cores;
  for (const KernelReport *kernel : own.empty() ? kernels : own) {
    const auto core = std::find_if(cores.begin(), cores.end(),
                                   [&](const Kernels &known) { return known.front()->arch == kernel->arch; });
    if (core == cores.end())
      cores.push_back({kernel});
    else
      core->push_back(kernel);
  }
  return cores;
}

} // namespace

std::vector<Finding> broken_expectations(const std::vector<Expectation> &expectations,
                                         const AnnotationReport &annotation, const Kernels &kernels) {
  std::vector<Finding> findings;
  const std::vector<Kernels> cores = by_core(annotation, kernels);
  for (const Expectation &expectation : expectations) {
    if (cores.empty() && !std::holds_alternative<WithoutCondition>(expectation.condition))
      findings.push_back(finding_at(annotation.source, "expected " + expectation.text + ": no loop is left" +
                                                           (annotation.reason.empty() ? "" : ": " + annotation.reason)));
    for (const Kernels &core : cores) {
      const std::vector<std::string> &archs = expectation.archs;
      if (!archs.empty() && std::find(archs.begin(), archs.end(), core.front()->arch) == archs.end())
        continue;
      const std::string message = std::visit(Check(expectation, core), expectation.condition);
      if (!message.empty())
        findings.push_back(finding_at(annotation.source, message));
    }
  }
  return findings;
}

Finding unreadable_expectation(const std::string &problem, const SourceLocation &where) {
  return finding_at(where, "what follows '#pragma osaca analyze' cannot be read: " + problem);
}

} // namespace osaca
