// `osaca measure kernel FILE`: the measured time of a loop next to its prediction, with the bounds of the prediction.
#include "measure/commands/commands.h"
#include "measure/commands/loop_prediction.h"
#include "measure/commands/named_functions.h"
#include "measure/commands/repetition_options.h"
#include "measure/file/number_text.h"
#include "measure/file/source_text.h"
#include "measure/harness/code_timer.h"
#include "measure/harness/machine_memory.h"

#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"
#include "decode/decoder.h"
#include "driver/command_line/lines.h"
#include "driver/command_line/option_set.h"
#include "osaca/analyze.h"
#include "render/words/words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace osaca::measure {
namespace {

struct KernelTimingOptions {
  std::vector<std::string> files;
  driver::Words functions;
  std::string arch;
  bool csv = false;
  std::string format = "text";
  std::string memory;
  std::vector<std::string> data; ///< levels; empty: all data in L1
  RepetitionPolicy repetition;
};

double number(const Cycles &cycles) { return std::strtod(cycles.text(4).c_str(), nullptr); }

bool has_cycles(const Measurement &figure) { return figure.status == Status::ok || figure.status == Status::unstable; }

/// A note for a loop that was not measured exactly as it is written.
std::string note_of(const Measurement &figure) {
  return figure.directed.empty() ? "" : "jumps with another condition: " + figure.directed;
}

/// "path 3 of 8 (je .L240 taken, ja .L241 not taken)"; empty: the loop has only one path.
std::string path_of(const Kernel &loop) {
  if (loop.path.count < 2 && !loop.path.truncated)
    return "";
  const std::string branches = text_of(loop.path.branches);
  return format_text("path {} of {}{}{}", loop.path.number, loop.path.count, loop.path.truncated ? " or more" : "",
                     branches.empty() ? "" : format_text(" ({})", branches));
}

void print_row(const std::string &file, const Kernel &loop, const Measurement &figure, const KernelReport *prediction) {
  const std::string measured = has_cycles(figure) ? decimal(figure.cycles, 4) : "";
  std::printf("%s,%s,%s,%s,%s", driver::csv_field(file).c_str(), driver::csv_field(loop.name).c_str(), measured.c_str(),
              has_cycles(figure) ? decimal(figure.spread, 4).c_str() : "", std::string(name_of(figure.status)).c_str());
  if (prediction == nullptr) {
    std::printf(",,,,%s,%s\n", driver::csv_field(note_of(figure)).c_str(), driver::csv_field(path_of(loop)).c_str());
    return;
  }
  const auto [predicted, bound_by] = in_long_run(*prediction);
  std::printf(",%s,%s,%s,%s,%s\n", decimal(predicted, 4).c_str(),
              has_cycles(figure) && figure.cycles > 0 ? decimal(predicted / figure.cycles - 1, 4).c_str() : "",
              std::string(name_of(bound_by)).c_str(), driver::csv_field(note_of(figure)).c_str(),
              driver::csv_field(path_of(loop)).c_str());
}

void print_text(const std::string &file, const Kernel &loop, const Measurement &figure,
                const KernelReport *prediction) {
  std::printf("%s: loop '%s'%s%s\n", printable(file).c_str(), printable(loop.name).c_str(),
              loop.function.empty() ? "" : " of ", printable(loop.function).c_str());
  if (const std::string path = path_of(loop); !path.empty())
    std::printf("  %s\n", printable(path).c_str());
  if (has_cycles(figure))
    std::printf("  measured   %9.3f cycles per iteration%s\n", figure.cycles,
                figure.status == Status::unstable ? "  (unstable: runs differ; use an idle machine)" : "");
  else
    std::printf("  not measured: %s%s%s\n", std::string(name_of(figure.status)).c_str(),
                figure.detail.empty() ? "" : ": ", printable(figure.detail).c_str());
  if (const std::string note = note_of(figure); !note.empty())
    std::printf("  note       %s\n", printable(note).c_str());
  if (prediction == nullptr)
    return;
  const auto [predicted, bound_by] = in_long_run(*prediction);
  std::printf("  predicted  %9.3f%s", predicted, prediction->complete ? "" : " or more");
  if (has_cycles(figure) && figure.cycles > 0)
    std::printf("  (%+.1f %%)", 100 * (predicted / figure.cycles - 1));
  std::printf("  for %s, bound by %s\n", printable(prediction->arch).c_str(), std::string(name_of(bound_by)).c_str());
  for (const Bound &bound : prediction->bounds)
    std::printf("    %-12s %7.3f  %s\n", std::string(name_of(bound.kind)).c_str(), number(bound.cycles),
                printable(text_of(bound.facts)).c_str());
}

/// At most this much memory is used for a loop's data.
constexpr std::int64_t enough_for_any_level = 1 << 30;
std::int64_t most_data_bytes(const memory::MachineMemory &machine) {
  return std::min(machine.available_bytes / 2, enough_for_any_level);
}

/// The sizes of arrays for each level, from the cache sizes that the system reports.
std::vector<memory::LevelFootprint> footprints(const memory::MachineMemory &machine) {
  std::vector<memory::KnownCache> caches;
  for (const memory::ReportedCache &cache : machine.caches) {
    // A guest sees the whole last-level cache of its host, but its share of the cache is unknown. So its data stay well
    // below that size.
    constexpr std::int64_t surely_a_share = 64;
    const bool is_hosts = machine.is_guest && cache.level > 2 && !caches.empty();
    const std::int64_t usable = is_hosts ? std::min(cache.bytes, surely_a_share * caches.back().bytes) : cache.bytes;
    caches.push_back({format_text("L{}", cache.level), usable, cache.bytes});
  }
  std::vector<memory::LevelFootprint> found = memory::level_footprints(caches, most_data_bytes(machine));
  if (!found.back().shortage.empty() && found.back().bytes == enough_for_any_level)
    found.back().shortage = "four times the largest cache exceeds the limit of 1 GiB";
  return found;
}

const MemoryLevelFigures *predicted_from(const KernelReport *prediction, const std::string &level) {
  if (prediction == nullptr || !prediction->memory)
    return nullptr;
  for (const MemoryLevelFigures &figures : prediction->memory->levels)
    if (figures.name == level)
      return &figures;
  return nullptr;
}

void print_level_row(const Kernel &loop, const std::string &level, const Measurement &figure,
                     const MemoryLevelFigures *prediction) {
  std::printf("%s,%s,%s,%s,%s\n", driver::csv_field(loop.name).c_str(), level.c_str(),
              has_cycles(figure) ? decimal(figure.cycles, 4).c_str() : "",
              prediction != nullptr ? decimal(number(prediction->cycles_per_iteration), 4).c_str() : "",
              std::string(name_of(figure.status)).c_str());
}

void print_level_text(const memory::LevelFootprint &footprint, const Measurement &figure,
                      const MemoryLevelFigures *prediction) {
  std::printf("  %-4s %10.0f KiB ", footprint.level.c_str(), static_cast<double>(footprint.bytes) / 1024);
  if (has_cycles(figure))
    std::printf("measured %9.3f%s", figure.cycles, figure.status == Status::unstable ? " (unstable)" : "");
  else
    std::printf("not measured: %s%s%s", std::string(name_of(figure.status)).c_str(), figure.detail.empty() ? "" : ": ",
                figure.detail.c_str());
  if (prediction != nullptr) {
    const double predicted = number(prediction->cycles_per_iteration);
    std::printf("  predicted %9.3f", predicted);
    if (prediction->most_cycles)
      std::printf(" to %.3f", number(*prediction->most_cycles));
    else if (has_cycles(figure) && figure.cycles > 0)
      std::printf("  (%+.1f %%)", 100 * (predicted / figure.cycles - 1));
  }
  std::printf("%s%s\n", footprint.shortage.empty() ? "" : "  ", footprint.shortage.c_str());
}

/// The number of streams with registers of their own that the analysis treats as rows of one array.
int rows_in(const KernelReport *prediction) {
  int rows = 0;
  if (prediction != nullptr && prediction->memory)
    for (const LayerCondition &condition : prediction->memory->layer_conditions)
      if (!condition.row_bytes)
        rows = std::max(rows, condition.rows);
  return rows;
}

/// "l2" means L2.
bool is_same_level(const std::string &reported, const std::string &level) {
  return std::ranges::equal(reported, level,
                            [](unsigned char a, unsigned char b) { return std::toupper(a) == std::toupper(b); });
}

/// The requested levels that the system reports; prints a message for each of the others.
std::vector<memory::LevelFootprint> footprints_of(const driver::Words &levels,
                                                  const std::vector<memory::LevelFootprint> &all) {
  std::vector<memory::LevelFootprint> found;
  driver::Words reported;
  for (const memory::LevelFootprint &one : all)
    reported.push_back(one.level);
  for (const std::string &level : levels)
    if (const auto known =
            std::ranges::find_if(reported, [&](const std::string &one) { return is_same_level(one, level); });
        known != reported.end())
      found.push_back(all[static_cast<std::size_t>(known - reported.begin())]);
    else
      complain(format_text("--data: this system does not report a level {}, only {}", driver::in_quotes(level),
                           joined(reported, ", ", " and ")));
  return found;
}

/// Measures each loop with its arrays in each of the requested levels. False: one of the levels does not exist.
bool measure_levels(const std::vector<Kernel> &loops, const Expected<Report> &report,
                    const KernelTimingOptions &options, LoopTimer &timer) {
  const memory::MachineMemory machine = memory::machine_memory();
  const std::vector<memory::LevelFootprint> all = footprints(machine);
  const std::vector<memory::LevelFootprint> wanted_levels = footprints_of(options.data, all);
  if (wanted_levels.empty())
    return false;
  for (const Kernel &loop : loops) {
    const KernelReport *prediction = prediction_of(loop, report);
    if (!options.csv)
      std::printf("loop '%s'%s%s: cycles per iteration with its data in each level\n", printable(loop.name).c_str(),
                  loop.function.empty() ? "" : " of ", printable(loop.function).c_str());
    for (const memory::LevelFootprint &footprint : wanted_levels) {
      const WantedData wanted = {footprint.bytes, machine.available_bytes / 2, footprint.level == all.front().level,
                                 rows_in(prediction)};
      const Measurement figure = timer.measure_over(loop, wanted, options.repetition);
      if (options.csv)
        print_level_row(loop, footprint.level, figure, predicted_from(prediction, footprint.level));
      else
        print_level_text(footprint, figure, predicted_from(prediction, footprint.level));
      std::fflush(stdout);
    }
  }
  return wanted_levels.size() == options.data.size();
}

bool measure_file(const std::string &file, const KernelTimingOptions &options, NamedFunctions &functions,
                  LoopTimer &timer) {
  const Expected<std::string> text = assembly_of(file);
  if (!text) {
    complain(text.error());
    return false;
  }
  DecodeOptions decode;
  decode.isa = Isa::x86_64;
  decode.regions.functions = functions.names();
  const Expected<DecodedInput> input = decode_assembly(*text, file, decode);
  if (!input) {
    complain(input.error());
    return false;
  }
  functions.add(file, *input);
  if (input->nothing) {
    const bool is_elsewhere_perhaps = !functions.names().empty(); // unknown names are reported after the last file
    if (!is_elsewhere_perhaps)
      complain(*input->nothing);
    return is_elsewhere_perhaps;
  }
  for (const Error &problem : input->problems)
    complain(problem);
  AnalyzeOptions analysis;
  if (!options.arch.empty())
    analysis.archs = {options.arch};
  analysis.memory_file = options.memory;
  analysis.functions = functions.found_in(*input);
  analysis.code_boundary = timed_code_boundary;
  const Expected<Report> report = analyze(*text, file, analysis);
  if (!report)
    complain(report.error());
  if (!options.data.empty()) {
    const bool has_all_levels = measure_levels(input->kernels, report, options, timer);
    return has_all_levels && report;
  }
  for (const Kernel &loop : input->kernels) {
    const Measurement figure = timer.measure(loop, options.repetition);
    (options.csv ? print_row : print_text)(file, loop, figure, prediction_of(loop, report));
    std::fflush(stdout);
  }
  return static_cast<bool>(report);
}

void declare_kernel_timing(OptionSet &options, KernelTimingOptions &chosen) {
  options.texts = {"osaca measure kernel",
                   "Measures loops with their data in the first-level cache, and compares them with the prediction. In "
                   "an assembly file, these are the loops between markers of OSACA, IACA or llvm-mca, or else all "
                   "innermost loops. C files are compiled first with $CC and $CFLAGS (default: cc -O2 -march=native), "
                   "C++ files with $CXX and $CXXFLAGS (default: c++).",
                   "\nThe loop leaves by its own condition. The start values for this are derived from its code, or "
                   "found by trial runs.\n"
                   "If none are found, the status is exit_unknown, with the reason. Each path through a loop with "
                   "branches is measured\n"
                   "separately. A note names the jumps that were given another condition for this.\n\n"
                   "Examples:\n"
                   "  osaca measure kernel loops.s\n"
                   "  osaca measure kernel --function 'solve*' sim.cpp      the loops of some functions\n"
                   "  osaca measure kernel --data L1,L2 --format csv stream.c"};
  options.option("files", chosen.files, "assembly, C or C++ files").called("FILE...").required();
  driver::add_function_option(options, chosen.functions);
  options.option("--arch,-a", chosen.arch, "predict for this core (default: this machine's)").called("A");
  options.flag("--csv", chosen.csv,
               "write CSV with these columns: file,loop,cycles,spread,status,predicted,deviation,bound_by,note,path");
  options
      .list("--data", chosen.data,
            "measure the loop with its data in each of these levels: L1, L2, L3, MEM (docs/measure/memory.md)")
      .called("LEVEL,...");
  options
      .option("--memory", chosen.memory,
              "with --data: predict with this description of the memory, written by 'osaca measure memory --overlay'")
      .called("FILE")
      .checked_by(driver::names_a_file);
  options
      .option("--format", chosen.format,
              "output format; with --data, the CSV columns are kernel,level,measured_cycles,predicted_cycles,status")
      .one_of({"text", "csv"});
  add_repetition(options, chosen.repetition, "the time of a loop");
}

int run_kernel_timing(KernelTimingOptions options) {
  Expected<driver::Words> names = driver::parse_functions(options.functions);
  if (!names) {
    complain(names.error());
    return unusable_input;
  }
  NamedFunctions functions(*std::move(names));
  Expected<LoopTimer> timer = LoopTimer::create(known_additions_per_cycle());
  if (!timer) {
    complain(timer.error());
    return unusable_input;
  }
  LoopTimer ready = *timer;
  options.csv = options.csv || options.format == "csv";
  if (options.csv && !options.data.empty())
    std::printf("kernel,level,measured_cycles,predicted_cycles,status\n");
  else if (options.csv)
    std::printf("file,loop,cycles,spread,status,predicted,deviation,bound_by,note,path\n");
  bool all = true;
  for (const std::string &file : options.files)
    all = measure_file(file, options, functions, ready) && all;
  if (!functions.names().empty())
    for (const Error &problem : functions.problems()) {
      complain(problem);
      all = false;
    }
  return all ? success : unusable_input;
}

} // namespace

const driver::Command kernel_command = driver::command<KernelTimingOptions, declare_kernel_timing, run_kernel_timing>(
    "kernel", "cycles per iteration of the loops of a file");

} // namespace osaca::measure
