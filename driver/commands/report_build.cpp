#include "driver/commands/report_build.h"

#include "base/files.h"
#include "base/format.h"
#include "base/index.h"
#include "base/source_location.h"
#include "base/text.h"
#include "collection/baseline.h"
#include "collection/collect.h"
#include "collection/loop_identity.h"
#include "driver/command_line/messages.h"
#include "driver/commands/reference_files.h"
#include "driver/files/source_files.h"
#include "render/selection.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace osaca::driver {

namespace {

namespace fs = std::filesystem;

/// Files that identify a build folder. Their modification times show when it was last used.
constexpr std::array traces = {"CMakeCache.txt",        "build.ninja", ".ninja_log", "CMakeFiles",
                               "compile_commands.json", "meson-info",  "meson-logs"};
constexpr std::array makefiles = {"Makefile", "makefile", "GNUmakefile"};

constexpr int deepest = 2; ///< "build/release"
constexpr std::size_t most_looked_at = 2000;

struct Candidate {
  fs::path folder;
  fs::file_time_type used;
};

/// A link to a compilation database elsewhere, which some tools require in the project's root, is a trace of the folder
/// it leads to.
fs::path folder_of_trace(const fs::path &trace) {
  std::error_code failed;
  const fs::path real = fs::is_symlink(trace, failed) ? fs::canonical(trace, failed) : trace;
  return failed ? trace.parent_path() : real.parent_path();
}

void add_candidates(const fs::path &folder, int depth, std::size_t &looked_at, std::vector<Candidate> &found) {
  for (const char *trace : traces) {
    std::error_code failed;
    const fs::file_time_type time = fs::last_write_time(folder / trace, failed);
    if (!failed)
      found.push_back({folder_of_trace(folder / trace), time});
  }
  std::error_code failed;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(folder, failed), end; depth < deepest && !failed && entry != end;
       entry.increment(failed)) {
    std::error_code unknown;
    if (entry->is_directory(unknown) && !entry->is_symlink(unknown) &&
        !entry->path().filename().native().starts_with('.'))
      folders.push_back(entry->path());
  }
  for (const fs::path &inner : folders)
    if (++looked_at <= most_looked_at)
      add_candidates(inner, depth + 1, looked_at, found);
}

} // namespace

std::optional<BuildFolder> find_build_folder(const std::string &root) {
  std::vector<Candidate> found;
  std::size_t looked_at = 0;
  add_candidates(root, 0, looked_at, found);
  if (found.empty()) {
    const bool is_made_here = std::ranges::any_of(makefiles, [&](const char *name) {
      std::error_code failed;
      return fs::is_regular_file(fs::path(root) / name, failed);
    });
    return is_made_here ? std::optional(BuildFolder{root, {}}) : std::nullopt;
  }
  std::ranges::sort(found, [](const Candidate &a, const Candidate &b) {
    return a.used != b.used ? a.used > b.used : a.folder < b.folder;
  });
  BuildFolder out{found.front().folder.string(), {}};
  for (const Candidate &candidate : found) {
    const std::string folder = candidate.folder.string();
    // Folders that CMake creates within a build folder are part of it.
    if (folder != out.path && !folder.starts_with(out.path + "/") &&
        std::ranges::find(out.others, folder) == out.others.end())
      out.others.push_back(folder);
  }
  return out;
}

namespace {

namespace fs = std::filesystem;

std::string working_folder() {
  std::error_code failed;
  return fs::current_path(failed).string();
}

/// Removes the details of single loops: instruction columns, chains and edges, which are most of a report.
Report slim(Report report) {
  for (KernelReport &kernel : report.kernels) {
    kernel.edges = {};
    kernel.timeline = {};
    kernel.critical_path.links = {};
    for (DependencyChain &chain : kernel.loop_carried)
      chain.links = {};
    for (InstructionLine &line : kernel.instructions) {
      line.port_cycles = {};
      line.source_of_figures = {};
    }
  }
  return report;
}

/// Removes the kernels of other cores and adjusts the indices in the annotations.
Report on_cores(Report report, const std::vector<std::string> &archs) {
  std::vector<int> new_index(report.kernels.size(), -1);
  std::vector<KernelReport> kept;
  for (std::size_t i = 0; i < report.kernels.size(); ++i)
    if (std::ranges::find(archs, report.kernels[i].arch) != archs.end()) {
      new_index[i] = static_cast<int>(kept.size());
      kept.push_back(std::move(report.kernels[i]));
    }
  report.kernels = std::move(kept);
  for (AnnotationReport &annotation : report.annotated) {
    std::vector<int> kernels;
    for (const int kernel : annotation.kernels)
      if (new_index[at(kernel)] >= 0)
        kernels.push_back(new_index[at(kernel)]);
    annotation.kernels = std::move(kernels);
  }
  return report;
}

} // namespace

std::optional<Error> ReportBuild::open(const std::string &root) {
  std::error_code failed;
  if (!root.empty())
    fs::current_path(root, failed);
  return failed
             ? std::optional(Error{format_text("the folder {} cannot be used: {}", in_quotes(root), failed.message())})
             : std::nullopt;
}

std::string ReportBuild::path_of(const std::string &file) const { return path_without_links(file).value_or(file); }

lsp::BuildSource::State ReportBuild::state() {
  if (live_)
    return live_->state();
  return find_build_folder(working_folder()) ? State::has_news : State::as_read;
}

