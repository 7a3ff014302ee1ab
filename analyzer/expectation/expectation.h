// What the source says that a loop has to keep to:
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
//   rows(LENGTH)                              from one row of its arrays to the next: 8000, 8000 floats, 64 kB
//
// OP is <=, <, >=, > or ==. Without `arch`, the clause holds for every core that is analysed; `data L3` beside a
// condition on cycles means: with the data there. Docs: docs/use/expectations.md.
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
  std::string level; ///< with the data there; empty: as the headline has it
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
  std::string thing; ///< as it was written, for messages
  std::string rule;  ///< a finding of which contradicts; empty: the divider's time has to be zero
};

struct PlaceCondition {}; ///< where the linker puts the loop makes no difference

struct Expectation {
  std::variant<CyclesCondition, VectorCondition, ExistsCondition, BoundCondition, WithoutCondition, PlaceCondition>
      condition;
  std::vector<std::string> archs; ///< as they were written; empty: all
  std::string text;               ///< "cycles <= 4.0 per iteration", for messages
};

struct ParsedExpectations {
  std::vector<Expectation> expectations;
  DataPlace data;                    ///< what data(...) and rows(...) say; the last of several counts
  std::vector<std::string> problems; ///< what could not be read, one sentence each
};

/// What follows `#pragma osaca analyze`; of very many conditions the first ones, and a problem that says so.
[[nodiscard]] ParsedExpectations parse_expectations(std::string_view clauses);

/// The expectations that the loop does not keep to, as findings at `where` (rule osaca-expectation). `kernels`: all of
/// the annotation, on all cores. Cycles, bound and vectors are those of the vectorised version, where there is one
/// beside remainders, and of the path that speaks for it (report/report.h); `no` is about all of them. What the
/// figures cannot decide is not kept.
[[nodiscard]] std::vector<Finding> broken_expectations(const std::vector<Expectation> &expectations,
                                                       const AnnotationReport &annotation,
                                                       const std::vector<const KernelReport *> &kernels);

/// As a finding, so that a typing mistake does not pass for a budget that is kept.
[[nodiscard]] Finding unreadable_expectation(const std::string &problem, const SourceLocation &where);

} // namespace osaca
