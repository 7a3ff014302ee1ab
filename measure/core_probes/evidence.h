// The timings behind one finding: their spread, whether they were disturbed, and what went wrong.
#pragma once

#include "measure/core_probes/bench.h"
#include "measure/core_probes/finding.h"
#include "measure/core_probes/knee.h"

#include <optional>
#include <string>

namespace osaca::measure::core_probes {

class Evidence {
public:
  explicit Evidence(Bench &bench) : bench_(bench) {}

  /// Empty: it did not run; problem() says why. What is unstable is timed again a few times; the lowest counts.
  [[nodiscard]] std::optional<double> time(const ProbeCode &code);

  /// The fastest of three: for rates, which whoever else is on the core makes lower.
  [[nodiscard]] std::optional<double> fastest(const ProbeCode &code);

  [[nodiscard]] const std::string &problem() const { return problem_; }

  [[nodiscard]] Finding told(std::string name, std::string unit, double value, std::string concluded) const;
  [[nodiscard]] Finding told(std::string name, bool yes, std::string concluded) const;
  /// With problem() where there is one.
  [[nodiscard]] Finding untold(std::string name, std::string unit, std::string why) const;

private:
  [[nodiscard]] Finding frame(std::string name, std::string unit, std::string concluded) const;

  Bench &bench_;
  double spread_ = 0;
  bool is_unstable_ = false;
  std::string problem_;
};

/// The finding with what a model may say about it.
[[nodiscard]] Finding about(Finding finding, Aspect aspect, std::string subject);

/// "2.25"
[[nodiscard]] std::string cycles_text(double cycles);

} // namespace osaca::measure::core_probes
