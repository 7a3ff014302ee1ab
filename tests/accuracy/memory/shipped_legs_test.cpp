// The memory sections of shipped models, against the two kernels that they come from, in the configuration that they
// name. One section serves vectors of two sizes, so L2 may be off by some of the difference between them.
#include "measured_kernels.h"

#include "analysis/memory/level_prediction.h"
#include "model/library/library.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::accuracy {
namespace {

struct ShippedMachine {
  const char *machine;
  const char *configuration;
  const char *model;
  int stores_of_256_bits; ///< per cycle; of 512 bits one, loads of either two
};
constexpr ShippedMachine shipped_machines[] = {{"SKX-6148", "SNC on", "skx", 1},
                                               {"ICX-8360Y", "SNC on", "icx", 2},
                                               {"ROME-7452", "NPS4", "zen2", 1},
                                               {"MILAN-7543", "NPS4", "zen3", 1}};

/// The cycles of the ports, as a prediction has them.
Cycles port_cycles(const ShippedMachine &shipped, const MeasuredSet &set, bool is_copy) {
  if (set.simd == "avx512")
    return is_copy ? Cycles(1) : Cycles(1, 2);
  return is_copy ? std::max(Cycles(1), Cycles(2, shipped.stores_of_256_bits)) : Cycles(1);
}

TEST(ShippedMemory, GivesTheLoadAndTheCopyThatItComesFrom) {
  const auto table = reference_rows(OSACA_MEMORY_REFERENCE "/ecm-measured.csv");
  if (!table)
    GTEST_SKIP() << table.error().text();
  int seen = 0;
  for (const MeasuredSet &set : measured_sets(*table)) {
    const auto *shipped =
        std::find_if(std::begin(shipped_machines), std::end(shipped_machines), [&](const ShippedMachine &one) {
          return set.machine == one.machine && set.configuration.starts_with(one.configuration);
        });
    if (shipped == std::end(shipped_machines))
      continue;
    const MachineModel model = ModelLibrary::shipped().load(shipped->model).value();
    for (const MeasuredKernel &kernel : set.kernels) {
      if (kernel.name != "load" && kernel.name != "copy")
        continue;
      IterationDemand demand;
      demand.core_cycles = demand.l1_cycles = port_cycles(*shipped, set, kernel.name == "copy");
      demand.traffic.assign(3, {kernel.lines_read, kernel.lines_written});
      for (int level = 0; level < 3; ++level) {
        const MemoryLevelFigures figures = predict_level(demand, *model.core().memory, level);
        const double measured = kernel.level_cycles.at(figures.name).to_double();
        EXPECT_NEAR(figures.cycles_per_iteration.to_double(), measured, 0.15 * measured)
            << set.machine << " " << set.configuration << " " << kernel.name << " " << figures.name;
        ++seen;
      }
    }
  }
  EXPECT_GE(seen, 6 * 4);
}

} // namespace
} // namespace osaca::accuracy
