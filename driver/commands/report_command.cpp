#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"
#include "collection/collect.h"
#include "driver/command_line/messages.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/collection_output.h"
#include "driver/commands/commands.h"
#include "driver/commands/project.h"
#include "driver/commands/reference_files.h"
#include "driver/commands/report_details.h"
#include "driver/commands/report_inputs.h"
#include "driver/commands/shards.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "osaca/read_report.h"
#include "render/json/json_documents.h"

#include <cstdio>
#include <filesystem>
#include <numeric>

namespace osaca::driver {

// `osaca report OBJECT|ARCHIVE|FOLDER|REPORT.json...`: the results of a build as one report, compared with a baseline.

namespace {

constexpr const char *about =
    "Shows the reports that compiler plugins embedded into objects (-fplugin-arg-osaca-embed) as one report, and what "
    "changed since a baseline. Compiler caches and archives keep embedded reports. Linkers drop them.";

constexpr const char *report_footer = R"(
Each source loop is one row, with its copies, paths and cores. The loops that take the
most time come first, according to samples, a profile or else an estimate. Text is
limited to 100 lines unless you pass --top or -v. In folders and their subfolders, all
objects and static archives are read, and other files are skipped. @FILE is a list of
paths, one per line. Names of source files are relative to the root of the project.
The settings in .osaca.yml (the nearest one above each source file) and comments
'osaca: ignore[rule]' apply.

Exit status: 0 the report was written; 1 there are findings that --fail-on selects;
2 something could not be read, or no report was found.

Examples:
  osaca report build                                     all loops of a build
  osaca report --top 10 build                            the most important loops
  osaca report -v libsolver.a main.o                     with a table per loop
  osaca report --format html -o loops.html build         a page for a browser
  osaca report --profile perf.data build                 ordered by measured time
  osaca report --baseline perf.json --update-baseline build      record this build
  osaca report --baseline perf.json --tolerance 5% build         fail if a loop became slower
  osaca report --shard 1.jsonl build                     on each machine: a part of the build
  osaca report --merge 1.jsonl 2.jsonl                   the report of all parts
  osaca report --also sarif=osaca.sarif --also junit=osaca.xml build     for CI)";

struct ReportOptions {
  std::vector<std::string> paths;
  CollectionOutput output;
  std::string shard;
  std::string baseline;
  std::string tolerance;
  std::string fail_on;
  ProfileOptions profile;
  SourceOptions sources;
  int jobs = 0; ///< 0: one per CPU
  bool update_baseline = false;
  bool merge = false;
  bool no_index = false;
};

void declare_report(OptionSet &options, ReportOptions &chosen) {
  options.texts = {"osaca report", about, report_footer};
  options.option("paths", chosen.paths, "ELF objects, static archives, reports in JSON, or folders that contain these")
      .called("PATH...");
  add_collection_output_options(options, chosen.output);
  options.option("--shard", chosen.shard, "also write all reports to FILE, so that another machine can merge them")
      .called("FILE");
  options.flag("--merge", chosen.merge,
               "the inputs are shards of one build, written with --shard: make the report of the whole build");
  options
      .option("--baseline", chosen.baseline,
              "compare with the loops in this file, and hide the findings that it accepts (default: the baseline of "
              ".osaca.yml)")
      .called("FILE");
  options.flag("--update-baseline", chosen.update_baseline,
               "write the current figures to the baseline, and accept the current findings");
  options
      .option("--tolerance", chosen.tolerance,
              "ignore changes up to this size (default: the tolerance of .osaca.yml, else 5%)")
      .called("N%");
  options
      .option("--fail-on", chosen.fail_on,
              "exit with status 1 on any finding that the baseline does not accept, on warnings and errors, or if a "
              "loop became slower (default: the value in .osaca.yml, else regressions with a baseline, else never). "
              "Errors and unmet expectations in the source always count, except with never")
      .one_of({"findings", "warning", "regressions", "never"});
  add_profile_options(options, chosen.profile);
  add_source_options(options, chosen.sources);
  options.option("-j,--jobs", chosen.jobs, "number of threads (default: one per CPU); it does not affect the report")
      .called("N")
      .within(1, 1024);
  options.flag(
      "--no-index", chosen.no_index,
      "neither read nor write the file .osaca-index, which makes later reports of a large build folder faster");
}

int complain_of_nothing(const ReportInputs &inputs) {
  if (inputs.good())
    complain("no report is embedded in the input: compile with -fplugin=osaca.so -fplugin-arg-osaca-embed, and pass "
             "the objects instead of the linked program (a unit without an annotated loop has no report)");
  return unusable_input;
}

class ReportRun {
public:
  ReportRun(ReportOptions options, ReportInputs &inputs)
      : options_(std::move(options)), inputs_(inputs), good_(inputs.good()) {}

