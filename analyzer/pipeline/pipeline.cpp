#include "pipeline/pipeline.h"

#include "base/index.h"
#include "base/parallel.h"
#include "osaca/analyze.h"
#include "osaca/analyze_inputs.h"
#include "pipeline/opened_input.h"

#include <algorithm>
#include <exception>
#include <mutex>

namespace osaca {

// Inputs are processed in batches, to limit memory. For each batch: open each input (text is analysed at once), scan
// the code of all, plan, and analyse groups of functions. The threads share each step. Results are stored by index, so
// that their order does not depend on the scheduling of threads.

namespace {

constexpr std::size_t most_bytes_at_hand = 256U << 20U;
constexpr std::size_t most_inputs_at_hand = 64;
/// Size of the code that a thread scans at a time. It is large enough to make scheduling cheap, and small enough to
/// keep all threads busy.
constexpr std::size_t bytes_of_scan = 128U << 10U;
constexpr std::size_t bytes_of_analysis = 4U << 10U;

/// A run of ranges or groups of one file.
struct Task {
  std::size_t file = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Splits 0..count-1 into runs of about `most_bytes`.
template <class SizeOf>
void add_tasks(std::vector<Task> &tasks, std::size_t file, std::size_t count, std::size_t most_bytes, SizeOf size_of) {
  std::size_t bytes = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < count; ++i) {
    bytes += size_of(i);
    if (bytes < most_bytes && i + 1 < count)
      continue;
    tasks.push_back({file, begin, i + 1});
    begin = i + 1;
    bytes = 0;
  }
}

class Run {
public:
  Run(const Inputs &inputs, const AnalyzeOptions &options, const WorkOptions &work,
      std::vector<std::unique_ptr<Worker>> &workers)
      : inputs_(inputs), work_(work), summary_(options, inputs.files.size()), workers_(workers) {}

  PipelineResult run() {
    for (std::size_t next = 0; next < inputs_.files.size();) {
      std::vector<RawInput> at_hand;
      std::size_t bytes = 0;
      for (; next < inputs_.files.size() && bytes < most_bytes_at_hand && at_hand.size() < most_inputs_at_hand; ++next)
        bytes += read(inputs_.files[next], at_hand);
      if (!analyze(std::move(at_hand)))
        break;
      inputs_done_ = next;
    }
    Report report = summary_.finish(workers_.front()->notes(), work_.most_functions);
    return {std::move(report), summary_.failure()};
  }

private:
  /// Archives are replaced by their members.
  std::size_t read(const InputFile &file, std::vector<RawInput> &at_hand) {
    const Expected<std::string> bytes = inputs_.read(file.path);
    if (!bytes) {
      at_hand.push_back({file.name, {}, {}, bytes.error()});
      return 0;
    }
    return add_inputs(file, *bytes, inputs_.open, *workers_.front(), at_hand);
  }

  /// False: too many functions have loops.
  bool analyze(std::vector<RawInput> at_hand) {
    std::vector<OpenedInput> opened(at_hand.size());
    step("reading", at_hand.size());
    for_each_index(threads(), at_hand.size(), [&](int worker, std::size_t i) {
      opened[i] = open_input(at_hand[i], *workers_[at(worker)]);
      at_hand[i].bytes = {};
      at_hand[i].debug_bytes = {};
      advance(1);
    });
    scan(opened);
    functions_ += group_count(opened);
    if (work_.most_functions > 0 && functions_ > work_.most_functions) {
      summary_.refuse(inputs_.files.size() == 1 ? inputs_.files.front().name : "");
      return false;
    }
    analyze_groups(opened);
    for (OpenedInput &input : opened)
      summary_.add(std::move(input));
    return true;
  }

  static std::size_t group_count(const std::vector<OpenedInput> &opened) {
    std::size_t count = 0;
    for (const OpenedInput &input : opened)
      count += input.plan ? input.plan->group_count() : 0;
    return count;
  }

