// `osaca capture -`: called by compiler plugins. The answer on standard output is for the plugin, see
// plugin-common/capture_format.md; report and marked assembly are written to files.
#include "base/format.h"
#include "base/printable.h"
#include "driver/command_line/messages.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/commands.h"
#include "driver/commands/project.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "driver/programs/processes.h"
#include "osaca/capture.h"
#include "osaca/embedded_reports.h"
#include "osaca/read_report.h"
#include "render/diagnostics/diagnostics.h"
#include "render/json/json_documents.h"
#include "render/text/report_text.h"
#include "report/rules.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <set>

namespace osaca::driver {
namespace {

struct CaptureOptions {
  AnalyzeOptions analysis;
  DataOptions data;
  std::string file = "-";
  std::string report;
  std::string marked;
  std::string format = "records";
  std::string verbosity = "normal";
  bool warnings = false;
  bool embed = false;
  bool object_is_deleted = false;
  bool strict = false;
  int memory_mib = 0;
  int parent = 0;
};

constexpr int embedded_timeline_iterations = 3; // enough for a page about the loop

constexpr const char *capture_footer =
    "\nA capture (plugin-common/capture_format.md) describes the loops of a translation\nunit. Compiler plugins write "
    "it and run this command. You can run the command to repeat an\nanalysis without the compiler.\n"
    "\nExamples:\n"
    "  osaca capture --format text --arch zen4 unit.capture             show tables\n"
    "  osaca capture --marked marked.s --report r.json unit.capture     write marked code and a report";

void declare_capture(OptionSet &options, CaptureOptions &chosen) {
  options.texts = {
      "osaca capture",
      "Reads a capture from a compiler plugin and answers with the notes to print and their source locations.",
      capture_footer};
  options.option("file", chosen.file, "the capture; '-' is standard input (default)").called("FILE");
  add_analysis_options(options, chosen.analysis,
                       "the core of the compiler's -march or -mtune, else the core of this machine");
  add_data_options(options, chosen.data);
  options.option("--report", chosen.report, "write the report (JSON) to this file").called("FILE");
  options.option("--marked", chosen.marked, "write the assembly with markers for IACA, OSACA and llvm-mca to this file")
      .called("FILE");
  options.flag("--embed", chosen.embed, "append the report to the records, compressed as in an object file");
  options.flag("--object-is-deleted", chosen.object_is_deleted,
               "print a note that the report is lost, because the compiler deletes the object after linking");
  options.option("--format", chosen.format, "form of the output (default: records, for a plugin)")
      .one_of({"records", "diagnostics", "text", "json"});
  options
      .option("--verbosity", chosen.verbosity,
              "amount of output; 0, 1, 2 mean quiet, normal, verbose (default: normal)")
      .one_of({"quiet", "normal", "verbose", "0", "1", "2"});
  options.flag("--strict", chosen.strict, "report unmet expectations of the source as errors");
  options.option("--memory", chosen.memory_mib, "maximum amount of memory in MiB (default: no limit)")
      .called("MIB")
      .within(1, 999999);
  options.option("--parent", chosen.parent, "process id of the parent; exit when the parent exits")
      .called("PID")
      .within(1, std::numeric_limits<int>::max());
  options.flag("--warnings", chosen.warnings, "report findings as warnings instead of notes");
}

bool is_verbose(const CaptureOptions &options) { return options.verbosity == "verbose" || options.verbosity == "2"; }

DiagnosticOptions diagnostic_options(const CaptureOptions &options, Project &project, const std::string &unit) {
  DiagnosticOptions out;
  out.source_problems = project.comment_problems();
  out.summarises_unrequested_loops = true;
  out.unit = unit;
  out.report_is_kept = options.embed || !options.report.empty();
  out.object_is_deleted = options.embed && options.object_is_deleted && options.report.empty();
  out.warnings = options.warnings;
  for (const auto &[rule, level] : project.settings_for(unit).rules)
    out.chosen_rules.insert(rule);
  if (options.verbosity == "quiet" || options.verbosity == "0")
    out.verbosity = DiagnosticOptions::Verbosity::quiet;
  else if (is_verbose(options))
    out.verbosity = DiagnosticOptions::Verbosity::verbose;
  return out;
}

std::set<std::string> sources_of(const Report &report) {
  std::set<std::string> sources;
  for (const AnnotationReport &annotation : report.annotated)
    sources.insert(annotation.source.file);
  for (const KernelReport &kernel : report.kernels)
    sources.insert(kernel.source.file);
  sources.erase("");
  return sources;
}

/// A source of the report in the file, if that report is about other sources than this one. Empty: nothing is lost.
std::string replaced_source(const std::string &file, const Report &report) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed))
    return "";
  const Expected<std::string> text = read_input(file);
  const Expected<Report> old = text ? read_report(*text, file, ReportDetail::summary) : Expected<Report>(text.error());
  if (!old)
    return "";
  const std::set<std::string> before = sources_of(*old);
  const std::set<std::string> now = sources_of(report);
  const bool has_same = std::ranges::any_of(before, [&](const std::string &source) { return now.contains(source); });
  return has_same || before.empty() ? "" : *before.begin();
}