void ReportBuild::find_build(lsp::BuildReports &out) {
  if (live_)
    return;
  std::vector<std::string> paths = options_.paths;
  const std::string here = working_folder();
  if (paths.empty()) {
    const std::optional<BuildFolder> build = find_build_folder(here);
    if (!build) {
      out.lack = lsp::Lack::build_folder;
      out.remark = format_text("no build folder was found in {}; pass one, as in 'osaca lsp DIR'", in_quotes(here));
      return;
    }
    paths = {build->path};
    std::string others;
    for (const std::string &folder : build->others)
      others += (others.empty() ? " (older build folders: " : ", ") + in_quotes(folder);
    out.log.push_back(
        format_text("reading reports from {}{}{}", in_quotes(build->path), others, others.empty() ? "" : ")"));
  }
  live_.emplace(std::move(paths), [archs = options_.archs](Report report) {
    return archs.empty() ? slim(std::move(report)) : on_cores(slim(std::move(report)), archs);
  });
}

lsp::BuildReports ReportBuild::read(const Progress &progress) {
  lsp::BuildReports out;
  find_build(out);
  if (!live_)
    return out;
  live_->read(progress);
  Project project;
  const Expected<CollectOptions> where = project.collect_options(options_.sources);
  if (!where) {
    out.lack = lsp::Lack::root;
    out.remark = where.error().text();
    return out;
  }
  out.collection = with_baseline_and_samples(project.collected(live_->reports(), *where, options_.sources), *where,
                                             project, out.log);
  for (const Error &problem : live_->problems())
    out.log.push_back(problem.text());
  for (const std::vector<Error> *problems : {&project.problems(), &project.source_problems()})
    for (const Error &problem : *problems)
      out.log.push_back(problem.text());
  if (live_->reports().empty()) {
    out.lack = lsp::Lack::reports;
    out.remark = "no object contains an embedded report: compile with -fplugin=osaca.so "
                 "-fplugin-arg-osaca-embed";
  } else if (out.collection.loops.empty() && !options_.archs.empty()) {
    out.lack = lsp::Lack::loops_of_the_core;
    out.remark = "no loop was analysed for the core of --arch";
  }
  if (const std::optional<std::string> note = note_on_withheld_sources(out.collection))
    out.log.push_back(*note);
  add_files(out, where->root);
  out.log.push_back(format_text("{} of {}", counted(out.collection.loops.size(), "loop"),
                                counted(live_->reports().size(), "report")));
  return out;
}

Collection ReportBuild::with_baseline_and_samples(Collection collection, const CollectOptions &where, Project &project,
                                                  std::vector<std::string> &log) {
  if (!options_.profile.file.empty()) {
    if (!samples_)
      samples_ = read_profile(options_.profile);
    if (*samples_)
      collection = with_samples(std::move(collection), **samples_, where.root);
    else
      log.push_back(samples_->error().text());
  }
  const Settings &settings = project.working_folder_settings();
  const std::string file = options_.baseline.empty() ? settings.baseline.value_or("") : options_.baseline;
  std::error_code failed;
  if (file.empty())
    return collection;
  if (!fs::exists(file, failed)) {
    log.push_back(format_text("there is no baseline {} yet", in_quotes(file)));
    return collection;
  }
  const Expected<Baseline> baseline = read_baseline_file(file, where.root);
  if (!baseline) {
    log.push_back(baseline.error().text());
    return collection;
  }
  const double tolerance =
      options_.tolerance_percent.value_or(settings.tolerance_percent.value_or(usual_tolerance_percent));
  return with_baseline(std::move(collection), *baseline, tolerance);
}

ReportBuild::Time ReportBuild::newest_object(const CollectedLoop &loop) const {
  Time newest = Time::min();
  for (const std::string &object : loop.objects)
    newest = std::max(newest, live_->written(object));
  return newest;
}

void ReportBuild::add_files(lsp::BuildReports &out, const std::string &root) {
  std::map<std::string, LoopsOfFile> loops;
  for (std::size_t i = 0; i < out.collection.loops.size(); ++i)
    loops[place_of(out.collection.loops[i].report).file].begin_here.push_back(static_cast<int>(i));
  for (const CollectedFinding &finding : out.collection.findings)
    if (!finding.loops.empty())
      loops[finding.finding->where.file].have_code_here.push_back(finding.loops.front());
  for (const auto &[name, source] : out.collection.sources)
    remember(path_of(normal_path(root, name)), {name, source.lines()}, loops[name], out);
  out.collection.sources.clear();
}

/// The file has its compiled contents if it is older than the objects compiled from it. If it was so at an earlier
/// check and no newer object has appeared since, the contents remembered then are used.
void ReportBuild::remember(const std::string &path, lsp::BuiltFile file, const LoopsOfFile &loops,
                           lsp::BuildReports &out) {
  std::error_code failed;
  const Time source = fs::last_write_time(path, failed);
  Time newest = Time::min();
  for (const std::vector<int> *some : {&loops.begin_here, &loops.have_code_here})
    for (const int loop : *some)
      newest = std::max(newest, newest_object(out.collection.loops[at(loop)]));
  const bool is_as_compiled = !failed && (newest == Time::min() || source <= newest);
  Remembered &known = remembered_[path];
  if (is_as_compiled)
    known = {newest, source, file.lines};
  const bool is_known = is_as_compiled || (!known.lines.empty() && known.newest_object == newest);
  file.lines = is_known ? known.lines : std::vector<std::string>();
  for (const int loop : loops.begin_here)
    if (!is_known || newest_object(out.collection.loops[at(loop)]) < known.source)
      out.outdated.insert(loop);
  out.files.emplace(path, std::move(file));
}

} // namespace osaca::driver
