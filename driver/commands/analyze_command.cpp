// `osaca [analyze] FILE...`: analyses assembly or objects and writes a report.
#include "driver/command_line/messages.h"
#include "driver/command_line/option_set.h"
#include "driver/command_line/terminal.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/commands.h"
#include "driver/files/files.h"
#include "driver/files/output.h"
#include "osaca/analyze_inputs.h"

#include <algorithm>

namespace osaca::driver {
namespace {

constexpr const char *analyze_footer = R"(
Kernels are found by markers in the assembly (OSACA-BEGIN/OSACA-END or
LLVM-MCA-BEGIN/LLVM-MCA-END in comments, IACA's bytes), by --lines, or, without
either, the innermost loops are taken. A loop with branches inside is analysed
path by path. Cycles are per iteration of the machine loop, which may do several
iterations of the source's (compiler plugins know how many).

Objects, archives, programs and libraries give the innermost loops of all their
functions, in the order of addresses, or of those that --function names. Source
lines come from DWARF (-g). With -flto analyse the linked program, or objects
that were compiled with -ffat-lto-objects.

Exit status: 0 analysed; 1 findings that --fail-on asked to fail on; 2 something
could not be analysed (one line per problem on standard error).

Examples:
  osaca --arch zen4 kernel.s                  innermost loops of an assembly file
  gcc -O3 -S -o - f.c | osaca --arch skx -    straight from a compiler
  osaca --arch zen4,skx --lines 12-30 f.s     two cores, one range of lines
  osaca --arch v2 --format json -o r.json f.o an object, for programs
  osaca --arch zen4 --function 'solve*' a.out  some functions of a program
  osaca models                                which cores there are
  osaca rules                                 what the findings mean)";

/// A larger report is too long to read and takes gigabytes.
constexpr std::size_t most_functions_unasked = 10'000;

struct AnalyzeRun {
  AnalyzeOptions analysis;
  DataOptions data;
  std::vector<std::string> files;
  std::vector<std::string> lines;
  std::vector<std::string> functions;
  int jobs = 0;
  OutputSettings output;
  std::string fail_on = "never";
  std::string syntax;
  double lcd_timeout = 0;
  bool has_lcd_timeout = false;
};

void declare_analyze(OptionSet &options, AnalyzeRun &settings) {
  options.texts = {"osaca [analyze]", "osaca: predicts how many cycles loops take, and says why.", analyze_footer,
                   "Commands ('osaca COMMAND --help' explains each):\n" + command_list(commands(), 2)};
  options
      .option("files", settings.files,
              "assembly, objects, programs, libraries or archives of Linux, Windows and macOS; '-' is standard input")
      .called("FILE...");
  add_analysis_options(options, settings.analysis, "the core of this machine");
  add_data_options(options, settings.data);
  options
      .option("--memory", settings.analysis.memory_file,
              "what lies behind the first-level cache, in place of what the model says: a file that 'osaca measure "
              "memory --overlay' wrote")
      .called("FILE")
      .checked_by(names_a_file);
  options.list("--lines", settings.lines, "lines of the input to analyse, each range a kernel").called("3-9[,20-30]");
  add_function_option(options, settings.functions);
  options.flag(
      "--all-loops", settings.analysis.all_loops,
      "all innermost loops, even where there are markers, and however many there are in a program (without it, "
      "more than " +
          std::to_string(most_functions_unasked) + " functions with loops are refused)");
  options.option("-j,--jobs", settings.jobs, "threads (default: one for each CPU); reports do not depend on it")
      .called("N")
      .within(1, 1024);
  options.option("--syntax", settings.syntax, "syntax of x86 assembly that does not say so itself (default: ATT)")
      .one_of({"ATT", "INTEL", "att", "intel"});
  options
      .option("--fail-on", settings.fail_on,
              "exit with 1 if there is any finding, or one of severity warning (default: never)")
      .one_of({"findings", "warning", "never"});
  options.option("--lcd-timeout", settings.lcd_timeout, "accepted for OSACA's sake: nothing here depends on a timeout")
      .called("SECONDS")
      .noted_in(settings.has_lcd_timeout);
  add_output_options(options, settings.output);
}

bool has_failing_finding(const Report &report, const std::string &fail_on) {
  if (fail_on == "never")
    return false;
  const Severity least = fail_on == "warning" ? Severity::warning : Severity::note;
  return std::ranges::any_of(report.kernels, [least](const KernelReport &kernel) {
    return std::ranges::any_of(kernel.findings, [least](const Finding &finding) { return finding.severity >= least; });
  });
}

Report analyze_files(const AnalyzeRun &settings) {
  Inputs inputs;
  for (const std::string &path : settings.files)
    inputs.files.push_back({path, display_name(path)});
  inputs.read = read_input;
  inputs.open = open_file;
  WorkDisplay display;
  WorkOptions work;
  work.jobs = settings.jobs > 0 ? settings.jobs : default_jobs();
  work.progress = [&display](const WorkProgress &progress) { display.show(progress); };
  const bool chosen = settings.analysis.all_loops || !settings.analysis.functions.empty();
  work.most_functions = chosen ? 0 : most_functions_unasked;
  return analyze_inputs(inputs, settings.analysis, work);
}

/// The same error (such as an unknown --arch) is reported once and not for every file.
void drop_repeated_problems(std::vector<Error> &problems) {
  std::vector<Error> kept;
  for (Error &problem : problems)
    if (std::ranges::none_of(kept, [&](const Error &known) { return known.text() == problem.text(); }))
      kept.push_back(std::move(problem));
  problems = std::move(kept);
}

int run_analyze(AnalyzeRun settings) {
  if (settings.files.empty()) {
    complain("no input: name assembly files or objects, or '-' for standard input ('osaca --help' has examples)");
    return unusable_input;
  }
  if (!spares_inputs(settings.output, settings.files))
    return unusable_input;
  Expected<std::vector<std::pair<int, int>>> lines = parse_lines(settings.lines);
  if (!lines) {
    complain(lines.error());
    return unusable_input;
  }
  settings.analysis.lines = *std::move(lines);
  settings.analysis.data = settings.data.place();
  settings.analysis.mispredicted = settings.data.mispredicted();
  Expected<Words> functions = parse_functions(settings.functions);
  if (!functions) {
    complain(functions.error());
    return unusable_input;
  }
  settings.analysis.functions = *std::move(functions);
  settings.analysis.intel_syntax = settings.syntax == "INTEL" || settings.syntax == "intel";
  if (settings.has_lcd_timeout)
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

} // namespace

const Command analyze_command = command<AnalyzeRun, declare_analyze, run_analyze>(
    "analyze", "assembly or objects -> report (this one, also without its name)");

} // namespace osaca::driver
