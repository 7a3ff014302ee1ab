// The pipeline with one input, which is at hand.
#include "osaca/analyze.h"

#include "pipeline/pipeline.h"

#include <exception>

namespace osaca {

struct Analyzer::State {
  State(AnalyzeOptions wanted, Expected<ResolvedArchs> resolved)
      : options(std::move(wanted)), archs(std::move(resolved)) {
    if (archs)
      pipeline.emplace(options, *archs, 1);
  }

  [[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name);

  AnalyzeOptions options;
  Expected<ResolvedArchs> archs;
  std::optional<Pipeline> pipeline;
};

Expected<Report> Analyzer::State::analyze(const std::string &bytes, const std::string &name) {
  if (!archs)
    return archs.error();
  const Inputs inputs{
      .files = {{name, name}}, .read = [&](const std::string &) -> Expected<std::string> { return bytes; }, .open = {}};
  PipelineResult result = pipeline->run(inputs, {});
  if (!result.failure)
    return std::move(result.report);
  if (result.failure->where.file.empty())
    result.failure->where.file = name;
  return *std::move(result.failure);
}

Analyzer::Analyzer(AnalyzeOptions options) {
  Expected<ResolvedArchs> archs = resolve_archs(options.archs, options.memory_file);
  state_ = std::make_shared<State>(std::move(options), std::move(archs));
}

Expected<Report> Analyzer::analyze(const std::string &bytes, const std::string &name) const {
  try {
    return state_->analyze(bytes, name);
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what(), {name, 0, 0}};
  }
}

Expected<Report> analyze(const std::string &bytes, const std::string &name, const AnalyzeOptions &options) {
  try {
    return Analyzer(options).analyze(bytes, name);
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what(), {name, 0, 0}};
  }
}

} // namespace osaca
