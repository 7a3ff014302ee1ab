// `osaca diff OLD NEW`: shows which loops became slower or faster, appeared, vanished or lost their vectorisation.
#include "base/format.h"
#include "driver/command_line/messages.h"
#include "driver/command_line/terminal.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/commands.h"
#include "driver/commands/project.h"
#include "driver/commands/reference_files.h"
#include "driver/commands/report_inputs.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "render/text/collection_text.h"

#include <array>
#include <filesystem>

namespace osaca::driver {
namespace {

constexpr const char *diff_footer = R"(
OLD and NEW are baselines (osaca report --update-baseline), reports in JSON, objects,
archives or folders of these. Each source loop has one line per core, which covers all
its machine loops. If there is a profile or samples, the loops that take the most time
come first. A loop with unchanged machine code never counts as slower. Loops are still
recognised after lines moved, and after files or functions were renamed. If the number
of source iterations is known in both builds, cycles per source iteration are compared.

Exit status: 0 no loop became slower; 1 a loop became slower; 2 something could not
be read.

Examples:
  osaca diff perf.json build                what changed since a baseline
  osaca diff build-gcc build-clang          one source, two compilers
  osaca diff --tolerance 10% old.json new.json)";

struct DiffOptions {
  std::string before;
  std::string after;
  std::string tolerance;
  std::string format = "text";
  std::string file;
  std::string colour = "auto";
  bool verbose = false;
  SourceOptions sources;
};

/// The loops in `path`; empty: the error has been reported.
std::optional<Baseline> loops_of(const std::string &path, Project &project, const CollectOptions &where,
                                 const SourceOptions &sources) {
  std::error_code failed;
  if (path != "-" && !std::filesystem::exists(path, failed)) {
    complain(format_text("there is no file or folder {}: pass baselines, reports in JSON, objects, archives or folders "
                         "of these",
                         in_quotes(path)));
    return std::nullopt;
  }
  if (std::filesystem::is_regular_file(path, failed)) {
    const Expected<std::string> text = read_input(path);
    if (text && is_baseline(*text)) {
      Expected<Baseline> baseline = read_baseline_file(path);
      if (baseline)
        return *std::move(baseline);
      complain(baseline.error());
      return std::nullopt;
    }
  }
  ReportInputs inputs({.jobs = reading_threads(default_jobs())});
  inputs.add({path});
  if (inputs.empty() && inputs.good())
    complain(format_text("no report is embedded in {}, and it is not a baseline", in_quotes(path)));
  if (inputs.empty() || !inputs.good())
    return std::nullopt;
  Baseline loops = baseline_of(project.collected(inputs.take_reports(), where, sources));
  for (const Error &problem : project.source_problems())
    complain(problem);
  if (!project.source_problems().empty())
    return std::nullopt;
  loops.name = path;
  return loops;
}

void declare_diff(OptionSet &options, DiffOptions &chosen) {
  options.texts = {"osaca diff",
                   "Compares the loops of two builds. Shows which loops became slower or faster, appeared, vanished, "
                   "are no longer vectorised or have another bound.",
                   diff_footer};
  options.option("old", chosen.before, "the build to compare with").called("OLD");
  options.option("new", chosen.after, "the new build").called("NEW");
  options
      .option("--tolerance", chosen.tolerance,
              "ignore changes up to this size (default: the tolerance of .osaca.yml, else 5%)")
      .called("N%");
  options.option("--format", chosen.format, "form of the comparison (default: text)").one_of({"text", "json"});
  options.option("-o,--out", chosen.file, "write the comparison to this file").called("FILE");
  options.flag("-v,--verbose", chosen.verbose, "show all changes, not only the most important ones");
  add_colour_option(options, chosen.colour);
  add_source_options(options, chosen.sources);
}

int run_diff(DiffOptions options) {
  if (options.after.empty()) {
    complain("no input: pass the two builds to compare, as in 'osaca diff OLD NEW' ('osaca diff --help' has examples)");
    return unusable_input;
  }
  if (!keeps_inputs(options.file, std::array{options.before, options.after}))
    return unusable_input;
  Project project;
  const std::optional<double> tolerance =
      options.tolerance.empty() ? project.working_folder_settings().tolerance_percent.value_or(usual_tolerance_percent)
                                : tolerance_percent_of(options.tolerance);
  if (!tolerance)
    return unusable_input;
  const Expected<CollectOptions> where = project.collect_options(options.sources);
  if (!where) {
    complain(where.error());
    return unusable_input;
  }
  const std::optional<Baseline> before = loops_of(options.before, project, *where, options.sources);
  const std::optional<Baseline> after = loops_of(options.after, project, *where, options.sources);
  if (!before || !after)
    return unusable_input;
  const Comparison comparison = compare(*before, *after, *tolerance);
  const bool to_stdout = options.file.empty() || options.file == "-";
  const std::string text = options.format == "json"
                               ? render_comparison_json(comparison)
                               : render_comparison(comparison, {.colour = wants_colour(options.colour, to_stdout),
                                                                .verbose = options.verbose});
  if (!written(options.file, text) || comparison.no_common_core || !compared_all(comparison, where->root))
    return unusable_input;
  return comparison.regression_count() > 0 ? failed_on_findings : success;
}

} // namespace

const Command diff_command =
    command<DiffOptions, declare_diff, run_diff>("diff", "show which loops changed between two builds");

} // namespace osaca::driver
