// Kernels that were measured with their data in each level, and what the model says of them: legs from load and copy
// alone, all other kernels are predicted.
#pragma once

#include "reference_table.h"

#include "model/memory_hierarchy.h"

#include <string>
#include <vector>

namespace osaca::accuracy {

struct MeasuredKernel {
  std::string name;
  Cycles lines_read; ///< per line of each array; with those that are read to be overwritten
  Cycles lines_written;
  Cycles line_revisits;                       ///< of a line that is written by halves, other lines in between
  std::map<std::string, Cycles> level_cycles; ///< "L1", "L2", "L3", "MEM" -> per line of each array
};

/// Kernels of one machine, measured in one configuration with vectors of one size.
struct MeasuredSet {
  std::string machine;
  std::string configuration; ///< "SNC on, avx512, results/..."
  std::string simd;
  std::vector<MeasuredKernel> kernels;
};

/// One kernel in one level.
struct PredictedRow {
  std::string machine;
  std::string configuration;
  std::string simd;
  std::string kernel;
  std::string level;
  double predicted_cycles = 0;
  double measured_cycles = 0;
  [[nodiscard]] double error() const { return predicted_cycles / measured_cycles - 1; }
};

struct ErrorSummary {
  std::size_t rows = 0;
  double mean = 0;
  double largest = 0;
};

/// Sets with a load and a copy in all four levels: ECM-Model's measurements over many sizes.
[[nodiscard]] std::vector<MeasuredSet> measured_sets(const std::vector<ReferenceRow> &rows);

/// The machines whose compositions are known.
[[nodiscard]] const std::vector<std::string> &machines_with_composition();

/// How the legs of a machine go together; no legs yet. Empty levels: not known.
[[nodiscard]] MemoryHierarchy composition_of(const std::string &machine);

/// Of each kernel but load and copy, behind the first level, where it counts as measured.
[[nodiscard]] std::vector<PredictedRow> predicted_rows(const MeasuredSet &set);

[[nodiscard]] ErrorSummary summary_of(const std::vector<PredictedRow> &rows);

} // namespace osaca::accuracy
