// Predictions of llvm-mca in its steady state: the difference between two numbers of iterations, so that what it takes
// to fill and drain its pipeline cancels. All samples are regions of one input, because starting it takes longer than a
// sample.
#pragma once

#include "prediction.h"

#include <map>

namespace osaca::accuracy {

class McaPredictor {
public:
  McaPredictor(std::string program, std::string cpu) : program_(std::move(program)), cpu_(std::move(cpu)) {}

  /// The time is that of one run with its default number of iterations: what its users wait for.
  [[nodiscard]] Expected<ToolRun> predict(const std::vector<Sample> &samples) const;

private:
  [[nodiscard]] std::vector<std::string> command(int iterations) const;

  std::string program_;
  std::string cpu_;
};

/// The samples as regions, and on which lines each is.
struct McaInput {
  std::string text;
  std::vector<std::size_t> sample_of_line; ///< index 0: line 1
};
[[nodiscard]] McaInput mca_input(const std::vector<Sample> &samples);

/// Region -> total cycles, from what llvm-mca wrote.
[[nodiscard]] std::map<std::size_t, double> read_mca_cycles(const std::string &output);

/// Samples with instructions that llvm-mca passed over, and its words, from what it wrote on standard error.
[[nodiscard]] std::map<std::size_t, std::string> read_mca_problems(const std::string &errors, const McaInput &input);

} // namespace osaca::accuracy