  int run() {
    settle_options();
    // An empty result can be compared with a baseline: a target may have lost its last annotated loop, or never had
    // one.
    if (inputs_.empty() && (options_.baseline.empty() || !inputs_.good()))
      return complain_of_nothing(inputs_);
    complain_of_failures();
    if (options_.update_baseline && options_.baseline.empty()) {
      complain("--update-baseline requires --baseline FILE, or a baseline in .osaca.yml");
      return unusable_input;
    }
    if (!may_set_tolerance(options_.tolerance, options_.baseline))
      return unusable_input;
    if (must_have_baseline_ && options_.baseline.empty())
      complain("note: without --baseline FILE or a baseline in .osaca.yml, --fail-on regressions finds no loop that "
               "became slower");
    const std::optional<double> tolerance =
        options_.tolerance.empty()
            ? project_.working_folder_settings().tolerance_percent.value_or(usual_tolerance_percent)
            : tolerance_percent_of(options_.tolerance);
    if (!tolerance)
      return unusable_input;
    Expected<CollectOptions> chosen = project_.collect_options(options_.sources);
    if (!chosen) {
      complain(chosen.error());
      return unusable_input;
    }
    CollectOptions where = *std::move(chosen);
    where.jobs = options_.jobs;
    where.has_ids = shows_ids(options_.output) || !options_.baseline.empty() || !options_.profile.file.empty();
    if (!options_.shard.empty())
      good_ = write_shard(options_.shard, inputs_.files(), where.root, options_.jobs) && good_;
    return report(collected(where), where, *tolerance);
  }

private:
  /// A unit that was not analysed may contain any loop. So no comparison passes, and no baseline is written.
  void complain_of_failures() {
    constexpr std::size_t most = 5;
    const std::vector<Error> &failures = inputs_.failures();
    for (std::size_t i = 0; i < failures.size() && i < most; ++i)
      complain(failures[i]);
    if (failures.size() > most)
      complain(format_text("{} more units were not analysed", failures.size() - most));
    if (failures.empty())
      return;
    good_ = good_ && never_fails_ && !options_.update_baseline;
    may_replace_baseline_ = false;
    if (options_.update_baseline)
      complain(format_text("{} is not written, because loops may be missing", options_.baseline));
  }

  /// The collection stays until this program ends, because freeing each of many loops takes long.
  Collection &collected(const CollectOptions &where) {
    static Collection *kept = nullptr;
    kept = new Collection(project_.collected(inputs_.take_reports(), where, options_.sources));
    return *kept;
  }

  int report(Collection &collection, const CollectOptions &where, double tolerance) {
    if (!options_.profile.file.empty()) {
      const Expected<SampledPrograms> programs = read_profile(options_.profile);
      if (!programs) {
        complain(programs.error());
        return unusable_input;
      }
      collection = with_samples(std::move(collection), *programs, where.root);
    }
    const Baseline now =
        options_.update_baseline ? baseline_of(collection, options_.jobs) : Baseline{.name = "", .loops = {}};
    if (!options_.baseline.empty() && !compare_with_baseline(collection, where.root, tolerance))
      good_ = false;
    ReportDetails details(inputs_.places(), where, Project::source_folders(where, options_.sources), options_.jobs);
    DetailsReader reader;
    if (shows_details(options_.output, collection.loops.size()))
      read_details(collection, details);
    else
      reader = [&](const std::vector<int> &loops) { return details.read(collection, loops); };
    good_ = write_collection(collection, options_.output, reader) && good_;
    if (!details.good()) {
      inputs_.remove_indexes();
      good_ = false;
    }
    if (options_.update_baseline && may_replace_baseline_ &&
        written_with_folder(options_.baseline, render_baseline(now)))
      complain(format_text("note: {} now contains {}", options_.baseline, counted(now.loops.size(), "loop")));
    else if (options_.update_baseline)
      good_ = false;
    for (const std::vector<Error> *problems : {&project_.problems(), &project_.source_problems()})
      for (const Error &problem : *problems) {
        complain(problem);
        good_ = false;
      }
    const int status = options_.update_baseline ? success : gate(collection);
    return good_ ? status : unusable_input;
  }

