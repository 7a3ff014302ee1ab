// From inputs to one report: the only way there is, for one input and for thousands, and what each thread on it needs.
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

// What one thread needs to turn inputs into reports: caches of what instructions cost, readers, decoders.

/// A report, and what is a problem only if other inputs cannot make up for it.
struct Analysed {
  Report report;
  std::optional<Error> nothing; ///< why there are no kernels
  std::vector<UnmatchedName> unmatched;
};

/// Not for several threads at a time; the models are shared, they do not change.
class Worker {
public:
  Worker(const AnalyzeOptions &options, const ResolvedArchs &archs);
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  [[nodiscard]] Expected<Analysed> analyze_text(const std::string &bytes, const std::string &name);
  /// The models are of cores that run its code.
  [[nodiscard]] bool is_for_this_isa(Machine machine) const;
  /// The error of a file for another instruction set than the models'.
  [[nodiscard]] std::optional<Error> error_of_other_isa(Machine machine, const std::string &name) const;
  [[nodiscard]] ObjectDecoder &decoder() { return objects_; }
  /// Kernels and problems of one group; the notes are the plan's to make.
  [[nodiscard]] Report analyze_group(const ObjectPlan &plan, std::size_t group);

  /// Of kernels that were decoded elsewhere; `data`: by annotation.
  void add_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                   const std::vector<DataPlace> &data);

  /// Puts what all groups of a file gave into the order of addresses: a function's cold part may stand before others.
  void sort_kernels(Report &report) const;

  /// What readers must know if nobody named a core.
  [[nodiscard]] std::vector<std::string> notes() const;
  [[nodiscard]] const RegionSelection &regions() const { return decoding_.regions; }

private:
  [[nodiscard]] Isa isa() const { return archs_.models.front().data().isa; }
  [[nodiscard]] bool is_asked() const { return !options_.archs.empty(); }
  [[nodiscard]] Error isa_mismatch(Isa input, const std::string &name) const;

  const AnalyzeOptions &options_;
  const ResolvedArchs &archs_;
  std::vector<FormCosts> costs_;
  DecodeOptions decoding_;
  AssemblyDecoder assembly_;
  ObjectDecoder objects_;
};

/// What keeps bytes from being looked at as text; empty: nothing.
[[nodiscard]] std::optional<Error> unusable_text(const std::string &bytes, const std::string &name);

// From inputs to one report: the only way there is, for one input and for thousands.

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
