// `osaca blocks --arch A`: reads lines of hexadecimal machine code and writes CSV, one row for every line.
#include "base/format.h"
#include "base/parallel.h"
#include "driver/command_line/lines.h"
#include "driver/command_line/messages.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/commands.h"
#include "osaca/blocks.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace osaca::driver {
namespace {

struct BlocksOptions {
  std::string file = "-";
  std::string arch;
  BlockOptions how;
  int jobs = 0; ///< 0: one per CPU
};

void declare_blocks(OptionSet &options, BlocksOptions &settings) {
  options.texts = {
      "osaca blocks",
      "Reads basic blocks, one per line in hexadecimal machine code (as in the BHive suite). "
      "Writes CSV with one row per line, in the same order: hex,cycles,bound_by,status. Each block is analysed as the "
      "body of an endless loop without its branch. All registers initially point to the same address, as in the "
      "harness of BHive. The status is ok, empty, invalid_hex or undecodable. If the cycles are a lower bound, it is "
      "unknown_instruction or in_order (the core executes in program order, and the model does not describe its "
      "stalls).",
      "\nExamples:\n"
      "  echo 4801d8 | osaca blocks --arch skl                   one block, an addition\n"
      "  osaca blocks --arch zen4 blocks.hex > predictions.csv   many blocks"};
  options.option("file", settings.file, "the blocks; '-' is standard input (default)").called("FILE");
  options
      .option("--arch,-a", settings.arch,
              "the core to predict for, see 'osaca models' (default: the core of this machine)")
      .called("A")
      .trimmed();
  options.flag("--simulate", settings.how.simulate,
               "also simulate the schedulers: more exact, and several times slower");
  options.option("-j,--jobs", settings.jobs, "number of threads (default: one per CPU); it does not affect the rows")
      .called("N")
      .within(1, 1024);
}

void append_row(std::string &rows, const std::string &line, const BlockResult &result) {
  const bool has_figure = has_cycles(result.status);
  rows += csv_field(line);
  rows += ',';
  if (has_figure)
    rows += result.cycles.text(4);
  rows += ',';
  if (has_figure)
    rows += name_of(result.bound_by);
  rows += ',';
  rows += name_of(result.status);
  rows += '\n';
}

// Lines are read, analysed and written in batches. Each thread takes one chunk of a batch after the other.
constexpr std::size_t chunk_lines = 16;   ///< few, so that all threads end at nearly the same time
constexpr std::size_t thread_lines = 128; ///< their analysis takes longer than starting a thread
constexpr std::size_t most_batch_lines = 8192;
constexpr std::size_t most_batch_bytes = 1 << 20;

std::vector<std::string> next_batch(std::istream &input) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t bytes = 0; lines.size() < most_batch_lines && bytes < most_batch_bytes && next_line(input, line);) {
    bytes += line.size();
    lines.push_back(line);
  }
  return lines;
}

/// One analyzer per thread, because each has a cache. Each thread makes its own when it has work for the first time.
class Analyzers {
public:
  /// `settings`: what `first` was made with.
  Analyzers(BlocksOptions settings, BlockAnalyzer first)
      : settings_(std::move(settings)), all_{std::move(first)},
        most_(static_cast<std::size_t>(settings_.jobs > 0 ? settings_.jobs : default_jobs())) {}

  /// The rows of all lines, in their order.
  [[nodiscard]] std::string rows_of(const std::vector<std::string> &lines) {
    std::vector<std::string> rows((lines.size() + chunk_lines - 1) / chunk_lines);
    const auto fill = [&](const BlockAnalyzer &analyzer, std::size_t chunk) {
      const std::size_t end = std::min(lines.size(), (chunk + 1) * chunk_lines);
      for (std::size_t line = chunk * chunk_lines; line < end; ++line)
        append_row(rows[chunk], lines[line], analyzer.analyze(lines[line]));
    };
    const std::size_t workers = std::min(most_, (lines.size() + thread_lines - 1) / thread_lines);
    all_.resize(std::max(all_.size(), workers));
    for_each_index(static_cast<int>(workers), rows.size(), [&](int worker, std::size_t chunk) {
      if (const BlockAnalyzer *own = of(static_cast<std::size_t>(worker)))
        fill(*own, chunk);
    });
    std::size_t bytes = 0;
    for (std::size_t chunk = 0; chunk < rows.size(); ++chunk) {
      if (rows[chunk].empty()) // its thread has no analyzer
        fill(*all_.front(), chunk);
      bytes += rows[chunk].size();
    }
    std::string joined;
    joined.reserve(bytes);
    for (const std::string &some : rows)
      joined += some;
    return joined;
  }

private:
  /// Null: it cannot be made.
  [[nodiscard]] const BlockAnalyzer *of(std::size_t worker) {
    std::optional<BlockAnalyzer> &own = all_[worker];
    if (!own)
      if (Expected<BlockAnalyzer> made = BlockAnalyzer::create(settings_.arch, settings_.how))
        own = std::move(*made);
    return own ? &*own : nullptr;
  }

  BlocksOptions settings_;
  std::vector<std::optional<BlockAnalyzer>> all_; ///< by thread
  std::size_t most_;
};

/// The costs of instructions are kept, and everything else is freed after each block. By default, glibc would return
/// these small pieces of memory to the system and request them again all the time.
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kept_bytes = 1 << 20;
  mallopt(M_TOP_PAD, kept_bytes);
  mallopt(M_TRIM_THRESHOLD, 2 * kept_bytes);
#endif
}

int run_blocks(BlocksOptions settings) {
  keep_freed_memory();
  std::ifstream file;
  if (settings.file != "-") {
    std::error_code failed;
    if (std::filesystem::is_directory(settings.file, failed))
      errno = EISDIR;
    else
      file.open(settings.file, std::ios::binary);
    if (!file.is_open()) {
      complain(Error{std::string("cannot be read: ") + std::strerror(errno), {settings.file, 0, 0}});
      return unusable_input;
    }
  }
  Expected<BlockAnalyzer> first = BlockAnalyzer::create(settings.arch, settings.how);
  if (!first) {
    complain(first.error());
    return unusable_input;
  }
  if (settings.arch.empty())
    complain(
        format_text("note: no core was named (--arch): figures are for {}, the core of this machine", first->arch()));
  // Never freed: destroying the caches of thousands of instructions just before the process ends would take a tenth of
  // the run.
  static Analyzers &analyzers = *new Analyzers(settings, std::move(*first));
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::istream &input = file.is_open() ? file : std::cin;
  std::cout << "hex,cycles,bound_by,status\n";
  for (std::vector<std::string> lines = next_batch(input); std::cout && !lines.empty(); lines = next_batch(input))
    std::cout << analyzers.rows_of(lines);
  std::cout.flush();
  if (!std::cout && errno != EPIPE) {
    complain(Error{std::string("cannot be written: ") + std::strerror(errno), {"<stdout>", 0, 0}});
    return unusable_input;
  }
  return success;
}

} // namespace

const Command blocks_command = command<BlocksOptions, declare_blocks, run_blocks>(
    "blocks", "predict the cycles of basic blocks in hexadecimal, as CSV");

} // namespace osaca::driver
