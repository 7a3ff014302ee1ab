// The loop begins at a multiple of 64 bytes, as compilers align loops that matter. Two windows run it for N and for 2N
// iterations; what a pass costs besides, the misprediction at the loop's end among it, goes away in the difference.
#include "measure/harness/loop_timer.h"

#include "decode/code/assemble.h"
#include "measure/isa/instruction_screen.h"
#include "measure/harness/loop_setup.h"

#include <set>

namespace osaca::measure {
namespace {

constexpr std::size_t loop_pages = 64;

std::set<std::string> named_constants(const Kernel &loop) {
  std::set<std::string> names;
  for (const Instruction &instruction : loop.instructions)
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !memory->symbol.empty())
        names.insert(memory->symbol);
  return names;
}

} // namespace

std::string loop_text(const Kernel &loop) {
  std::string text = loop.instructions.back().branch_target + ":\n";
  for (const Instruction &instruction : loop.instructions)
    text += instruction.text.substr(0, instruction.text.find('#')) + "\n";
  text += "jmp behind_the_constants\n.p2align 6\n";
  for (const std::string &name : named_constants(loop)) {
    text += name + ":\n";
    for (int i = 0; i < 8; ++i)
      text += ".quad " + std::to_string(float_word) + "\n";
  }
  return text + "behind_the_constants:\n";
}

Expected<LoopTimer> LoopTimer::create() {
  const FrameOptions options{this_processor_has_avx(), false, this_processor_has_avx512()};
  Expected<TimedFrame> plain = make_frame(options);
  if (!plain)
    return plain.error();
  Expected<TimedFrame> x87 = make_frame({options.has_avx, true, options.has_avx512});
  if (!x87)
    return x87.error();
  return LoopTimer({*std::move(plain), *std::move(x87)});
}

Measurement LoopTimer::measure(const Kernel &loop, const Repetition &repetition) {
  if (loop.instructions.empty())
    return {Status::empty, 0, 0, ""};
  if (talks_to_the_system(loop))
    return {Status::privileged, 0, 0, ""};
  const Expected<LoopSetup> setup = set_up_loop(loop);
  if (!setup)
    return {Status::exit_unknown, 0, 0, setup.error().message};
  const Expected<AssembledCode> code = assemble(loop_text(loop), Isa::x86_64);
  if (!code)
    return {Status::unreadable_assembly, 0, 0, code.error().message};

  TimedTask task;
  task.short_window = {code->bytes, setup->shorter_start};
  task.long_window = {code->bytes, setup->longer_start};
  task.vectors = setup->vectors;
  task.fill_word = setup->fill_word;
  task.planted = setup->planted;
  task.changes_memory = false;
  task.max_pages = loop_pages;
  task.iterations = {static_cast<std::uint64_t>(setup->shorter_iterations),
                     static_cast<std::uint64_t>(setup->longer_iterations)};
  return repeated_measurement(frames_.around(uses_x87(loop)), task,
                              {static_cast<double>(setup->shorter_iterations),
                               static_cast<double>(setup->longer_iterations),
                               least_cycles_of(loop.instructions.size())},
                              repetition, core_);
}

} // namespace osaca::measure