  void scan(std::vector<OpenedInput> &opened) {
    std::vector<Task> tasks;
    std::vector<std::vector<ScannedRange>> scanned(opened.size());
    std::size_t ranges = 0;
    for (std::size_t f = 0; f < opened.size(); ++f)
      if (const std::optional<ObjectFile> &file = opened[f].file) {
        scanned[f].resize(file->range_count());
        ranges += file->range_count();
        add_tasks(tasks, f, file->range_count(), bytes_of_scan, [&](std::size_t r) { return file->range_bytes(r); });
      }
    step("looking for loops", ranges);
    for_each_index(threads(), tasks.size(), [&](int worker, std::size_t t) {
      const Task &task = tasks[t];
      for (std::size_t r = task.begin; r < task.end; ++r)
        scanned[task.file][r] = workers_[at(worker)]->decoder().scan(*opened[task.file].file, r);
      advance(task.end - task.begin);
    });
    for_each_index(threads(), opened.size(), [&](int worker, std::size_t f) {
      if (opened[f].file)
        opened[f].plan.emplace(*opened[f].file, std::move(scanned[f]), workers_[at(worker)]->regions());
    });
  }

  void analyze_groups(std::vector<OpenedInput> &opened) {
    std::vector<Task> tasks;
    std::size_t groups = 0;
    for (std::size_t f = 0; f < opened.size(); ++f)
      if (const std::optional<ObjectPlan> &plan = opened[f].plan) {
        groups += plan->group_count();
        add_tasks(tasks, f, plan->group_count(), bytes_of_analysis,
                  [&](std::size_t g) { return plan->group_bytes(g); });
      }
    std::vector<std::vector<Report>> parts(tasks.size());
    step("analysing functions with loops", groups);
    for_each_index(threads(), tasks.size(), [&](int worker, std::size_t t) {
      const Task &task = tasks[t];
      for (std::size_t g = task.begin; g < task.end; ++g)
        parts[t].push_back(workers_[at(worker)]->analyze_group(*opened[task.file].plan, g));
      advance(task.end - task.begin);
    });
    for (std::size_t t = 0; t < tasks.size(); ++t)
      for (Report &part : parts[t])
        opened[tasks[t].file].add(std::move(part));
    for (OpenedInput &input : opened)
      if (input.plan)
        workers_.front()->sort_kernels(input.analysed.report);
  }

  [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()); }

  void step(std::string_view name, std::size_t all) {
    progress_ = {inputs_done_, inputs_.files.size(), name, 0, all};
    advance(0);
  }

  void advance(std::size_t done) {
    if (!work_.progress)
      return;
    const std::lock_guard<std::mutex> lock(progress_mutex_);
    progress_.done += done;
    work_.progress(progress_);
  }

  const Inputs &inputs_;
  const WorkOptions &work_;
  InputSummary summary_;
  std::vector<std::unique_ptr<Worker>> &workers_;
  std::size_t inputs_done_ = 0;
  std::size_t functions_ = 0; ///< number of functions with loops
  WorkProgress progress_;
  std::mutex progress_mutex_;
};

} // namespace

Pipeline::Pipeline(const AnalyzeOptions &options, const ResolvedArchs &archs, int jobs) : options_(options) {
  for (int worker = 0; worker < std::max(jobs, 1); ++worker)
    workers_.push_back(std::make_unique<Worker>(options, archs));
}

PipelineResult Pipeline::run(const Inputs &inputs, const WorkOptions &work) {
  return Run(inputs, options_, work, workers_).run();
}

namespace {

Report only(Error error) { return {.kernels = {}, .annotated = {}, .problems = {std::move(error)}}; }

} // namespace

Report analyze_inputs(const Inputs &inputs, const AnalyzeOptions &options, const WorkOptions &work) {
  try {
    const Expected<ResolvedArchs> archs = resolve_archs(options.archs, options.memory_file, options.calls_file);
    if (!archs)
      return only(archs.error());
    return Pipeline(options, *archs, work.jobs).run(inputs, work).report;
  } catch (const std::exception &problem) {
    return only({std::string("internal error: ") + problem.what()});
  }
}

// Runs the pipeline with one input that is already in memory.

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
  Expected<ResolvedArchs> archs = resolve_archs(options.archs, options.memory_file, options.calls_file);
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
