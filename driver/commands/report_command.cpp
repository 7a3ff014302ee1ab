#include "base/printable.h"
#include "base/text.h"
#include "collection/collect.h"
#include "driver/command_line/messages.h"
#include "driver/commands/collection_output.h"
#include "driver/commands/commands.h"
#include "driver/commands/project.h"
#include "driver/commands/reference_files.h"
#include "driver/commands/report_inputs.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "osaca/read_report.h"
#include "render/json/json_documents.h"

#include <cstdio>
#include <filesystem>

namespace osaca::driver {

// `osaca report OBJECT|ARCHIVE|FOLDER|REPORT.json...`: the results of a build as one report, compared with a baseline.

namespace {

constexpr const char *about =
    "Shows the reports that compiler plugins embedded into objects "
    "(-fplugin-arg-osaca-embed), as one, and says what changed since a baseline. They stay in "
    "the object wherever it goes, through compiler caches and archives; linking drops them.";

constexpr const char *report_footer = R"(
Each loop of the source is one row, with its copies, paths and cores; what takes the
most time comes first, as samples or a profile tell, else as a guess. Text takes 100
lines at most, unless --top or -v asks for more. In folders, all objects and static archives below are read and other files passed
over; @FILE is a list of names, one per line. Names of source files are relative to
the project's root; .osaca.yml (the nearest one above each source file) and comments
'osaca: ignore[rule]' are heeded.

Exit status: 0 shown; 1 what --fail-on asked to fail on; 2 something could not be
read, or no report was found.

Examples:
  osaca report build                                     all that a build has made
  osaca report --top 10 build                            what is most worth a look
  osaca report -v libsolver.a main.o                     with a table per loop
  osaca report --format html -o loops.html build         a page to look at
  osaca report --profile perf.data build                 ordered by where a run spent its time
  osaca report --baseline perf.json --update-baseline build      remember this build
  osaca report --baseline perf.json --tolerance 5% build         what changed since; fails if slower
  osaca report --also sarif=osaca.sarif --also junit=osaca.xml build     for CI)";

struct ReportOptions {
  std::vector<std::string> paths;
  CollectionOutput output;
  std::string baseline;
  std::string tolerance;
  std::string fail_on;
  ProfileOptions profile;
  SourceOptions sources;
  bool update_baseline = false;
};

void declare_report(OptionSet &options, ReportOptions &chosen) {
  options.texts = {"osaca report", about, report_footer};
  options.option("paths", chosen.paths, "ELF objects, static archives, reports in JSON, or folders to look through")
      .called("PATH...");
  add_collection_output_options(options, chosen.output);
  options
      .option("--baseline", chosen.baseline,
              "compare with the loops in this file, and leave out the findings that it accepts (default: that of "
              ".osaca.yml)")
      .called("FILE");
  options.flag("--update-baseline", chosen.update_baseline,
               "write what is there now to the baseline: figures, and findings as accepted");
  options
      .option("--tolerance", chosen.tolerance,
              "how much slower or faster is still the same (default: that of .osaca.yml, else 5%)")
      .called("N%");
  options
      .option(
          "--fail-on", chosen.fail_on,
          "exit with 1 if there is any open finding, one of severity warning, or a loop that became slower (default: "
          "that of .osaca.yml; regressions with a baseline, else never). What the source expects, and what has the "
          "severity error, fails with all but never")
      .one_of({"findings", "warning", "regressions", "never"});
  add_profile_options(options, chosen.profile);
  add_source_options(options, chosen.sources);
}

int complain_of_nothing(const ReportInputs &inputs) {
  if (inputs.good())
    complain(
        "no report is embedded here: compile with -fplugin=osaca.so -fplugin-arg-osaca-embed, and name the objects, "
        "not what was linked from them (a unit without an annotated loop has no report)");
  return unusable_input;
}

class ReportRun {
public:
  ReportRun(ReportOptions options, const ReportInputs &inputs)
      : options_(std::move(options)), inputs_(inputs), good_(inputs.good()) {}

  int run() {
    settle_options();
    // An empty result can be compared with a baseline: a target may have lost its last annotated loop, or never had
    // one.
    if (inputs_.reports().empty() && (options_.baseline.empty() || !inputs_.good()))
      return complain_of_nothing(inputs_);
    if (options_.update_baseline && options_.baseline.empty()) {
      complain("--update-baseline wants --baseline FILE: the file to write");
      return unusable_input;
    }
    const std::optional<double> tolerance =
        options_.tolerance.empty() ? project_.settings_here().tolerance_percent.value_or(usual_tolerance_percent)
                                   : tolerance_percent_of(options_.tolerance);
    if (!tolerance)
      return unusable_input;
    const Expected<CollectOptions> where = project_.collect_options(options_.sources);
    if (!where) {
      complain(where.error());
      return unusable_input;
    }
    Collection collection = project_.collected(inputs_.reports(), *where, options_.sources);
    if (!options_.profile.file.empty()) {
      const Expected<SampledPrograms> programs = read_profile(options_.profile);
      if (!programs) {
        complain(programs.error());
        return unusable_input;
      }
      collection = with_samples(std::move(collection), *programs, where->root);
    }
    const Baseline now = baseline_of(collection);
    if (!options_.baseline.empty() && !compare_with_baseline(collection, where->root, *tolerance))
      good_ = false;
    good_ = write_collection(collection, options_.output) && good_;
    if (options_.update_baseline && may_replace_baseline_ &&
        written_with_folder(options_.baseline, render_baseline(now)))
      complain("note: " + options_.baseline + " now holds " + counted(now.loops.size(), "loop"));
    else if (options_.update_baseline)
      good_ = false;
    for (const Error &problem : project_.problems()) {
      complain(problem);
      good_ = false;
    }
    const int status = options_.update_baseline ? success : gate(collection);
    return good_ ? status : unusable_input;
  }

private:
  void settle_options() {
    must_have_baseline_ = options_.fail_on == "regressions";
    const Settings &settings = project_.settings_here();
    if (options_.baseline.empty())
      options_.baseline = settings.baseline.value_or("");
    if (options_.fail_on.empty())
      options_.fail_on = settings.fail_on.value_or(options_.baseline.empty() ? "never" : "regressions");
  }

