// `osaca blocks --arch A`: reads lines of hexadecimal machine code and writes CSV, one row for every line.
#include "base/format.h"
#include "driver/command_line/lines.h"
#include "driver/command_line/messages.h"
#include "driver/commands/commands.h"
#include "osaca/blocks.h"

#include <cerrno>
#include <cstring>
#include <iostream>

namespace osaca::driver {
namespace {

struct BlocksOptions {
  std::string arch;
};

void declare_blocks(OptionSet &options, BlocksOptions &settings) {
  options.texts = {
      "osaca blocks",
      "Reads basic blocks from standard input, one per line in hexadecimal machine code (as in the BHive suite). "
      "Writes CSV with one row per line, in the same order: hex,cycles,bound_by,status. Each block is analysed as the "
      "body of an endless loop without its branch. All registers initially point to the same address, as in the "
      "harness of BHive. The status is ok, empty, invalid_hex or undecodable. If the cycles are a lower bound, it is "
      "unknown_instruction or in_order (the core executes in program order, and its stalls are not modelled).",
      "\nExamples:\n"
      "  echo 4801d8 | osaca blocks --arch skl                   one block, an addition\n"
      "  osaca blocks --arch zen4 < blocks.hex > predictions.csv many blocks"};
  options
      .option("--arch,-a", settings.arch,
              "the core to predict for, see 'osaca models' (default: the core of this machine)")
      .called("A")
      .trimmed();
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

int run_blocks(BlocksOptions settings) {
  // Never freed: destroying the cache of thousands of instructions just before the process ends would take a tenth of
  // the run.
  static const Expected<BlockAnalyzer> &analyzer = *new Expected<BlockAnalyzer>(BlockAnalyzer::create(settings.arch));
  if (!analyzer) {
    complain(analyzer.error());
    return unusable_input;
  }
  if (settings.arch.empty())
    complain(format_text("note: no core was named (--arch): figures are for {}, the core of this machine",
                         analyzer->arch()));
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  constexpr std::size_t written_at_once_bytes = 16384;
  std::string rows = "hex,cycles,bound_by,status\n";
  std::string line;
  while (std::cout && next_line(std::cin, line)) {
    append_row(rows, line, analyzer->analyze(line));
    if (rows.size() < written_at_once_bytes)
      continue;
    std::cout << rows;
    rows.clear();
  }
  std::cout << rows;
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
