// Our own predictions, from the program as users start it: one process for all blocks, one for all loops.
#pragma once

#include "prediction.h"

namespace osaca::accuracy {

class OurPredictor {
public:
  OurPredictor(std::string program, std::string arch) : program_(std::move(program)), arch_(std::move(arch)) {}

  [[nodiscard]] Expected<ToolRun> predict(Set set, const std::vector<Sample> &samples) const;

  /// LLVM's name for the core, as the model has it.
  [[nodiscard]] Expected<std::string> compiler_cpu() const;

private:
  [[nodiscard]] Expected<ToolRun> predict_blocks(const std::vector<Sample> &blocks) const;
  [[nodiscard]] Expected<ToolRun> predict_loops(const std::vector<Sample> &loops) const;

  std::string program_;
  std::string arch_;
};

/// Reads what `osaca blocks` wrote for that many blocks.
[[nodiscard]] Expected<std::vector<Prediction>> read_block_predictions(const std::string &csv, std::size_t count);

/// Reads a report of `osaca analyze --format json`; of several kernels in a file the one with the most instructions
/// counts.
[[nodiscard]] Expected<std::vector<Prediction>> read_loop_predictions(const std::string &json,
                                                                      const std::vector<Sample> &loops);

} // namespace osaca::accuracy
