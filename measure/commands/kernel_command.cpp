// `osaca measure kernel FILE`: a loop measured beside what is predicted for it, with the bounds of the prediction.
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/file/decimal.h"
#include "measure/file/source_text.h"
#include "measure/harness/loop_timer.h"

#include "decode/decoder.h"
#include "driver/command_line/lines.h"
#include "osaca/analyze.h"
#include "render/words/words.h"

#include <cmath>
#include <cstdio>

namespace osaca::measure {
namespace {

struct KernelTimingOptions {
  std::vector<std::string> files;
  std::string arch;
  bool csv = false;
  Repetition repetition;
};

double number(const Cycles &cycles) { return std::strtod(cycles.text(4).c_str(), nullptr); }

/// The prediction of the same loop: both come from the same decoder.
const KernelReport *prediction_of(const Kernel &loop, const Expected<Report> &report) {
  if (report)
    for (const KernelReport &kernel : report->kernels)
      if (kernel.name == loop.name && kernel.input.line == loop.input.line && kernel.path == loop.path.branches)
        return &kernel;
  return nullptr;
}

bool has_cycles(const Measurement &figure) { return figure.status == Status::ok || figure.status == Status::unstable; }

/// Of a loop that was not measured exactly as it is written.
std::string note_of(const Measurement &figure) {
  return figure.directed.empty() ? "" : "jumps of other conditions: " + figure.directed;
}

void print_row(const std::string &file, const Kernel &loop, const Measurement &figure, const KernelReport *prediction) {
  const std::string measured = has_cycles(figure) ? decimal(figure.cycles, 4) : "";
  std::printf("%s,%s,%s,%s,%s", driver::csv_field(file).c_str(), driver::csv_field(loop.name).c_str(), measured.c_str(),
              has_cycles(figure) ? decimal(figure.spread, 4).c_str() : "", std::string(name_of(figure.status)).c_str());
  if (prediction == nullptr) {
    std::printf(",,,,%s\n", driver::csv_field(note_of(figure)).c_str());
    return;
  }
  const double predicted = number(prediction->cycles_per_iteration);
  std::printf(",%s,%s,%s,%s\n", decimal(predicted, 4).c_str(),
              has_cycles(figure) && figure.cycles > 0 ? decimal(predicted / figure.cycles - 1, 4).c_str() : "",
              std::string(name_of(prediction->bound_by)).c_str(), driver::csv_field(note_of(figure)).c_str());
}

void print_text(const std::string &file, const Kernel &loop, const Measurement &figure, const KernelReport *prediction) {
  std::printf("%s: loop '%s'%s%s\n", file.c_str(), loop.name.c_str(), loop.function.empty() ? "" : " of ",
              loop.function.c_str());
  if (has_cycles(figure))
    std::printf("  measured   %9.3f cycles per iteration%s\n", figure.cycles,
                figure.status == Status::unstable ? "  (runs differ: somebody else is using the machine)" : "");
  else
    std::printf("  not measured: %s%s%s\n", std::string(name_of(figure.status)).c_str(),
                figure.detail.empty() ? "" : ": ", figure.detail.c_str());
  if (const std::string note = note_of(figure); !note.empty())
    std::printf("  note       %s\n", note.c_str());
  if (prediction == nullptr)
    return;
  const double predicted = number(prediction->cycles_per_iteration);
  std::printf("  predicted  %9.3f", predicted);
  if (has_cycles(figure) && figure.cycles > 0)
    std::printf("  (%+.1f %%)", 100 * (predicted / figure.cycles - 1));
  std::printf("  for %s, bound by %s\n", prediction->arch.c_str(), std::string(name_of(prediction->bound_by)).c_str());
  for (const Bound &bound : prediction->bounds)
    std::printf("    %-12s %7.3f  %s\n", std::string(name_of(bound.kind)).c_str(), number(bound.cycles),
                text_of(bound.facts).c_str());
}

bool measure_file(const std::string &file, const KernelTimingOptions &options, LoopTimer &timer) {
  const Expected<std::string> text = assembly_of(file);
  if (!text) {
    complain(text.error());
    return false;
  }
  DecodeOptions decode;
  decode.isa = Isa::x86_64;
  const Expected<DecodedInput> input = decode_assembly(*text, file, decode);
  if (!input) {
    complain(input.error());
    return false;
  }
  if (input->nothing) {
    complain(*input->nothing);
    return false;
  }
  for (const Error &problem : input->problems)
    complain(problem);
  AnalyzeOptions analysis;
  if (!options.arch.empty())
    analysis.archs = {options.arch};
  const Expected<Report> report = analyze(*text, file, analysis);
  if (!report)
    complain(report.error());
  for (const Kernel &loop : input->kernels) {
    const Measurement figure = timer.measure(loop, options.repetition);
    (options.csv ? print_row : print_text)(file, loop, figure, prediction_of(loop, report));
    std::fflush(stdout);
  }
  return static_cast<bool>(report);
}

void declare_kernel_timing(OptionSet &options, KernelTimingOptions &chosen) {
  options.texts = {
      "osaca measure kernel",
      "Measures loops on memory that stays in the first-level cache, beside what is predicted for them: the marked "
      "loops of an assembly file (markers of OSACA, IACA or llvm-mca), else its innermost loops. A C file is "
      "compiled first, with $CC and $CFLAGS (cc -O2 -march=native).",
      "\nThe loop runs with its own end: what registers and memory must hold for that is worked out from its text, or\n"
      "found by trying. Where nothing is found, the status is exit_unknown, and the reason is told. Each path through\n"
      "a loop with branches is measured by itself; a note says which of its jumps got another condition for that."};
  options.option("files", chosen.files, "assembly or C").called("FILE...").required();
  options.option("--arch,-a", chosen.arch, "predict for this core (default: this machine's)").called("A");
  options.flag("--csv", chosen.csv, "file,loop,cycles,spread,status,predicted,deviation,bound_by,note");
  add_repetition(options, chosen.repetition, "a loop");
}

int run_kernel_timing(KernelTimingOptions options) {
  Expected<LoopTimer> timer = LoopTimer::create();
  if (!timer) {
    complain(timer.error());
    return unusable_input;
  }
  LoopTimer ready = *timer;
  if (options.csv)
    std::printf("file,loop,cycles,spread,status,predicted,deviation,bound_by,note\n");
  bool all = true;
  for (const std::string &file : options.files)
    all = measure_file(file, options, ready) && all;
  return all ? success : unusable_input;
}

} // namespace

const driver::Command kernel_command =
    driver::command<KernelTimingOptions, declare_kernel_timing, run_kernel_timing>("kernel", "cycles per iteration of the loops of a file");

} // namespace osaca::measure
