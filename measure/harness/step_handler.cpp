// Runs the code under measurement in single steps: the processor's trap flag calls the handler after each instruction.
#include "measure/harness/measuring_child.h"

#include <ucontext.h>

namespace osaca::measure {
namespace {

constexpr greg_t trap_flag = 0x100;

void add_step(StepTrace &trace, std::uint64_t offset, const gregset_t &registers) {
  constexpr std::array<int, general_registers> order = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                                        REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                        REG_R12, REG_R13, REG_R14, REG_R15};
  if (trace.count >= trace.limit || trace.count >= max_steps)
    end_child(Status::ok, 0); // no more steps are wanted
  SingleStep &step = trace.steps[trace.count++];
  step.offset = offset;
  for (std::size_t i = 0; i < order.size(); ++i)
    step.general[i] = static_cast<std::uint64_t>(registers[order[i]]);
  step.flags = static_cast<std::uint64_t>(registers[REG_EFL]);
}

const Detour *detour_from(const StepRecorder &steps, std::uint64_t offset) {
  for (std::size_t i = 0; i < steps.detour_count; ++i)
    if (steps.detours[i].from == offset)
      return &steps.detours[i];
  return nullptr;
}

} // namespace

void on_step(HandlerContext &context, void *machine) {
  StepRecorder &steps = *context.steps;
  gregset_t &registers = static_cast<ucontext_t *>(machine)->uc_mcontext.gregs;
  if (steps.is_over) {
    registers[REG_EFL] &= ~trap_flag;
    return;
  }
  const auto where = static_cast<std::uint64_t>(registers[REG_RIP]);
  const bool is_inside = where >= steps.code_begin && where < steps.code_end;
  if (is_inside) {
    std::uint64_t offset = where - steps.code_begin;
    add_step(*steps.trace, offset, registers);
    // The target of a detour is executed next, without a trap before it.
    while (const Detour *detour = detour_from(steps, offset)) {
      offset = detour->to;
      add_step(*steps.trace, offset, registers);
    }
    registers[REG_RIP] = static_cast<greg_t>(steps.code_begin + offset);
  } else if (steps.is_inside) {
    add_step(*steps.trace, end_of_pass, registers);
  }
  steps.is_inside = is_inside;
  registers[REG_EFL] |= trap_flag;
}

} // namespace osaca::measure
