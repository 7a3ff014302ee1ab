#include "measure/validation/validate.h"

#include "decode/decoder.h"
#include "measure/commands/loop_prediction.h"
#include "measure/commands/repetition_options.h"
#include "measure/harness/code_timer.h"
#include "measure/validation/loop_sample.h"
#include "osaca/analyze.h"
#include "render/words/words.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace osaca::measure::validation {
namespace {

using Clock = std::chrono::steady_clock;

/// Another thread on the core delays measurements; the patience is long enough to wait for its end.
constexpr RepetitionPolicy patient_for_loops = {3, 0.2, 120};

/// Whether the loop updates places that its data choose, for example those of a histogram. Its time depends on how
/// often they repeat, and made-up data choose the same place again and again.
bool depends_on_data(const KernelReport &prediction) {
  return std::ranges::any_of(prediction.findings, [](const Shared<Finding> &finding) {
    return std::holds_alternative<ScatteredUpdates>(*finding->facts);
  });
}

/// The build for a file, chosen by its path; null: none fits its language.
const Build *build_for(const SourceFile &file, const std::vector<Build> &builds) {
  std::vector<const Build *> fitting;
  for (const Build &build : builds)
    if (build.compiler.language == file.language)
      fitting.push_back(&build);
  if (fitting.empty())
    return nullptr;
  const std::string name = std::filesystem::path(file.path).filename().string();
  return fitting[number_of(name) % fitting.size()];
}

class Validator {
public:
  Validator(const ValidationOptions &options, LoopTimer timer)
      : options_(options), timer_(std::move(timer)), analyzer_(analysis_of(options)) {
    for (const SourceTree &tree : options.trees)
      compilers_.emplace_back(tree, options.folder);
  }

  Expected<Validation> run() {
    take_files();
    if (!made_.loops.empty())
      return std::move(made_);
    return problem_ ? *problem_ : Error{"no loop of this source code could be both measured and predicted"};
  }

private:
  void take_files() {
    const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(options_.most_seconds));
    bool more = true;
    for (std::size_t round = 0; more; ++round) {
      more = false;
      for (std::size_t tree = 0; tree < options_.trees.size(); ++tree) {
        if (made_.loops.size() >= options_.most_loops || Clock::now() >= end)
          return;
        if (round < options_.trees[tree].files.size()) {
          more = true;
          take_file(tree, options_.trees[tree].files[round]);
        }
      }
    }
  }

  static AnalyzeOptions analysis_of(const ValidationOptions &options) {
    AnalyzeOptions analysis;
    analysis.code_boundary = timed_code_boundary;
    if (!options.arch.empty())
      analysis.archs = {options.arch};
    return analysis;
  }

  void take_file(std::size_t tree, const SourceFile &file) {
    const Build *build = build_for(file, options_.builds);
    if (build == nullptr)
      return;
    const Expected<std::string> assembly = compilers_[tree].compile(file, *build);
    if (!assembly) {
      ++made_.left_out.files_not_compiled;
      return;
    }
    ++made_.files_compiled;
    DecodeOptions decode;
    decode.isa = Isa::x86_64;
    const Expected<DecodedInput> input = decode_assembly(*assembly, file.path, decode);
    if (!input)
      return;
    const LoopSample sample = sample_loops(input->kernels, options_.most_per_file, known_);
    made_.left_out.loops_with_calls += sample.calls;
    made_.left_out.loops_known += sample.known;
    made_.left_out.loops_not_sampled += sample.outside;
    if (sample.loops.empty())
      return;
    const Expected<Report> report = analyzer_.analyze(*assembly, file.path);
    if (!report && !problem_)
      problem_ = report.error();
    for (const SampledLoop &one : sample.loops)
      judge(one, report,
            {.tree = options_.trees[tree].name,
             .file = std::filesystem::path(file.path).lexically_relative(options_.trees[tree].folder).string(),
             .build = build->text()});
    if (options_.progress)
      options_.progress(made_.loops.size());
  }

  void judge(const SampledLoop &one, const Expected<Report> &report, JudgedLoop judged) {
    const KernelReport *prediction = prediction_of(one.loop, report);
    if (prediction == nullptr || !prediction->complete) {
      ++made_.left_out.not_predicted;
      return;
    }
    if (depends_on_data(*prediction)) {
      ++made_.left_out.depend_on_data;
      return;
    }
    const Measurement figure = timer_.measure(one.loop, patient_for_loops);
    if (figure.status != Status::ok || figure.cycles <= 0) {
      ++made_.left_out.not_measured[figure.status];
      return;
    }
    made_.arch = prediction->arch;
    judged.name = one.loop.name;
    judged.function = one.loop.function;
    judged.text = one.text;
    judged.path = text_of(one.loop.path.branches);
    judged.directed = figure.directed;
    const LongRun run = in_long_run(*prediction);
    judged.bound_by = run.bound_by;
    judged.measured_cycles = figure.cycles;
    judged.predicted_cycles = run.cycles;
    made_.loops.push_back(std::move(judged));
  }

  const ValidationOptions &options_;
  LoopTimer timer_;
  Analyzer analyzer_;
  std::vector<SourceCompiler> compilers_; ///< one per tree
  std::set<std::string> known_;           ///< texts of all loops that were sampled
  std::optional<Error> problem_;          ///< the first one of an analysis
  Validation made_;
};

} // namespace

Expected<Validation> validate(const ValidationOptions &options) {
  OSACA_TRY(auto timer, LoopTimer::create(known_additions_per_cycle()));
  return Validator(options, std::move(timer)).run();
}

} // namespace osaca::measure::validation
