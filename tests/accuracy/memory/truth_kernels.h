// Kernels that were measured over sizes of their data, analysed from their assembly, held against each other in L2 and
// L3.
#pragma once

#include "base/expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace osaca::accuracy {

/// All sizes of a kernel's data that lie within one level.
struct TruthRow {
  std::string kernel;
  std::string level;
  double measured_cycles = 0; ///< per iteration of the assembly loop, mean over the sizes
  double predicted_cycles = 0;
  std::string bound_by;
  [[nodiscard]] double error() const { return predicted_cycles / measured_cycles - 1; }
};

/// `folder`: memory.csv (kernel, bytes, cycles_per_iteration) and NAME.s for each kernel. `arch`: a core with memory.
[[nodiscard]] Expected<std::vector<TruthRow>> truth_rows(const std::filesystem::path &folder, const std::string &arch);

} // namespace osaca::accuracy
