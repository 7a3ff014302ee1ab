// Predictions of OSACA, the program in Python that came before: max(busiest port, loop-carried dependency), from its
// report in YAML. It analyses one file per process.
#pragma once

#include "prediction.h"

#include <optional>
#include <string>

namespace osaca::accuracy {

class PythonOsacaPredictor {
public:
  PythonOsacaPredictor(std::string program, const std::string &arch);

  /// The `osaca` in PATH if it is theirs; ours has the same name.
  [[nodiscard]] static std::optional<std::string> find();

  [[nodiscard]] Expected<ToolRun> predict(const std::vector<Sample> &samples) const;

private:
  std::string program_;
  std::string arch_;
};

/// The summary of its report.
[[nodiscard]] Prediction read_python_osaca_report(const std::string &yaml);

} // namespace osaca::accuracy
