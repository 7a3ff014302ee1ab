// RISC-V: the `vector_forms:` of a model that is made from tables.
#pragma once

#include "base/expected.h"
#include "measure/from_tables/catalogue.h"
#include "measure/from_tables/port_fit.h"
#include "measure/from_tables/vector_table.h"
#include "model/machine_model.h"

#include <string>

namespace osaca::measure::from_tables {

struct VectorEntries {
  std::string yaml; ///< entries of `vector_forms:`; empty: there are none
  int forms = 0;
};

/// A form occupies the ports that LLVM's scheduling model gives it, for the cycles of the table. Its latency is that of
/// `model`'s own form if there is one, prolonged by as much as LLVM's is for a larger group, and LLVM's otherwise.
/// `source`: a key of the model's sources. Error: LLVM does not know the model's compiler_cpu.
[[nodiscard]] Expected<VectorEntries> vector_entries(const VectorTable &table, const Catalogue &catalogue,
                                                     const PortFitter &fitter, const MachineModel &model,
                                                     const std::string &source);

} // namespace osaca::measure::from_tables
