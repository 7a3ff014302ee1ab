// Something worth knowing about a loop, as data without sentences.
#pragma once

#include "base/cycles.h"
#include "base/shared.h"
#include "base/source_location.h"
#include "report/bound.h"
#include "report/finding_facts.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca {

enum class Severity { note, warning, error };
[[nodiscard]] std::string_view name_of(Severity severity);

/// An instruction of a dependency chain, and what passes its result to the next one.
struct ChainStep {
  std::string instruction; ///< as in the input
  Cycles cycles;
  Carrier via;
  bool through_memory = false;
  bool crosses_iteration = false;
};

struct WrittenStep { ///< text of a report that was read from a file
  std::string text;
};

struct FindingStep {
  SourceLocation where;
  std::variant<WrittenStep, ChainStep> what;
};

struct Finding {
  std::string rule; ///< "osaca-divider-bound"
  Severity severity = Severity::note;
  SourceLocation where;          ///< the source line of the slow instruction, or else of the loop
  std::vector<int> instructions; ///< the instructions that the finding is about
  Shared<FindingFacts> facts;
  Shared<std::vector<FindingStep>> steps; ///< for example the chain, one step per source line
};

/// A report and the collection of all reports share their findings.
using Findings = std::vector<Shared<Finding>>;

} // namespace osaca
