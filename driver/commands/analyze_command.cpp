// `osaca [analyze] FILE...`: analyses assembly or objects and writes a report.
#include "base/format.h"
#include "base/source_language.h"
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
In assembly, kernels are selected by markers (OSACA-BEGIN/OSACA-END or
LLVM-MCA-BEGIN/LLVM-MCA-END in comments, or the bytes of IACA) or by --lines.
Without either, the innermost loops are analysed. A loop that contains branches
is analysed path by path. Cycles are per iteration of the machine loop, which may
do several iterations of the source loop. Only the compiler plugins know how many.

In objects, archives, programs and libraries, the innermost loops of all functions
are analysed, in the order of their addresses. --function selects functions.
Source lines come from DWARF (-g). With -flto, analyse the linked program, or
objects that were compiled with -ffat-lto-objects.

Exit status: 0 everything was analysed; 1 there are findings that --fail-on
selects; 2 something could not be analysed (one line per problem on standard
error).

Examples:
  osaca --arch zen4 kernel.s                  innermost loops of an assembly file
  gcc -O3 -S -o - f.c | osaca --arch skx -    the output of a compiler
  osaca --arch zen4,skx --lines 12-30 f.s     two cores, one range of lines
  osaca --arch v2 --format json -o r.json f.o JSON for other programs
  osaca --arch zen4 --function 'solve*' a.out  some functions of a program
  osaca models                                list the cores
  osaca rules                                 explain the findings)";

/// A larger report is too long to read and takes gigabytes.
constexpr std::size_t most_functions_by_default = 10'000;

struct AnalyzeRun {
  AnalyzeOptions analysis;
  DataOptions data;
  std::vector<std::string> files;
  std::vector<std::string> lines;
  std::vector<std::string> functions;
  std::vector<std::string> path;
  int jobs = 0;
  OutputSettings output;
  std::string fail_on = "never";
  std::string syntax;
  double lcd_timeout = 0;
  bool has_lcd_timeout = false;
};

void declare_analyze(OptionSet &options, AnalyzeRun &settings) {
  options.texts = {"osaca [analyze]", "osaca: predicts how many cycles loops take, and explains why.", analyze_footer,
                   "Commands ('osaca COMMAND --help' explains each):\n" + command_list(commands(), 2)};
  options
      .option("files", settings.files,
              "assembly, objects, programs, libraries or archives for Linux, Windows or macOS; '-' is standard input")
      .called("FILE...");
  add_analysis_options(options, settings.analysis, "the core of this machine");
  add_data_options(options, settings.data);
  options
      .option("--memory", settings.analysis.memory_file,
              "use this description of the caches and the memory instead of the model's (a file written by 'osaca "
              "measure memory --overlay')")
      .called("FILE")
      .checked_by(names_a_file);
  options.list("--lines", settings.lines, "analyse only these lines of the input; each range is a kernel")
      .called("3-9[,20-30]");
  add_function_option(options, settings.functions);
  options.flag("--whole", settings.analysis.whole_functions,
               "analyse the functions that --function names as a whole, and not the loops in them: the cycles of one "
               "call, and its latency");
  options
      .list("--path", settings.path,
            "with --whole, analyse only the paths that pass through these places: labels or lines, as in "
            "'.L3,not .L5' or '12,solver.c:31' (12 is a line of the report's table, solver.c:31 one of the source)")
      .called("PLACE[,PLACE...]")
      .checked_by([](const std::string &text) {
        const auto place = parse_path_place(text);
        return place ? "" : place.error().message;
      });
  options.flag("--all-loops", settings.analysis.all_loops,
               format_text("analyse all innermost loops, even if there are markers (without this option, a program in "
                           "which more than {} functions contain loops is refused)",
                           most_functions_by_default));
  options.option("-j,--jobs", settings.jobs, "number of threads (default: one per CPU); it does not affect the report")
      .called("N")
      .within(1, 1024);
  options.option("--syntax", settings.syntax, "syntax of x86 assembly if the text does not show it (default: ATT)")
      .one_of({"ATT", "INTEL", "att", "intel"});
  options
      .option("--fail-on", settings.fail_on,
              "exit with status 1 on any finding, or only on warnings and errors (default: never)")
      .one_of({"findings", "warning", "never"});
  options.option("--lcd-timeout", settings.lcd_timeout, "has no effect; accepted for compatibility with OSACA")
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
  work.most_functions = chosen ? 0 : most_functions_by_default;
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

/// The messages of the assembler do not help if the input is the source of a program.
void explain_sources(const Words &inputs, std::vector<Error> &problems) {
  for (Error &problem : problems) {
    const bool is_in_input = problem.where.line > 0 && std::ranges::any_of(inputs, [&](const std::string &path) {
                               return display_name(path) == problem.where.file;
                             });
    if (is_in_input && is_compiled_source(problem.where.file))
      problem.message += "; this file is source code and not assembly: compile it first (-S or -c), or use the plugin";
  }
}

int run_analyze(AnalyzeRun settings) {
  if (settings.files.empty()) {
    complain("no input: pass assembly files or objects, or '-' for standard input ('osaca --help' has examples)");
    return unusable_input;
  }
  if (!may_write(settings.output, settings.files))
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
  if (settings.analysis.whole_functions && settings.analysis.functions.empty()) {
    complain("--whole analyses the functions that --function names: add --function NAME");
    return unusable_input;
  }
  if (!settings.path.empty() && !settings.analysis.whole_functions) {
    complain("--path chooses paths through whole functions: add --whole");
    return unusable_input;
  }
  for (const std::string &place : settings.path)
    settings.analysis.path.push_back(*parse_path_place(place));
  settings.analysis.intel_syntax = settings.syntax == "INTEL" || settings.syntax == "intel";
  if (settings.has_lcd_timeout)
    complain("note: --lcd-timeout has no effect because the analysis has no timeout");

  Report report = analyze_files(settings);
  explain_sources(settings.files, report.problems);
  drop_repeated_problems(report.problems);
  const bool good = write_report(report, settings.output);
  for (const Error &problem : report.problems)
    complain(problem);
  if (!good || !report.problems.empty())
    return unusable_input;
  return has_failing_finding(report, settings.fail_on) ? failed_on_findings : success;
}

} // namespace

const Command analyze_command =
    command<AnalyzeRun, declare_analyze, run_analyze>("analyze", "analyse assembly or objects (the default command)");

} // namespace osaca::driver
