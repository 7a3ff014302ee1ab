// One input file: text or ELF?, then decode and analyse.
#include "osaca/analyze.h"

#include "loops/regions.h"
#include "pipeline/worker.h"

#include <exception>
#include <iterator>

namespace osaca {
namespace {

Expected<Analysed> analyze_object(Worker &worker, const std::string &bytes, const std::string &name) {
  if (std::optional<Error> error = worker.misfit(bytes, name))
    return *std::move(error);
  const Expected<ObjectFile> file = ObjectFile::open(bytes, name);
  if (!file)
    return file.error();
  std::vector<ScannedRange> scanned;
  for (std::size_t range = 0; range < file->range_count(); ++range)
    scanned.push_back(worker.decoder().scan(*file, range));
  const ObjectPlan plan(*file, std::move(scanned), worker.regions());
  Analysed made;
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    Report part = worker.analyze_group(plan, group);
    std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(made.report.kernels));
    std::move(part.problems.begin(), part.problems.end(), std::back_inserter(made.report.problems));
  }
  worker.sort_kernels(made.report);
  made.report.notes = plan.remarks().notes();
  made.unmatched = plan.unmatched();
  if (made.report.kernels.empty() && made.report.problems.empty())
    made.nothing = plan.nothing();
  return made;
}

bool is_archive(const std::string &bytes) { return bytes.starts_with("!<arch>\n") || bytes.starts_with("!<thin>\n"); }

} // namespace

struct Analyzer::State {
  State(AnalyzeOptions wanted, Expected<ResolvedArchs> resolved)
      : options(std::move(wanted)), archs(std::move(resolved)) {
    if (archs)
      worker.emplace(options, *archs);
  }

  [[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name);

  AnalyzeOptions options;
  Expected<ResolvedArchs> archs;
  std::optional<Worker> worker;
};

Expected<Report> Analyzer::State::analyze(const std::string &bytes, const std::string &name) {
  if (is_archive(bytes))
    return Error{"this is an archive of objects: extract the object of interest first (ar x)", {name, 0, 0}};
  if (!is_elf(bytes))
    if (std::optional<Error> error = unusable_text(bytes, name))
      return *std::move(error);
  if (!archs)
    return archs.error();
  Expected<Analysed> analysed =
      is_elf(bytes) ? analyze_object(*worker, bytes, name) : worker->analyze_text(bytes, name);
  if (!analysed)
    return analysed.error();
  if (!analysed->unmatched.empty())
    return no_such_function(analysed->unmatched, name);
  if (analysed->nothing)
    return *analysed->nothing;
  Report report = std::move(analysed).value().report;
  if (!report.kernels.empty())
    for (std::string &note : worker->notes())
      report.notes.push_back(std::move(note));
  return report;
}

Analyzer::Analyzer(AnalyzeOptions options) {
  Expected<ResolvedArchs> archs = resolve_archs(options.archs);
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
