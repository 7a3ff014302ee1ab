// `osaca annotated PROGRAM...`: reports the annotated loops of linked programs, as the compiler plugins do for
// compilation units.
#include "driver/command_line/messages.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/commands.h"
#include "driver/commands/project.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "driver/files/source_files.h"
#include "osaca/annotated_loops.h"
#include "render/json/json_documents.h"
#include "report/rules.h"

#include <algorithm>
#include <filesystem>

namespace osaca::driver {
namespace {

struct AnnotatedRun {
  AnalyzeOptions analysis;
  DataOptions data;
  std::vector<std::string> files;
  std::vector<std::string> moved;
  std::string report;
  bool all = false;
  bool strict = false;
  int jobs = 0;
  OutputSettings output;
};

constexpr const char *annotated_footer = R"(
Use this command for programs that no plugin can analyse: those built with
link-time optimisation (-flto), or with a compiler that has no plugin. Compile
and link the program with -g (for Clang, -gline-tables-only is enough). The
sources must be in the folders that the line tables name, or in those of
--source-path. The line table shows which machine loops belong to a source loop.

Exit status: 0 everything was analysed; 1 with --strict: a loop does not meet an
expectation of its source; 2 something could not be analysed.

Examples:
  clang -O2 -g -flto *.c -o solver && osaca annotated --arch zen4 solver
  osaca annotated --format diagnostics solver    as notes of a compiler
  osaca annotated --report r.json solver         also write JSON for 'osaca report r.json'
  osaca annotated --all --report r.json solver   analyse all loops
  osaca annotated --source-path /build/x=. libx.so)";

void declare_annotated(OptionSet &options, AnnotatedRun &chosen) {
  options.texts = {
      "osaca annotated",
      "Analyses the annotated loops of linked programs: those that follow '#pragma osaca analyze' in the source.",
      annotated_footer};
  options.option("files", chosen.files, "programs, libraries, objects or archives").called("FILE...");
  add_analysis_options(options, chosen.analysis, "those of .osaca.yml, else the core of this machine");
  add_data_options(options, chosen.data);
  options
      .list("--source-path", chosen.moved,
            "read sources from folder NEW if the line tables name folder OLD; repeatable")
      .called("OLD=NEW");
  options.flag("--all", chosen.all,
               "all loops of the sources except those in system headers: innermost loops, and outer loops with at "
               "least as many instructions outside their inner loops as inside");
  options.option("--report", chosen.report, "also write the report as JSON to this file").called("FILE");
  options.flag("--strict", chosen.strict, "report unmet expectations of the source as errors");
  options.option("-j,--jobs", chosen.jobs, "number of threads (default: one per CPU); it does not affect the report")
      .called("N")
      .within(1, 1024);
  add_output_options(options, chosen.output);
}

bool breaks_expectations(const Report &report) {
  return std::ranges::any_of(report.annotated, [](const AnnotationReport &annotation) {
    return std::ranges::any_of(annotation.findings,
                               [](const Finding &finding) { return finding.rule == expectation_rule; });
  });
}

/// Notes are normally shown with the first figures. If there are none, they are printed here, together with a message
/// that there is nothing to show.
void report_missing_figures(const Report &report, bool all) {
  for (const std::string &note : report.notes)
    complain("note: " + note);
  if (report.annotated.empty())
    complain(all ? "note: no loop in the sources of the program was found"
                 : "note: no annotated loop ('#pragma osaca analyze') was found");
}

Report analyzed(const AnnotatedRun &run, const AnalyzeOptions &analysis, const SourceFinder &sources) {
  Inputs inputs;
  for (const std::string &path : run.files)
    inputs.files.push_back({path, display_name(path)});
  inputs.read = read_input;
  inputs.open = open_file;
  WorkOptions work;
  work.jobs = run.jobs > 0 ? run.jobs : default_jobs();
  return analyze_annotated_loops(inputs, sources, run.all, analysis, work);
}

int run_annotated(AnnotatedRun run) {
  if (run.files.empty()) {
    complain("no input: pass programs, libraries or objects ('osaca annotated --help' has examples)");
    return unusable_input;
  }
  if (!may_write(run.output, run.files) || !keeps_inputs(run.report, run.files))
    return unusable_input;
  Expected<MovedFolders> moved = parse_moved_folders(run.moved);
  if (!moved) {
    complain(moved.error());
    return unusable_input;
  }
  Project project;
  const Settings &settings = project.working_folder_settings();
  AnalyzeOptions analysis = with_defaults(run.analysis, settings);
  analysis.mispredicted = run.data.mispredicted();
  analysis.data = joined_places(run.data.place(), settings.data);
  const Expected<CollectOptions> project_folders = project.collect_options({});
  if (!project_folders) {
    complain(project_folders.error());
    return unusable_input;
  }
  Report report = analyzed(run, analysis, source_finder(*std::move(moved), project_folders->root));
  bool good = run.report.empty() || written(run.report, render_json(report));
  run.output.report_is_kept = run.all && !run.report.empty();
  run.output.unit = run.files.size() == 1 ? std::filesystem::path(run.files.front()).filename().string() : "";
  Report shown = project.without_ignored_findings(project.configured(std::move(report)));
  if (run.strict)
    shown = with_strict_expectations(std::move(shown));
  good = write_report(shown, run.output) && good;
  if (shown.kernels.empty() && shown.problems.empty())
    report_missing_figures(shown, run.all);
  std::vector<Error> problems = shown.problems;
  for (const std::vector<Error> *more : {&project.problems(), &project.comment_problems()})
    problems.insert(problems.end(), more->begin(), more->end());
  for (const Error &problem : problems)
    complain(problem);
  if (!good || !problems.empty())
    return unusable_input;
  return run.strict && breaks_expectations(shown) ? failed_on_findings : success;
}

} // namespace

const Command annotated_command = command<AnnotatedRun, declare_annotated, run_annotated>(
    "annotated", "analyse the annotated loops of linked programs");

} // namespace osaca::driver