  void settle_options() {
    must_have_baseline_ = options_.fail_on == "regressions";
    const Settings &settings = project_.working_folder_settings();
    if (options_.baseline.empty())
      options_.baseline = settings.baseline.value_or("");
    never_fails_ = (options_.fail_on.empty() ? settings.fail_on.value_or("") : options_.fail_on) == "never";
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
        complain(format_text("{}there is no baseline {} yet; --update-baseline creates it",
                             must_have_baseline_ ? "" : "note: ", in_quotes(options_.baseline)));
      return options_.update_baseline || !must_have_baseline_;
    }
    const Expected<Baseline> baseline = read_baseline_file(options_.baseline, root, options_.jobs);
    if (!baseline) {
      complain(baseline.error());
      may_replace_baseline_ =
          false; // it is another kind of file or another version, which the user has to decide about
      if (options_.update_baseline)
        complain(options_.baseline +
                 " is not replaced because it is not a baseline; remove it first, or pass another file");
      return false;
    }
    if (inputs_.empty() && !baseline->loops.empty() && !options_.update_baseline) {
      complain(format_text("{} has {}, but no report is embedded in the input: was it compiled with the plugin? If you "
                           "removed the last annotated loop, pass --update-baseline",
                           options_.baseline, counted(baseline->loops.size(), "loop")));
      return false;
    }
    collection = with_baseline(std::move(collection), *baseline, tolerance, options_.jobs);
    return compared_all(*collection.comparison, root) || options_.update_baseline || options_.fail_on == "never";
  }

  static void read_details(Collection &collection, ReportDetails &details) {
    std::vector<int> loops(collection.loops.size());
    std::iota(loops.begin(), loops.end(), 0);
    std::vector<KernelReport> reports = details.read(collection, loops);
    for (std::size_t i = 0; i < loops.size(); ++i)
      collection.loops[i].report = std::move(reports[i]);
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
  ReportInputs &inputs_;
  Project project_;
  bool good_;
  bool may_replace_baseline_ = true;
  bool never_fails_ = false;        ///< the user requested that
  bool must_have_baseline_ = false; ///< a check that the user requested must not pass because the baseline is missing
};

/// False: the shards cannot be merged.
bool add_shards(const ReportOptions &options, ReportInputs &inputs) {
  const Expected<CollectOptions> where = Project().collect_options(options.sources);
  if (!where) {
    complain(where.error());
    return false;
  }
  const Expected<std::vector<FoundFile>> shards = shards_in(options.paths, where->root);
  if (!shards) {
    complain(shards.error());
    return false;
  }
  inputs.add_files(*shards);
  return true;
}

int run_report(ReportOptions options) {
  if (options.paths.empty()) {
    complain("no input: pass objects, archives or folders that contain them ('osaca report --help' has examples)");
    return unusable_input;
  }
  if (options.output.top > 0 && !has_ranking(options.output)) {
    complain("--top requires --format text or markdown");
    return unusable_input;
  }
  std::vector<std::string> outputs = files_written(options.output);
  outputs.push_back(options.shard);
  for (const std::string &file : outputs)
    if (!keeps_inputs(file, options.paths))
      return unusable_input;
  if (options.jobs <= 0)
    options.jobs = default_jobs();
  options.jobs = reading_threads(options.jobs);
  options.output.jobs = options.jobs;
  // Samples are matched with the instructions of the loops.
  const bool has_samples = !options.profile.file.empty();
  ReportInputs inputs({.detail = has_samples ? ReportDetail::all : ReportDetail::summary,
                       .jobs = options.jobs,
                       .uses_index = !options.no_index && !has_samples,
                       .keeps_steps = shows_steps(options.output)});
  if (!options.merge)
    inputs.add(options.paths);
  else if (!add_shards(options, inputs))
    return unusable_input;
  return ReportRun(std::move(options), inputs).run();
}

} // namespace

const Command report_command =
    command<ReportOptions, declare_report, run_report>("report", "show the reports that are embedded in objects");

// `osaca show REPORT.json...`: shows existing reports as one, in any format.

namespace {

struct ShowOptions {
  std::vector<std::string> files;
  OutputSettings output;
};

void declare_show(OptionSet &options, ShowOptions &settings) {
  options.texts = {"osaca show", "Shows reports in JSON, as written by the plugin option report= or by --format json.",
                   "\nExamples:\n"
                   "  osaca show build/osaca-reports/solver/*.json            tables, with an overview of all kernels\n"
                   "  osaca show --format diagnostics build/*.json            as messages of a compiler"};
  options.option("files", settings.files, "reports; '-' is standard input").called("FILE...");
  add_output_options(options, settings.output);
}

int run_show(ShowOptions settings) {
  if (settings.files.empty()) {
    complain("no input: pass reports in JSON, or '-' for standard input");
    return unusable_input;
  }
  if (!may_write(settings.output, settings.files))
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
    command<ShowOptions, declare_show, run_show>("show", "show reports that were written as JSON");

} // namespace osaca::driver
