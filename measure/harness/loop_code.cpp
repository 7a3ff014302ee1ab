#include "measure/harness/loop_code.h"

#include "decode/code/assemble.h"
#include "measure/harness/harness_state.h"

#include <set>

namespace osaca::measure {
namespace {

constexpr const char *place_label = "place_of_instruction_";

std::set<std::string> named_constants(const Kernel &loop) {
  std::set<std::string> names;
  for (const Instruction &instruction : loop.instructions)
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !memory->symbol.empty())
        names.insert(memory->symbol);
  return names;
}

std::string noted_exit(std::size_t instruction, const std::string &place) {
  return "movq $" + std::to_string(instruction + 1) + ", " + place + "\njmp behind_the_constants\n";
}

/// `at_head`: carried out in each lap. `exit_place`: where the number of the exit is written; empty: nowhere.
std::string text_of(const Kernel &loop, const std::string &at_head, const std::string &exit_place) {
  std::string text = loop.instructions.back().branch_target + ":\n" + at_head;
  std::size_t number = 0;
  for (const Instruction &instruction : loop.instructions)
    text +=
        place_label + std::to_string(number++) + ":\n" + instruction.text.substr(0, instruction.text.find('#')) + "\n";
  text += exit_place.empty() ? "jmp behind_the_constants\n" : noted_exit(loop.instructions.size() - 1, exit_place);
  std::set<std::string> ways_out;
  for (const std::size_t exit : inner_exits(loop))
    if (const std::string &label = loop.instructions[exit].branch_target; ways_out.insert(label).second)
      text += label + ":\n" + (exit_place.empty() ? "jmp behind_the_constants\n" : noted_exit(exit, exit_place));
  text += ".p2align 6\n";
  for (const std::string &name : named_constants(loop)) {
    text += name + ":\n";
    for (int i = 0; i < 8; ++i)
      text += ".quad " + std::to_string(float_word) + "\n";
  }
  return text + "behind_the_constants:\n";
}

std::string counting_text(const Kernel &loop) {
  const auto at = [](std::size_t offset) { return std::to_string(state_address + offset); };
  const std::string saved = at(offsetof(HarnessState, saved_count));
  const std::string left = at(offsetof(HarnessState, laps_left));
  // No flag is changed: it may be read in the next lap.
  const std::string at_head = "mov %rcx, " + saved + "\nmov " + left + ", %rcx\njrcxz no_lap_left\n" +
                              "lea -1(%rcx), %rcx\nmov %rcx, " + left + "\nmov " + saved + ", %rcx\njmp lap\n" +
                              "no_lap_left:\nmov " + saved + ", %rcx\njmp behind_the_constants\nlap:\n";
  return text_of(loop, at_head, at(offsetof(HarnessState, exit_number)));
}

} // namespace

std::vector<std::size_t> inner_exits(const Kernel &loop) {
  std::vector<std::size_t> exits;
  for (std::size_t i = 0; i + 1 < loop.instructions.size(); ++i)
    if (loop.instructions[i].is_branch && loop.instructions[i].is_conditional)
      exits.push_back(i);
  return exits;
}

std::string obstacle(const Kernel &loop) {
  const Instruction &last = loop.instructions.back();
  if (!last.is_branch || last.branch_target.empty())
    return "it does not end with a jump to its beginning";
  for (std::size_t i = 0; i + 1 < loop.instructions.size(); ++i) {
    const Instruction &instruction = loop.instructions[i];
    if (instruction.is_call || instruction.is_return)
      return "it calls or returns";
    if (!instruction.is_branch)
      continue;
    if (!instruction.is_conditional || instruction.is_taken)
      return "there are several ways through it";
    if (instruction.branch_target.empty() || instruction.branch_target == last.branch_target)
      return "it goes back in its middle";
  }
  return "";
}

std::string loop_text(const Kernel &loop) { return text_of(loop, "", ""); }

Expected<LoopCode> assemble_loop(const Kernel &loop) {
  Expected<AssembledCode> code = assemble(loop_text(loop), Isa::x86_64);
  if (!code)
    return code.error();
  Expected<AssembledCode> counting = assemble(counting_text(loop), Isa::x86_64);
  if (!counting)
    return counting.error();
  LoopCode made;
  for (std::size_t i = 0; i < loop.instructions.size(); ++i)
    made.offsets.push_back(code->labels.at(place_label + std::to_string(i)));
  made.bytes = std::move(code->bytes);
  made.counting = std::move(counting->bytes);
  return made;
}

} // namespace osaca::measure
