// A model held against the machine it is of: random code, predicted and measured.
#pragma once

#include "base/expected.h"
#include "measure/verification/random_code.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::verification {

struct JudgedCode {
  CodeGroup group = CodeGroup::mixed;
  std::string text; ///< instructions divided by "; "
  double measured_cycles = 0;
  double predicted_cycles = 0;

  [[nodiscard]] double deviation() const { return predicted_cycles / measured_cycles - 1; }
};

struct Verification {
  std::vector<JudgedCode> rows;
  int not_measured = 0;  ///< disturbed, or the code could not be run
  int not_predicted = 0; ///< the model lacks an instruction
};

struct VerifyOptions {
  std::string model; ///< a name, or the path of a file
  std::vector<WeightedForm> forms;
  int per_group = 60;
  std::uint64_t seed = 1;
  std::function<void(std::size_t done, std::size_t of)> progress = {};
};

/// Error: the model cannot be used, or nothing can be timed here.
[[nodiscard]] Expected<Verification> verify(const VerifyOptions &options);

struct Accuracy {
  std::size_t rows = 0;
  double mape = 0;
  double tau = 0;       ///< Kendall's tau-b
  double within_10 = 0; ///< share
  double bias = 0;      ///< mean signed deviation
};
[[nodiscard]] Accuracy accuracy_of(const std::vector<JudgedCode> &rows);
[[nodiscard]] std::vector<JudgedCode> rows_of(const Verification &verification, CodeGroup group);

/// For the terminal: in all, by group, and where the model seems to lack something.
[[nodiscard]] std::string report_of(const Verification &verification);
/// One line per piece of code.
[[nodiscard]] std::string csv_of(const Verification &verification);

} // namespace osaca::measure::verification
