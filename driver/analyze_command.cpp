// `osaca [analyze] FILE...`: assembly or objects -> report.
#include "base/suggest.h"
#include "driver/analyze_options.h"
#include "driver/exit_status.h"
#include "driver/files.h"
#include "driver/terminal.h"
#include "osaca/analyze.h"
#include "render/diagnostic_formats.h"
#include "render/dot.h"
#include "render/json.h"
#include "render/text.h"

#include <algorithm>

namespace osaca::driver {
namespace {

constexpr const char *footer = R"(
Kernels are found by markers in the assembly (OSACA-BEGIN/OSACA-END or
LLVM-MCA-BEGIN/LLVM-MCA-END in comments, IACA's bytes), by --lines, or, without
either, the innermost loops are taken.

Exit status: 0 analysed; 1 findings that --fail-on asked to fail on; 2 something
could not be analysed (one line per problem on standard error).

Examples:
  osaca --arch zen4 kernel.s                  innermost loops of an assembly file
  gcc -O3 -S -o - f.c | osaca --arch skx -    straight from a compiler
  osaca --arch zen4,skx --lines 12-30 f.s     two cores, one range of lines
  osaca --arch v2 --format json -o r.json f.o an object, for programs
  osaca models                                which cores there are
  osaca rules                                 what the findings mean)";

struct Settings {
  AnalyzeOptions analysis;
  std::vector<std::string> files;
  std::vector<std::string> lines;
  std::string format = "text";
  std::string output;
  std::string graph;
  std::string fail_on = "never";
  std::string colour = "auto";
  std::string syntax;
  double lcd_timeout = 0;
  int width = -1;
  bool verbose = false;
};

void declare(CLI::App &app, Settings &settings) {
  app.footer(footer);
  app.add_option("files", settings.files, "assembly files or ELF objects; '-' is standard input")->type_name("FILE...");
  add_analysis_options(app, settings.analysis);
  add_choice(app, "--format", settings.format, {"text", "json", "dot", "diagnostics"}, "form of the report (default: text)");
  app.add_option("-o,--out", settings.output, "write the report to this file")->type_name("FILE");
  add_list(app, "--lines", settings.lines, "lines of the input to analyse, each range a kernel")->type_name("3-9[,20-30]");
  add_choice(app, "--syntax", settings.syntax, {"ATT", "INTEL", "att", "intel"},
             "syntax of x86 assembly that does not say so itself (default: ATT)");
  add_choice(app, "--fail-on", settings.fail_on, {"findings", "warning", "never"},
             "exit with 1 if there is any finding, or one of severity warning (default: never)");
  app.add_option("--export-graph", settings.graph, "also write the dependency graph (DOT); '.' is ./osaca_dg.dot")
      ->type_name("FILE");
  app.add_option("--lcd-timeout", settings.lcd_timeout, "accepted for OSACA's sake: nothing here depends on a timeout")
      ->type_name("SECONDS");
  add_choice(app, "--color,--colour", settings.colour, {"auto", "always", "never"},
             "colours in text (default: on a terminal, unless NO_COLOR is set)");
  app.add_option("--width", settings.width, "columns of text (default: the terminal's; 0: no limit)")
      ->check(CLI::Range(0, 100000));
  app.add_flag("-v,--verbose", settings.verbose, "all port columns, all chains, and where each figure comes from");
}

void append(Report &all, Report part) {
  const int offset = static_cast<int>(all.kernels.size());
  std::move(part.kernels.begin(), part.kernels.end(), std::back_inserter(all.kernels));
  std::move(part.problems.begin(), part.problems.end(), std::back_inserter(all.problems));
  for (AnnotationReport &annotation : part.annotated) {
    for (int &kernel : annotation.kernels)
      kernel += offset;
    all.annotated.push_back(std::move(annotation));
  }
}

std::string rendered(const Report &report, const Settings &settings) {
  if (settings.format == "json")
    return render_json(report);
  if (settings.format == "dot")
    return render_dot(report);
  const bool to_stdout = settings.output.empty() || settings.output == "-";
  const bool colour = wants_colour(settings.colour, to_stdout);
  if (settings.format == "diagnostics") {
    DiagnosticOptions options;
    if (settings.verbose)
      options.verbosity = DiagnosticOptions::Verbosity::verbose;
    return render_diagnostics(report, options, colour);
  }
  RenderOptions options;
  options.colour = colour;
  options.width = settings.width >= 0 ? settings.width : (to_stdout ? terminal_width() : 0);
  options.verbose = settings.verbose;
  return render_text(report, options);
}

bool has_failing_finding(const Report &report, const std::string &fail_on) {
  if (fail_on == "never")
    return false;
  const Severity least = fail_on == "warning" ? Severity::warning : Severity::note;
  return std::any_of(report.kernels.begin(), report.kernels.end(), [least](const KernelReport &kernel) {
    return std::any_of(kernel.findings.begin(), kernel.findings.end(),
                       [least](const Finding &finding) { return finding.severity >= least; });
  });
}

/// "cannot open 'modles'" helps nobody who meant a subcommand.
std::string subcommand_hint(const std::string &path) {
  const std::vector<std::string> names = {"analyze", "blocks", "capture", "models", "rules"};
  return path.find_first_of("./") == std::string::npos ? suggestion(path, names) : "";
}

Report analyze_files(const Settings &settings) {
  Report all;
  for (const std::string &path : settings.files) {
    const Expected<std::string> bytes = read_input(path);
    if (!bytes) {
      Error error = bytes.error();
      error.message += subcommand_hint(path);
      all.problems.push_back(std::move(error));
      continue;
    }
    Expected<Report> report = analyze(*bytes, display_name(path), settings.analysis);
    if (report)
      append(all, *std::move(report));
    else
      all.problems.push_back(report.error());
  }
  return all;
}

/// The same mistake (an unknown --arch, say) is not worth a line for every file.
void drop_repeated_problems(std::vector<Error> &problems) {
  std::vector<Error> kept;
  for (Error &problem : problems)
    if (std::none_of(kept.begin(), kept.end(), [&](const Error &known) { return known.text() == problem.text(); }))
      kept.push_back(std::move(problem));
  problems = std::move(kept);
}

bool written(const std::string &path, const std::string &text) {
  const std::optional<Error> error = write_output(path, text);
  if (error)
    complain(*error);
  return !error;
}

bool write_results(const Report &report, const Settings &settings) {
  bool good = true;
  if (!report.kernels.empty() || settings.format == "json")
    good = written(settings.output, rendered(report, settings));
  if (!settings.graph.empty())
    good = written(settings.graph == "." ? "./osaca_dg.dot" : settings.graph, render_dot(report)) && good;
  return good;
}

} // namespace

int run_analyze(const Words &words) {
  Settings settings;
  CLI::App app("osaca: predicts how many cycles loops take, and says why.\n"
               "Commands: analyze (default), blocks, capture, models, rules; 'osaca COMMAND --help' explains each.",
               "osaca [analyze]");
  declare(app, settings);
  if (const auto status = parse(app, words))
    return *status;
  if (settings.files.empty()) {
    complain("no input: name assembly files or objects, or '-' for standard input ('osaca --help' has examples)");
    return unusable_input;
  }
  Expected<std::vector<std::pair<int, int>>> lines = parse_lines(settings.lines);
  if (!lines) {
    complain(lines.error());
    return unusable_input;
  }
  settings.analysis.lines = *std::move(lines);
  settings.analysis.intel_syntax = settings.syntax == "INTEL" || settings.syntax == "intel";
  if (app.count("--lcd-timeout") > 0)
    complain("note: --lcd-timeout has no effect: no result here depends on a timeout");

  Report report = analyze_files(settings);
  drop_repeated_problems(report.problems);
  const bool good = write_results(report, settings);
  for (const Error &problem : report.problems)
    complain(problem);
  if (!good || !report.problems.empty())
    return unusable_input;
  return has_failing_finding(report, settings.fail_on) ? failed_on_findings : success;
}

} // namespace osaca::driver
