// Rows about two instructions, of which each needs the result of the other: `movd %eax, %xmm0; movd %xmm0, %eax`.
#pragma once

#include "measure/from_tables/catalogue.h"
#include "measure/from_tables/observations.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/published_table.h"

#include <array>
#include <optional>
#include <string>

namespace osaca::measure::from_tables {

// Such rows are the only published figures for values that pass from one register file to another, because no chain of
// one instruction measures them. Only the sum of both latencies is known. If one of the latencies is in a table, the
// other one is the rest. Otherwise LLVM's latencies are used, and both get half of what they lack or have too much. If
// that is an odd number of cycles, the instruction that writes the general register gets the larger part.
//
// Measured on Ice Lake-SP: 4 cycles for `vmovd` to and back, 5 for `vmovd` to a vector register and `vpextrd`, and 5
// for `vpinsrd` and `vmovd` back. The first instruction of a trip therefore takes 1, 1 and 2 cycles, which are LLVM's,
// and the way back takes 3, 4 and 3, one more than in LLVM.

struct RoundTrip {
  struct Leg {
    std::string opcode;
    OperandNumbers operands; ///< from the other instruction's result to its own
    bool writes_general = false;
  };
  std::array<Leg, 2> legs;
  double cycles = 0; ///< of both
};

/// Empty: the row is about something else, for example one instruction or a value in memory.
[[nodiscard]] std::optional<RoundTrip> round_trip_of(const PublishedRow &row, OpcodeFinder &finder);

/// Adds the latencies that follow from the trip, for forms that the catalogue has and that have none yet.
void add_latencies(const RoundTrip &trip, const Catalogue &catalogue, TableForms &forms);

} // namespace osaca::measure::from_tables
