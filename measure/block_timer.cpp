// The block is unrolled to about 1,000 instructions. A short window enters this code in its middle, a long one at its
// beginning; the difference is half of the copies, without anything that a pass costs besides.
#include "measure/block_timer.h"

#include "decode/decoder.h"
#include "measure/instruction_screen.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t short_instructions = 500;
constexpr std::size_t max_block_instructions = 4000;
constexpr std::uint64_t base_value = 0x2324000;
constexpr std::uint64_t stack_offset = 0x800;
constexpr std::uint64_t frame_offset = 0x7f0;
constexpr std::uint64_t distinct_step = 0x40;
constexpr std::uint64_t float_word = 0x3ff000003ff00000; // 1.0 and a bit as a double, 1.875 as a float
constexpr std::size_t stack_pointer = 4;
constexpr std::size_t frame_pointer = 5;
constexpr double stable_spread = 0.03;
constexpr int extra_runs_factor = 2; // of the wanted ones, if they disagree

GeneralRegisters initial_registers(bool distinct) {
  GeneralRegisters made{};
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = base_value + (distinct ? i * distinct_step : 0);
  made[stack_pointer] = base_value + stack_offset;
  made[frame_pointer] = base_value + frame_offset;
  return made;
}

struct Copies {
  std::size_t shorter = 1;
  std::size_t longer = 2;
};

Copies copies_of(std::size_t instructions) {
  const std::size_t shorter = std::max<std::size_t>(1, (short_instructions + instructions / 2) / instructions);
  return {shorter, 2 * shorter};
}

TimedTask task_for(const std::vector<std::uint8_t> &block, const Kernel &kernel, const Copies &copies, bool distinct) {
  TimedTask task;
  for (std::size_t i = 0; i < copies.longer; ++i)
    task.code.insert(task.code.end(), block.begin(), block.end());
  const GeneralRegisters general = initial_registers(distinct);
  task.long_window = {0, general};
  task.short_window = {(copies.longer - copies.shorter) * block.size(), general};
  task.vectors.fill({{float_word, float_word}});
  task.fill_word = base_value;
  task.changes_memory = std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                                    [](const Instruction &instruction) { return instruction.stores; });
  return task;
}

BlockFigure failure(Status status, std::string detail = "") { return {status, 0, 0, std::move(detail)}; }

} // namespace

Expected<BlockTimer> BlockTimer::create() {
  const bool has_avx = this_processor_has_avx();
  Expected<TimedFrame> plain = make_frame({has_avx, false});
  if (!plain)
    return plain.error();
  Expected<TimedFrame> x87 = make_frame({has_avx, true});
  if (!x87)
    return x87.error();
  return BlockTimer(*plain, *x87);
}

BlockFigure BlockTimer::measure(const std::vector<std::uint8_t> &block, const BlockSettings &settings) const {
  if (block.empty())
    return failure(Status::empty);
  const Expected<Kernel> kernel = decode_block(block, Isa::x86_64, {});
  if (!kernel)
    return failure(Status::undecodable, kernel.error().message);
  if (kernel->instructions.size() > max_block_instructions)
    return failure(Status::too_long);
  if (talks_to_the_system(*kernel))
    return failure(Status::privileged);

  const Copies copies = copies_of(kernel->instructions.size());
  const TimedTask task = task_for(block, *kernel, copies, settings.distinct_registers);
  const TimedFrame &frame = uses_x87(*kernel) ? x87_ : plain_;
  std::vector<double> figures;
  for (int run = 0; run < settings.runs * extra_runs_factor; ++run) {
    if (run >= settings.runs && relative_spread(figures) <= stable_spread)
      break;
    const TimedRun timed = run_timed(frame, task);
    if (timed.status != Status::ok)
      return failure(timed.status, timed.detail);
    const auto passes = static_cast<double>(timed.passes);
    figures.push_back(typical_cycles(timed.samples, {static_cast<double>(calibration_cycles),
                                                     passes * static_cast<double>(copies.shorter),
                                                     passes * static_cast<double>(copies.longer)}));
  }
  const double spread = relative_spread(figures);
  return {spread <= stable_spread ? Status::ok : Status::unstable, median(figures), spread, ""};
}

} // namespace osaca::measure
