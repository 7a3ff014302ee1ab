// From inputs to one report: the only way there is, for one input and for thousands.
#pragma once

#include "osaca/analyze_inputs.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/worker.h"

#include <memory>
#include <optional>
#include <vector>

namespace osaca {

struct PipelineResult {
  Report report;                ///< as analyze_inputs() promises
  std::optional<Error> failure; ///< of its problems, the first that is why something that was asked for is not there
};

/// What the workers learn about cores and instructions is kept from run to run. Not for several threads at a time.
class Pipeline {
public:
  /// `options` and `archs` must outlive it. `jobs`: threads.
  Pipeline(const AnalyzeOptions &options, const ResolvedArchs &archs, int jobs);

  /// WorkOptions::jobs is not looked at.
  [[nodiscard]] PipelineResult run(const Inputs &inputs, const WorkOptions &work);

private:
  const AnalyzeOptions &options_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace osaca
