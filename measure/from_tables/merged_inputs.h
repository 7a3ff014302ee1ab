// Instructions that put the value of a general register into a vector and keep the rest of it: `pinsrd`, `cvtsi2sd`.
#pragma once

#include "measure/from_tables/catalogue.h"
#include "measure/from_tables/observations.h"

namespace osaca::measure::from_tables {

// The value of the general register passes to the vector units first. The vector only takes part in the operation after
// that: a shuffle or a packed conversion. No table has its latency, because tables have chains through the general
// register. It is that of `insertps` or `cvtdq2ps`. If a conversion has a third micro-op, this is a shuffle at its end.
//
// Measured, from the vector and from the general register: `pinsrd` 1.06 and 3 cycles on Emerald Rapids, 1.09 and 2 on
// Ice Lake-SP, 1 and 5 on Zen 4; `cvtsi2sd` 4.0 and 5.1, 4.0 and 6, 3 and 7. The conversion of 64 bits to single
// precision has three micro-ops on both Intel cores: 1 and 7, 2 (its throughput) and 6.

/// With this latency, if the latency from the general register is known and the tables have the operation on vectors. A
/// latency that the tables have themselves stays.
[[nodiscard]] TableFigures with_merged_input(TableFigures figures, const KnownForm &form, const TableForms &tables);

} // namespace osaca::measure::from_tables
