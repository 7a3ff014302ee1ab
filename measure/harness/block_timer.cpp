// The block is unrolled to about 500 instructions and to about 1,000. The difference is half of the copies, without
// anything that a pass costs besides.
#include "measure/harness/block_timer.h"

#include "decode/decoder.h"
#include "measure/harness/repeated.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t short_window_instructions = 500;
constexpr std::size_t max_block_instructions = 4000;
constexpr std::uint64_t base_value = 0x2324000;
constexpr std::uint64_t stack_offset = 0x800;
constexpr std::uint64_t frame_offset = 0x7f0;
constexpr std::uint64_t distinct_step = 0x40;

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
  const std::size_t shorter = std::max<std::size_t>(1, (short_window_instructions + instructions / 2) / instructions);
  return {shorter, 2 * shorter};
}

std::vector<std::uint8_t> repeated(const std::vector<std::uint8_t> &block, std::size_t copies) {
  std::vector<std::uint8_t> code;
  for (std::size_t i = 0; i < copies; ++i)
    code.insert(code.end(), block.begin(), block.end());
  return code;
}

TimedTask block_task(const std::vector<std::uint8_t> &block, const Kernel &kernel, const Copies &copies,
                     bool distinct) {
  TimedTask task;
  const GeneralRegisters general = initial_registers(distinct);
  task.short_window = {repeated(block, copies.shorter), general};
  task.long_window = {repeated(block, copies.longer), general};
  task.vectors.fill({{float_word, float_word}});
  task.fill_word = base_value;
  task.changes_memory =
      std::ranges::any_of(kernel.instructions, [](const Instruction &instruction) { return instruction.stores; });
  return task;
}

Measurement failure(Status status, std::string detail = "") { return {status, 0, 0, std::move(detail)}; }

} // namespace

Expected<BlockTimer> BlockTimer::create() {
  Expected<TimedFrames> frames = make_frames(this_processor_has_avx());
  if (!frames)
    return frames.error();
  return BlockTimer(*std::move(frames));
}

Measurement BlockTimer::measure(const std::vector<std::uint8_t> &block, const BlockSettings &settings) {
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
  TimedTask task = block_task(block, *kernel, copies, settings.distinct_registers);
  if (uses_x87(*kernel))
    task.x87_values = values_on_register_stack(*kernel);
  const TimedFrame &frame = frames_.around(uses_x87(*kernel));
  return repeated_measurement(
      frame, task,
      {static_cast<double>(copies.shorter), static_cast<double>(copies.longer), least_cycles_of(kernel->instructions)},
      settings.repetition, core_);
}

} // namespace osaca::measure
