#include "measure/harness/loop_code.h"

#include "decode/code/assemble.h"
#include "measure/harness/harness_state.h"

#include <set>

namespace osaca::measure {
namespace {

constexpr const char *place_label = "place_of_instruction_";
constexpr const char *end_label = "behind_the_loop";

std::set<std::string> named_constants(const Kernel &loop) {
  std::set<std::string> names;
  for (const Instruction &instruction : loop.instructions)
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !memory->symbol.empty())
        names.insert(memory->symbol);
  return names;
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

std::string loop_text(const Kernel &loop) {
  std::string text = loop.instructions.back().branch_target + ":\n";
  std::size_t number = 0;
  for (const Instruction &instruction : loop.instructions)
    text += place_label + std::to_string(number++) + ":\n" + instruction.text.substr(0, instruction.text.find('#')) + "\n";
  text += std::string(end_label) + ":\njmp behind_the_constants\n.p2align 6\n";
  for (const std::string &name : named_constants(loop)) {
    text += name + ":\n";
    for (int i = 0; i < 8; ++i)
      text += ".quad " + std::to_string(float_word) + "\n";
  }
  std::set<std::string> ways_out;
  for (const std::size_t exit : inner_exits(loop))
    ways_out.insert(loop.instructions[exit].branch_target);
  for (const std::string &label : ways_out)
    text += label + ":\n";
  return text + "behind_the_constants:\n";
}

Expected<LoopCode> assemble_loop(const Kernel &loop) {
  Expected<AssembledCode> code = assemble(loop_text(loop), Isa::x86_64);
  if (!code)
    return code.error();
  LoopCode made;
  for (std::size_t i = 0; i < loop.instructions.size(); ++i)
    made.offsets.push_back(code->labels.at(place_label + std::to_string(i)));
  made.end = code->labels.at(end_label);
  made.bytes = std::move(code->bytes);
  return made;
}

} // namespace osaca::measure
