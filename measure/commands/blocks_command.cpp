// `osaca measure blocks`: lines of machine code or assembly -> CSV, with one row for every line whatever it contains.
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/file/number_text.h"
#include "measure/harness/code_timer.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "driver/command_line/lines.h"
#include "osaca/blocks.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <iostream>
#include <memory>

namespace osaca::measure {
namespace {

struct BlockTimingOptions {
  std::string arch;
  bool assembly = false;
  BlockSettings block;
};

struct Input {
  Status status = Status::ok;
  std::vector<std::uint8_t> bytes;
  std::string detail;
};

Input read(const std::string &line, bool assembly) {
  if (!assembly) {
    auto bytes = bytes_of_hex(line);
    return bytes ? Input{Status::ok, *bytes, ""} : Input{Status::invalid_hex, {}, bytes.error().message};
  }
  Expected<AssembledCode> code = assemble(line, Isa::x86_64);
  return code ? Input{Status::ok, code->bytes, ""} : Input{Status::unreadable_assembly, {}, code.error().message};
}

std::string prediction(const BlockAnalyzer &analyzer, const std::string &hex, const Measurement &figure) {
  const BlockResult result = analyzer.analyze(hex);
  if (!has_cycles(result.status))
    return ",,";
  const double predicted = std::stod(result.cycles.text(4));
  const bool comparable = (figure.status == Status::ok || figure.status == Status::unstable) && figure.cycles > 0;
  return format_text(",{},{}", decimal(predicted, 4), comparable ? decimal(predicted / figure.cycles - 1, 4) : "");
}

class Writer {
public:
  Writer(const BlockTimingOptions &options, BlockTimer timer, const BlockAnalyzer *analyzer)
      : options_(options), timer_(std::move(timer)), analyzer_(analyzer) {}

  void write_header() const {
    std::cout << "hex,cycles,spread,status" << (analyzer_ == nullptr ? "" : ",predicted,deviation") << "\n";
  }

  void write_row(const std::string &line) {
    const Input input = read(line, options_.assembly);
    const Measurement figure = input.status == Status::ok ? timer_.measure(input.bytes, options_.block)
                                                          : Measurement{input.status, 0, 0, input.detail};
    const bool has_figure = figure.status == Status::ok || figure.status == Status::unstable;
    const std::string hex = input.status == Status::ok && !input.bytes.empty() ? hex_of(input.bytes) : line;
    std::cout << driver::csv_field(hex) << "," << (has_figure ? decimal(figure.cycles, 4) : "") << ","
              << (has_figure ? decimal(figure.spread, 4) : "") << "," << name_of(figure.status)
              << (analyzer_ == nullptr ? "" : prediction(*analyzer_, hex, figure)) << "\n";
  }

private:
  const BlockTimingOptions &options_;
  BlockTimer timer_;
  const BlockAnalyzer *analyzer_;
};

int write_all(Writer writer) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  writer.write_header();
  const ProgressLine progress;
  std::string line;
  for (std::size_t done = 0; std::cout && driver::next_line(std::cin, line); ++done) {
    progress.show(done, "blocks");
    writer.write_row(line);
    std::cout.flush(); // measuring takes long, so rows are shown at once; and a forked process must not inherit
                       // unwritten rows
  }
  if (!std::cout && errno != EPIPE) {
    complain(Error{std::string("cannot be written: ") + std::strerror(errno), {"<stdout>", 0, 0}});
    return unusable_input;
  }
  return success;
}

constexpr const char *block_timing_description =
    "Measures basic blocks. Reads them from standard input, one per line, as hexadecimal machine code (as in the BHive "
    "suite). Executes each block repeatedly, and writes CSV with one row per line, in order: hex,cycles,spread,status. "
    "'cycles' is the number of core cycles per execution in steady state. 'spread' is the difference between runs, "
    "relative to their median.\n"
    "Each block runs in a sandboxed process, on memory allocated for it (docs/measure/README.md).";

constexpr const char *block_timing_footer =
    "\nstatus: ok; unstable (runs differ by more than 3 %); empty, invalid_hex, unreadable_assembly, undecodable,\n"
    "  too_long; privileged, illegal_instruction, fault, too_many_pages, arithmetic, trap, timeout, crashed.\n\n"
    "Examples:\n"
    "  echo 4801d8 | osaca measure blocks --arch zen4                  measure and predict\n"
    "  echo 'add %rbx, %rax; imul %rax, %rcx' | osaca measure blocks --asm";

void declare_block_timing(OptionSet &options, BlockTimingOptions &chosen) {
  options.texts = {"osaca measure blocks", block_timing_description, block_timing_footer};
  options.option("--arch,-a", chosen.arch, "also predict for this core (see 'osaca models')").called("A");
  options.flag("--asm", chosen.assembly, "input lines are AT&T assembly, with instructions separated by ';'");
  options.flag("--distinct-registers", chosen.block.distinct_registers,
               "start with a different value in each register (default: the same address in all)");
  add_repetition(options, chosen.block.repetition, "the time of a block");
}

int run_block_timing(BlockTimingOptions options) {
  const Expected<BlockTimer> timer = BlockTimer::create();
  if (!timer) {
    complain(timer.error());
    return unusable_input;
  }
  std::unique_ptr<const BlockAnalyzer> analyzer;
  if (!options.arch.empty()) {
    const Expected<BlockAnalyzer> made = BlockAnalyzer::create(options.arch);
    if (!made) {
      complain(made.error());
      return unusable_input;
    }
    analyzer = std::make_unique<const BlockAnalyzer>(*made);
  }
  return write_all(Writer(options, *timer, analyzer.get()));
}

} // namespace

const driver::Command blocks_command = driver::command<BlockTimingOptions, declare_block_timing, run_block_timing>(
    "blocks", "cycles of basic blocks from standard input");

} // namespace osaca::measure