  static bool written_with_folder(const std::string &file, const std::string &text) {
    std::error_code failed;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(),
                                        failed); // if it failed, writing the file reports the error
    return written(file, text);
  }

  bool compare_with_baseline(Collection &collection, const std::string &root, double tolerance) {
    std::error_code failed;
    if (!std::filesystem::exists(options_.baseline, failed)) {
      if (!options_.update_baseline)
        complain((must_have_baseline_ ? "" : "note: ") + ("there is no baseline " + in_quotes(options_.baseline)) +
                 " yet; --update-baseline makes it");
      return options_.update_baseline || !must_have_baseline_;
    }
    const Expected<Baseline> baseline = read_baseline_file(options_.baseline, root);
    if (!baseline) {
      complain(baseline.error());
      may_replace_baseline_ =
          false; // it is another kind of file or another version, which the user has to decide about
      if (options_.update_baseline)
        complain(options_.baseline + " is not replaced, as it is no baseline; remove it first, or name another file");
      return false;
    }
    if (inputs_.reports().empty() && !baseline->loops.empty() && !options_.update_baseline) {
      complain(options_.baseline + " has " + counted(baseline->loops.size(), "loop") +
               ", and no report is embedded here: was it compiled with the plugin? If the last annotated loop is gone, "
               "--update-baseline says so");
      return false;
    }
    collection = with_baseline(std::move(collection), *baseline, tolerance);
    return true;
  }

  int gate(const Collection &collection) {
    const std::string reason = reason_to_fail(collection, options_.fail_on);
    if (reason.empty())
      return success;
    std::fputs(
        printable(failing_loops(collection, options_.fail_on, findings_shown_to_people(options_.output))).c_str(),
        stderr);
    complain(reason);
    return failed_on_findings;
  }

  ReportOptions options_;
  const ReportInputs &inputs_;
  Project project_;
  bool good_;
  bool may_replace_baseline_ = true;
  bool must_have_baseline_ = false; ///< a check that the user requested must not pass because the baseline is missing
};

int run_report(ReportOptions options) {
  if (options.paths.empty()) {
    complain("no input: name objects, archives or folders that hold some ('osaca report --help' has examples)");
    return unusable_input;
  }
  for (const std::string &file : files_written(options.output))
    if (!spares_inputs(file, options.paths))
      return unusable_input;
  ReportInputs inputs;
  inputs.add(options.paths);
  return ReportRun(std::move(options), inputs).run();
}

} // namespace

const Command report_command =
    command<ReportOptions, declare_report, run_report>("report", "the reports that were embedded into objects");

// `osaca show REPORT.json...`: shows existing reports as one, in any format.

namespace {

struct ShowOptions {
  std::vector<std::string> files;
  OutputSettings output;
};

void declare_show(OptionSet &options, ShowOptions &settings) {
  options.texts = {"osaca show",
                   "Shows reports that were written as JSON before (by a compiler plugin's report=, by --format json).",
                   "\nExamples:\n"
                   "  osaca show build/osaca-reports/solver/*.json            tables, with an overview of all kernels\n"
                   "  osaca show --format diagnostics build/*.json            as a compiler writes them"};
  options.option("files", settings.files, "reports; '-' is standard input").called("FILE...");
  add_output_options(options, settings.output);
}

int run_show(ShowOptions settings) {
  if (settings.files.empty()) {
    complain("no input: name reports in JSON, or '-' for standard input");
    return unusable_input;
  }
  if (!spares_inputs(settings.output, settings.files))
    return unusable_input;
  std::vector<Report> reports;
  bool good = true;
  for (const std::string &file : settings.files) {
    const Expected<std::string> text = read_input(file);
    Expected<Report> report = text ? read_report(*text, display_name(file)) : Expected<Report>(text.error());
    if (report) {
      reports.push_back(*std::move(report));
    } else {
      complain(report.error());
      good = false;
    }
  }
  return write_report(merged(reports), settings.output) && good ? success : unusable_input;
}

} // namespace

const Command show_command =
    command<ShowOptions, declare_show, run_show>("show", "reports that were written as JSON, in any form");

} // namespace osaca::driver
