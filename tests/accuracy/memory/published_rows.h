// One published prediction: the terms of the execution-cache-memory model, and what its authors made of them.
#pragma once

#include "reference_table.h"

#include "analysis/memory/level_prediction.h"

namespace osaca::accuracy {

/// -1: L1, 0: L2, ...; -2: another name.
[[nodiscard]] inline int level_index(const std::string &name) {
  const std::string names[] = {"L1", "L2", "L3", "MEM"};
  for (int i = 0; i < 4; ++i)
    if (names[i] == name)
      return i - 1;
  return -2;
}

/// Two caches and memory; all lines of a level together take the cycles that the demand gives as lines read.
[[nodiscard]] inline MemoryHierarchy hierarchy_of_terms(Composition composition) {
  MemoryHierarchy hierarchy;
  hierarchy.l1_composition = composition;
  for (const char *name : {"L2", "L3", "MEM"}) {
    MemoryLevel level;
    level.name = name;
    level.bytes = level.name == "MEM" ? 0 : 1;
    level.read_cycles = 1;
    level.composition = composition;
    hierarchy.levels.push_back(std::move(level));
  }
  return hierarchy;
}

/// {T_OL || T_nOL | T_L1L2 | T_L2L3 | T_L3Mem}
[[nodiscard]] inline IterationDemand demand_of_terms(const ReferenceRow &row) {
  const Cycles overlapping = printed_cycles(row, "T_OL_cy").value_or(0);
  IterationDemand demand;
  demand.l1_cycles = printed_cycles(row, "T_nOL_cy").value_or(0);
  demand.core_cycles = std::max(overlapping, demand.l1_cycles);
  for (const char *term : {"T_L1L2_cy", "T_L2L3_cy", "T_L3Mem_cy"})
    demand.traffic.push_back({printed_cycles(row, term).value_or(0), 0, {}});
  return demand;
}

/// What rounding can have done to a sum of this row's terms and to its result.
[[nodiscard]] inline double rounding_of(const ReferenceRow &row) {
  double rounding = 1e-9;
  for (const char *column : {"T_OL_cy", "T_nOL_cy", "T_L1L2_cy", "T_L2L3_cy", "T_L3Mem_cy", "predicted_cy"})
    rounding += printed_rounding(row, column);
  return rounding;
}

} // namespace osaca::accuracy
