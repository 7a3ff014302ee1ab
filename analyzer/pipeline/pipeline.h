// The pipeline from inputs to one report, for one input and for thousands, and the state of each of its threads.
#pragma once

#include "analysis/bind/costed_instruction.h"
#include "container/file_kind.h"
#include "decode/object/object_file.h"
#include "osaca/analyze.h"
#include "osaca/analyze_inputs.h"
#include "pipeline/arch_resolution.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

// The state of one thread that analyses inputs: caches of instruction costs, readers and decoders.

/// The result for one input: a report, and problems that are reported only if all other inputs have the same problem.
struct Analysed {
  Report report;
  std::optional<Error> nothing; ///< why there are no kernels
  std::vector<UnmatchedName> unmatched;
  std::vector<NamedFunction> named;
};

/// Must not be used by several threads at a time. The models are shared, because they do not change.
class Worker {
public:
  Worker(const AnalyzeOptions &options, const ResolvedArchs &archs);
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  [[nodiscard]] Expected<Analysed> analyze_text(const std::string &bytes, const std::string &name);
  /// Whether the models describe cores that execute code for this machine.
  [[nodiscard]] bool is_for_this_isa(Machine machine) const;
  /// The error for a file whose instruction set is not that of the models.
  [[nodiscard]] std::optional<Error> error_of_other_isa(Machine machine, const std::string &name) const;
  [[nodiscard]] ObjectDecoder &decoder() { return objects_; }
  /// The kernels and problems of one group. The caller adds the notes.
  [[nodiscard]] Report analyze_group(const ObjectPlan &plan, std::size_t group);

  /// Adds reports of kernels that were decoded elsewhere. `data` is indexed by annotation.
  void add_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                   const std::vector<DataPlace> &data);

  /// Sorts the kernels of all groups of a file by address, because a function's cold part may precede other functions.
  void sort_kernels(Report &report) const;

  /// What users have to know if no core was specified.
  [[nodiscard]] std::vector<std::string> notes() const;
  [[nodiscard]] const RegionSelection &regions() const { return decoding_.regions; }

private:
  [[nodiscard]] Isa isa() const { return archs_.models.front().data().isa; }
  [[nodiscard]] bool has_archs() const { return !options_.archs.empty(); }
  [[nodiscard]] Error isa_mismatch(Isa input, const std::string &name) const;

  const AnalyzeOptions &options_;
  const ResolvedArchs &archs_;
  std::vector<FormCosts> costs_;
  DecodeOptions decoding_;
  AssemblyDecoder assembly_;
  ObjectDecoder objects_;
};

/// Why the bytes cannot be analysed as text; empty: they can.
[[nodiscard]] std::optional<Error> unusable_text(const std::string &bytes, const std::string &name);

// The pipeline itself.

struct PipelineResult {
  Report report;                ///< with the guarantees of analyze_inputs()
  std::optional<Error> failure; ///< the first problem that explains why something requested is missing
};

/// Caches of models and instruction costs are kept between runs. Must not be used by several threads at a time.
class Pipeline {
public:
  /// `options` and `archs` must outlive the pipeline. `jobs`: number of threads.
  Pipeline(const AnalyzeOptions &options, const ResolvedArchs &archs, int jobs);

  /// WorkOptions::jobs is ignored.
  [[nodiscard]] PipelineResult run(const Inputs &inputs, const WorkOptions &work);

private:
  const AnalyzeOptions &options_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace osaca
