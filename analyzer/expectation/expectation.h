// The expectations that the source states about a loop:
//
//   #pragma osaca analyze expect(cycles <= 4.0 per iteration, arch zen4) bound(ports) no(divider, spills)
//
//   expect(CONDITION, ... [, arch NAME...])   cycles OP N [per iteration | per source iteration]
//                                             vector OP BITS   width of the widest packed arithmetic
//                                             vectorised       the same as vector >= 64
//                                             exists           a loop is left in the machine code
//   bound(KIND [or KIND...] [, arch NAME...]) ports, divider, front_end, stores, lcd, memory
//   no(THING, ... [, arch NAME...])           divider, calls, spills, scalar, unknown, alignment, or any rule's name
//   data(LEVEL) or data(SIZE)                 where the loop's data are: L1, L2, L3, MEM, 48 MB
//   rows(LENGTH)                              distance between two rows of its arrays: 8000, 8000 floats, 64 kB
//
// OP is <=, <, >=, > or ==. Without `arch`, the clause applies to every core that is analysed. In a condition on
// cycles, `data L3` selects the cycles that are predicted for data in L3. See docs/use/expectations.md.
#pragma once

#include "report/data_place.h"
#include "report/report.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca {

enum class Comparator { less, less_or_equal, equal, greater_or_equal, greater };

struct CyclesCondition {
  Comparator comparator = Comparator::less_or_equal;
  Cycles cycles;
  bool per_source_iteration = false;
  std::string level; ///< the level that the cycles are for; empty: the prediction in the headline
};
struct VectorCondition {
  Comparator comparator = Comparator::greater_or_equal;
  int bits = 0;
};
struct ExistsCondition {};
struct BoundCondition {
  std::vector<BoundKind> any_of;
};
struct WithoutCondition {
  std::string thing; ///< as written, for messages
  std::string rule;  ///< findings of this rule violate the condition; empty: the divider must not be used
};

struct PlaceCondition {}; ///< the cycles must not depend on the loop's address

struct Expectation {
  std::variant<CyclesCondition, VectorCondition, ExistsCondition, BoundCondition, WithoutCondition, PlaceCondition>
      condition;
  std::vector<std::string> archs; ///< as written; empty: all
  std::string text;               ///< "cycles <= 4.0 per iteration", for messages
};

struct ParsedExpectations {
  std::vector<Expectation> expectations;
  DataPlace data;                    ///< from data(...) and rows(...); the last one takes precedence
  std::vector<std::string> problems; ///< one sentence for each clause that could not be parsed
};

/// Parses the text after `#pragma osaca analyze`. If there are too many conditions, only the first ones are parsed and
/// a problem says so.
[[nodiscard]] ParsedExpectations parse_expectations(std::string_view clauses);

/// The expectations that the loop does not meet, as findings at `where` (rule osaca-expectation). `kernels`: all
/// kernels of the annotation, on all cores. Cycles, bound and vectors are checked for the vector body if there is one,
/// and for the path that represents the loop (report/report.h). `no` is checked for all kernels. A condition that the
/// figures cannot confirm counts as not met.
[[nodiscard]] Findings broken_expectations(const std::vector<Expectation> &expectations,
                                           const AnnotationReport &annotation,
                                           const std::vector<const KernelReport *> &kernels);

/// Reports an unreadable expectation as a finding, so that a typing error is not mistaken for a met expectation.
[[nodiscard]] Finding unreadable_expectation(const std::string &problem, const SourceLocation &where);

} // namespace osaca
