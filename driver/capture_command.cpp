// `osaca capture -`: what a compiler plugin asks. The answer on standard output is for the plugin, see
// plugin-common/capture_format.md; report and marked assembly go to files.
#include "driver/analyze_options.h"
#include "driver/exit_status.h"
#include "driver/files.h"
#include "driver/output.h"
#include "osaca/capture.h"
#include "osaca/embedded_reports.h"
#include "render/diagnostic_formats.h"
#include "render/json.h"
#include "render/text.h"

namespace osaca::driver {
namespace {

struct Settings {
  AnalyzeOptions analysis;
  std::string file = "-";
  std::string report;
  std::string marked;
  std::string format = "records";
  std::string verbosity = "normal";
  bool warnings = false;
  bool embed = false;
};

void declare(CLI::App &app, Settings &settings) {
  app.add_option("file", settings.file, "the capture; '-' is standard input (default)")->type_name("FILE");
  add_analysis_options(app, settings.analysis,
                       "the one that -march or -mtune named to the compiler, else the core of this machine");
  app.add_option("--report", settings.report, "write the report (JSON) to this file")->type_name("FILE");
  app.add_option("--marked", settings.marked,
                 "write the assembly with markers for IACA, OSACA and llvm-mca to this file")
      ->type_name("FILE");
  app.add_flag("--embed", settings.embed, "append the report to the records, packed as it goes into an object file");
  add_choice(app, "--format", settings.format, {"records", "diagnostics", "text", "json"},
             "what goes to standard output (default: records, for a plugin)");
  add_choice(app, "--verbosity", settings.verbosity, {"quiet", "normal", "verbose", "0", "1", "2"},
             "how much to say; 0, 1, 2 are short for these (default: normal)");
  app.add_flag("--warnings", settings.warnings, "findings are warnings instead of notes");
}

bool is_verbose(const Settings &settings) { return settings.verbosity == "verbose" || settings.verbosity == "2"; }

DiagnosticOptions diagnostic_options(const Settings &settings) {
  DiagnosticOptions options;
  options.warnings = settings.warnings;
  if (settings.verbosity == "quiet" || settings.verbosity == "0")
    options.verbosity = DiagnosticOptions::Verbosity::quiet;
  else if (is_verbose(settings))
    options.verbosity = DiagnosticOptions::Verbosity::verbose;
  return options;
}

std::string rendered(const Report &report, const Capture &capture, const Settings &settings) {
  if (settings.format == "diagnostics")
    return render_diagnostics(report, diagnostic_options(settings), false);
  if (settings.format == "text")
    return render_text(report, {.verbose = is_verbose(settings)});
  if (settings.format == "json")
    return render_json(report);
  return render_diagnostic_records(report, capture.locations, diagnostic_options(settings));
}

/// What follows the records: the bytes for the object's section, with their number before them.
std::string for_object(const Report &report) {
  const Expected<std::string> record = embedded_record(render_json(report));
  if (record)
    return "embed " + std::to_string(record->size()) + "\n" + *record;
  complain(record.error());
  return "";
}

int answer(const Capture &capture, const Settings &settings) {
  bool good = settings.marked.empty() || written(settings.marked, marked_assembly(capture));
  const Expected<Report> report = analyze_capture(capture, settings.analysis);
  if (!report) {
    complain(report.error());
    return unusable_input;
  }
  if (!settings.report.empty())
    good = written(settings.report, render_json(*report)) && good;
  std::string out = rendered(*report, capture, settings);
  if (settings.embed && settings.format == "records") {
    const std::string embedded = for_object(*report);
    good = good && !embedded.empty();
    out += embedded;
  }
  return written("-", out) && good ? success : unusable_input;
}

} // namespace

int run_capture(const Words &words) {
  Settings settings;
  CLI::App app("Answers a compiler plugin: reads a capture and says what to print at which location.", "osaca capture");
  app.footer("\nA capture (plugin-common/capture_format.md) is what a compiler plugin knows about the loops of a\n"
             "unit; plugins run this command by themselves. By hand it repeats an analysis without the\n"
             "compiler.\n"
             "\nExamples:\n"
             "  osaca capture --format text --arch zen4 unit.capture             the tables\n"
             "  osaca capture --marked marked.s --report r.json unit.capture     a marked copy and a report");
  declare(app, settings);
  if (const auto status = parse(app, words))
    return *status;
  const Expected<std::string> text = read_input(settings.file);
  if (!text) {
    complain(text.error());
    return unusable_input;
  }
  const Expected<Capture> capture = read_capture(*text);
  if (!capture) {
    complain(capture.error());
    return unusable_input;
  }
  return answer(*capture, settings);
}

} // namespace osaca::driver