std::string rendered(const Report &report, const Capture &capture, const CaptureOptions &options, Project &project,
                     const std::string &replaced) {
  DiagnosticOptions diagnostics = diagnostic_options(options, project, capture.unit);
  if (!replaced.empty()) {
    diagnostics.replaced_file = options.report;
    diagnostics.replaced_source = replaced;
  }
  if (options.format == "diagnostics")
    return render_diagnostics(report, diagnostics, false);
  if (options.format == "text")
    return render_text(report, {.verbose = is_verbose(options)});
  if (options.format == "json")
    return render_json(report);
  return render_diagnostic_records(report, capture.locations, diagnostics);
}

/// The part after the records: the bytes for the object's section, preceded by their number.
std::string for_object(const Report &report) {
  ReportPacker packer;
  render_compact_json(report, [&](std::string_view part) { packer.add(part); });
  const Expected<std::string> record = packer.record();
  if (record)
    return format_text("embed {}\n{}", record->size(), *record);
  complain(record.error());
  return "";
}

/// A mistake in the settings may be the cause of an error. The plugins only show the first line, and not all of a long
/// one.
Error with_cause(Error error, const std::vector<Error> &mistakes) {
  if (!mistakes.empty())
    error.message = format_text("{}; {}", mistakes.front().text(), error.message);
  return error;
}

/// The stored reports (file, object) contain every finding unfiltered, because settings and comments may change before
/// they are read.
int answer(const Capture &capture, const CaptureOptions &options) {
  Project project;
  const Settings &settings = project.settings_for(capture.unit);
  AnalyzeOptions analysis = with_defaults(options.analysis, settings);
  analysis.mispredicted = options.data.mispredicted();
  analysis.data = joined_places(options.data.place(), settings.data);
  if (options.embed || !options.report.empty()) {
    analysis.notes_missing_timeline = analysis.timeline_iterations > 0;
    analysis.timeline_iterations = std::max(analysis.timeline_iterations, embedded_timeline_iterations);
  }
  const std::array inputs = {options.file, capture.unit};
  bool good = options.marked.empty() ||
              (keeps_inputs(options.marked, inputs) && bytes_written(options.marked, marked_assembly(capture)));
  Expected<Report> report = analyze_capture(capture, analysis);
  if (!report) {
    complain(with_cause(report.error(), project.problems()));
    return unusable_input;
  }
  const std::string replaced = options.report.empty() ? "" : replaced_source(options.report, *report);
  if (!options.report.empty())
    good = keeps_inputs(options.report, inputs) && written(options.report, render_json(*report)) && good;
  const bool embeds = options.embed && options.format == "records";
  const std::string embedded = embeds ? for_object(*report) : "";
  good = good && embeds == !embedded.empty();
  Report shown = project.without_ignored_findings(project.configured(*std::move(report)));
  if (options.strict)
    shown = with_strict_expectations(std::move(shown));
  const std::string out = printable(rendered(shown, capture, options, project, replaced)) + embedded;
  for (const Error &problem : project.problems()) {
    complain(problem);
    good = false;
  }
  return bytes_written("-", out) && good ? success : unusable_input;
}

int run_capture(CaptureOptions options) {
  if (options.parent > 0)
    end_with(options.parent);
  if (options.memory_mib > 0)
    limit_memory(options.memory_mib);
  const Expected<std::string> text = read_input(options.file);
  if (!text) {
    complain(text.error());
    return unusable_input;
  }
  const Expected<Capture> capture = read_capture(*text);
  if (!capture) {
    complain(capture.error());
    return unusable_input;
  }
  return answer(*capture, options);
}

} // namespace

const Command capture_command = command<CaptureOptions, declare_capture, run_capture>(
    "capture", "answer a request of a compiler plugin", Audience::plugins);

} // namespace osaca::driver
