// The facts of findings about a loop's budget: expectations in the source, and a baseline. finding_facts.h has all
// others.
#pragma once

#include "base/compiler_facts.h"
#include "base/cycles.h"
#include "base/shared.h"
#include "report/bound.h"
#include "report/loop_figures.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace osaca {

struct Finding;

/// Why a bound has its value: the finding about it, or else the facts of the analysis.
struct BoundReason {
  std::shared_ptr<const Finding> finding; ///< may be null
  Shared<BoundFacts> facts;               ///< used if there is no finding
};

struct ExpectationUnreadable {
  std::string problem;
};

/// An expectation in the source that the loop does not meet.
struct ExpectationBroken {
  struct NoLoop {
    std::string reason; ///< reported by the compiler's plugin; may be empty
  };
  struct SourceIterationsUnknown {};
  struct LevelUnknown {
    std::string level;
  };
  struct OtherCycles {
    Cycles cycles;
    bool complete = true;
    bool is_confirmable =
        true; ///< false: the cycles are a lower bound, and the actual value may or may not meet the condition
    bool in_order = false;                  ///< the core executes in program order, so the cycles are a lower bound
    std::optional<BoundKind> bound_by = {}; ///< empty: unknown
    BoundReason reason = {};
  };
  struct OtherVectors {
    int bits = 0;
  };
  struct BoundUnknown {};
  struct OtherBound {
    BoundKind bound_by = BoundKind::ports;
    BoundReason reason;
  };
  struct DividerUsed {
    Cycles busy;
  };
  struct PlaceMatters {
    CodePlacement placement;
    Cycles cycles; ///< predicted cycles
  };
  struct PlaceUnknown {}; ///< it is unknown how the core reads code
  struct Found {
    std::shared_ptr<const Finding> finding;
  };
  std::string expected; ///< as written in the source
  std::string arch;     ///< "" for NoLoop
  std::variant<NoLoop, SourceIterationsUnknown, LevelUnknown, OtherCycles, OtherVectors, BoundUnknown, OtherBound,
               DividerUsed, PlaceMatters, PlaceUnknown, Found>
      contradiction;
  WrittenElsewhere written = {}; ///< of the loop, if its annotation has several loops at this location
  LoopPart part = {};            ///< as `written`
};

struct Regression {
  bool lost_vectors = false;
  Shared<LoopFigures> before;
  Shared<LoopFigures> after;
  std::string arch;
  std::string copy_in = {};                  ///< the symbol of the function whose copy of the loop it is; "": the loop
  BoundReason reason;                        ///< the bound of the path that takes most of the loop's time
  std::optional<Cycles> cycles_of_path = {}; ///< cycles per iteration of that path; empty: there is only one path
};

} // namespace osaca
