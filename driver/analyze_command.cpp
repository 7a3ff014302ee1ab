// `osaca [analyze] FILE...`: assembly or objects -> report.
#include "base/suggest.h"
#include "driver/analyze_options.h"
#include "driver/exit_status.h"
#include "driver/files.h"
#include "driver/output.h"
#include "osaca/analyze.h"
#include "osaca/read_report.h"

#include <algorithm>

namespace osaca::driver {
namespace {

constexpr const char *footer = R"(
Kernels are found by markers in the assembly (OSACA-BEGIN/OSACA-END or
LLVM-MCA-BEGIN/LLVM-MCA-END in comments, IACA's bytes), by --lines, or, without
either, the innermost loops are taken. A loop with branches inside is analysed
path by path. Cycles are per iteration of the machine loop, which may do several
iterations of the source's (compiler plugins know how many).

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
  OutputSettings output;
  std::string fail_on = "never";
  std::string syntax;
  double lcd_timeout = 0;
};

void declare(CLI::App &app, Settings &settings) {
  app.footer(footer);
  app.add_option("files", settings.files, "assembly files or ELF objects; '-' is standard input")->type_name("FILE...");
  add_analysis_options(app, settings.analysis, "the core of this machine");
  add_list(app, "--lines", settings.lines, "lines of the input to analyse, each range a kernel")
      ->type_name("3-9[,20-30]");
  add_choice(app, "--syntax", settings.syntax, {"ATT", "INTEL", "att", "intel"},
             "syntax of x86 assembly that does not say so itself (default: ATT)");
  add_choice(app, "--fail-on", settings.fail_on, {"findings", "warning", "never"},
             "exit with 1 if there is any finding, or one of severity warning (default: never)");
  app.add_option("--lcd-timeout", settings.lcd_timeout, "accepted for OSACA's sake: nothing here depends on a timeout")
      ->type_name("SECONDS");
  add_output_options(app, settings.output);
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
  const std::vector<std::string> names = {"analyze", "blocks", "capture", "measure", "model",
                                          "models",  "report", "rules",   "scan",    "show"};
  return path.find_first_of("./") == std::string::npos ? suggestion(path, names) : "";
}

Report analyze_files(const Settings &settings) {
  const Analyzer analyzer(settings.analysis);
  std::vector<Report> reports;
  const auto fail = [&reports](Error error) {
    reports.push_back({.kernels = {}, .annotated = {}, .problems = {std::move(error)}});
  };
  for (const std::string &path : settings.files) {
    const Expected<std::string> bytes = read_input(path);
    if (!bytes) {
      Error error = bytes.error();
      error.message += subcommand_hint(path);
      fail(std::move(error));
      continue;
    }
    Expected<Report> report = analyzer.analyze(*bytes, display_name(path));
    if (report)
      reports.push_back(*std::move(report));
    else
      fail(report.error());
  }
  return merged(reports);
}

/// The same mistake (an unknown --arch, say) is not worth a line for every file.
void drop_repeated_problems(std::vector<Error> &problems) {
  std::vector<Error> kept;
  for (Error &problem : problems)
    if (std::none_of(kept.begin(), kept.end(), [&](const Error &known) { return known.text() == problem.text(); }))
      kept.push_back(std::move(problem));
  problems = std::move(kept);
}

} // namespace

int run_analyze(const Words &words) {
  Settings settings;
  CLI::App app("osaca: predicts how many cycles loops take, and says why.\n"
               "\n"
               "Commands ('osaca COMMAND --help' explains each):\n"
               "  analyze  assembly or objects -> report (this one, also without its name)\n"
               "  blocks   basic blocks in hexadecimal -> CSV\n"
               "  measure  what blocks, loops and instructions take on this machine\n"
               "  model    compares, makes and imports tables of figures\n"
               "  models   the cores there are, and where their figures come from\n"
               "  report   the reports that were embedded into objects\n"
               "  rules    what the findings mean\n"
               "  scan     the loops of a project; puts pragmas before them\n"
               "  show     reports that were written as JSON, in any form\n"
               "  capture  what compiler plugins ask",
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
  const bool good = write_report(report, settings.output);
  for (const Error &problem : report.problems)
    complain(problem);
  if (!good || !report.problems.empty())
    return unusable_input;
  return has_failing_finding(report, settings.fail_on) ? failed_on_findings : success;
}

} // namespace osaca::driver
