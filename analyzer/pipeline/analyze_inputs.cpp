#include "osaca/analyze_inputs.h"

#include "pipeline/pipeline.h"

#include <exception>

namespace osaca {
namespace {

Report only(Error error) { return {.kernels = {}, .annotated = {}, .problems = {std::move(error)}}; }

} // namespace

Report analyze_inputs(const Inputs &inputs, const AnalyzeOptions &options, const WorkOptions &work) {
  try {
    const Expected<ResolvedArchs> archs = resolve_archs(options.archs, options.memory_file);
    if (!archs)
      return only(archs.error());
    return Pipeline(options, *archs, work.jobs).run(inputs, work).report;
  } catch (const std::exception &problem) {
    return only({std::string("internal error: ") + problem.what()});
  }
}

} // namespace osaca
