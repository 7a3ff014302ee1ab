// Something worth knowing about a loop, as facts.
#pragma once

#include "base/cycles.h"
#include "base/source_location.h"
#include "report/carrier.h"
#include "report/finding_facts.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca {

enum class Severity { note, warning, error };
[[nodiscard]] std::string_view name_of(Severity severity);

/// An instruction of a chain, and how its result goes on.
struct ChainStep {
  std::string instruction; ///< as in the input
  Cycles cycles;
  Carrier via;
  bool through_memory = false;
  bool crosses_iteration = false;
};

struct WrittenStep { ///< of a report that was read back
  std::string text;
};

struct FindingStep {
  SourceLocation where;
  std::variant<WrittenStep, ChainStep> what;
};

struct Finding {
  std::string rule; ///< "osaca-divider-bound"
  Severity severity = Severity::note;
  SourceLocation where;          ///< the slow instruction's source line, else the loop's
  std::vector<int> instructions; ///< those it is about
  FindingFacts facts;
  std::vector<FindingStep> steps; ///< e.g. the chain, source line by source line
};

} // namespace osaca
