#include "measure/harness/loop_code.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/timed_code.h"

#include <algorithm>
#include <array>
#include <map>

namespace osaca::measure {
namespace {

constexpr int bytes_of_extended = 10;
constexpr const char *place_label = "place_of_instruction_";

bool is_conditional_exit(const Kernel &loop, std::size_t instruction) {
  return loop.instructions[instruction].is_branch && loop.instructions[instruction].is_conditional;
}

std::string place_of(std::size_t instruction) { return format_text("{}{}", place_label, instruction); }
std::string way_out_of(std::size_t jump) { return format_text("way_out_of_{}", jump); }

/// `loop`, jrcxz and similar jumps, which only have forms that reach 127 bytes.
bool reaches_near_places_only(const Instruction &jump) {
  return jump.opcode.starts_with("LOOP") || tests_counter(jump);
}

/// A jump through another one nearby, for code that is not timed.
std::string far_jump_text(const std::string &operation, const std::string &target, std::size_t jump) {
  const std::string hop = format_text("hop_of_{}", jump);
  return format_text("{0}{1}\njmp behind_{1}\n{1}:\njmp {2}\nbehind_{1}:\n", operation, hop, target);
}

/// The text of a jump, which follows the path or leaves the loop.
std::string jump_text(const Kernel &loop, std::size_t jump, const DirectedJumps &directed, bool is_timed) {
  const Instruction &instruction = loop.instructions[jump];
  const auto other = directed.find(jump);
  const std::string operation = (other == directed.end() ? instruction.mnemonic : other->second) + " ";
  const auto to = [&](const std::string &target) {
    return reaches_near_places_only(instruction) && !is_timed ? far_jump_text(operation, target, jump)
                                                              : format_text("{}{}\n", operation, target);
  };
  if (jump + 1 == loop.instructions.size())
    return to(place_of(0));
  if (instruction.is_conditional && !instruction.is_taken)
    return to(way_out_of(jump));
  return format_text("{}jmp {}\n", to(place_of(jump + 1)), way_out_of(jump));
}

/// Numbered labels ("1b") are only valid in their own file.
bool is_numbered_label(std::string_view word) {
  return word.size() >= 2 && (word.back() == 'b' || word.back() == 'f') &&
         word.find_first_not_of("0123456789") == word.size() - 1;
}

/// Replaces each word in the operands of `text` by the result of `renamed`.
template <class Renamed> std::string with_words(std::string_view text, Renamed &&renamed) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.%@";
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_of(letters), text.size());
    const std::size_t end = std::min(text.find_first_not_of(letters, begin), text.size());
    out += text.substr(0, begin);
    out += renamed(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
  return out;
}

constexpr std::string_view numbered_prefix = "numbered_constant_";

/// As in the input, without its comment, and with names for numbered labels.
std::string instruction_text(const Instruction &instruction) {
  return with_words(
      std::string_view(instruction.text).substr(0, instruction.text.find('#')), [](std::string_view word) {
        return (is_numbered_label(word) ? std::string(numbered_prefix) : std::string()) + std::string(word);
      });
}

std::string way_out(std::size_t jump, const std::string &exit_place) {
  const std::string noted = exit_place.empty() ? "" : format_text("movq ${}, {}\n", jump + 1, exit_place);
  return format_text("{}:\n{}jmp behind_the_constants\n", way_out_of(jump), noted);
}

/// The constants that the code addresses by name, with the size of their largest element in bytes.
std::map<std::string, int> named_constants(const Kernel &loop) {
  std::map<std::string, int> names;
  const auto note = [&names](const std::string &name, int width) { names[name] = std::max(names[name], width); };
  for (const Instruction &instruction : loop.instructions) {
    bool has_numbered = false;
    int width = 0;
    (void)with_words(instruction.is_branch ? std::string_view() : std::string_view(instruction.text),
                     [&](std::string_view word) {
                       has_numbered = has_numbered || is_numbered_label(word);
                       return std::string(word);
                     });
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !memory->symbol.empty()) {
        width = memory->width_bytes;
        if (!has_numbered)
          note(memory->symbol, width);
      } else if (const auto *number = std::get_if<ImmediateOperand>(&operand.value);
                 number != nullptr && !has_numbered && instruction.computes_address && !number->symbol.empty())
        note(number->symbol, 0);
    if (has_numbered)
      (void)with_words(instruction.text, [&](std::string_view word) {
        if (is_numbered_label(word))
          note(std::string(numbered_prefix) + std::string(word), width);
        return std::string();
      });
  }
  return names;
}

std::string constants_text(const Kernel &loop) {
  std::string text = format_text(".balign {}\n", timed_code_boundary);
  for (const auto &[name, width] : named_constants(loop)) {
    text += name + ":\n";
    for (int i = 0; i < 8; ++i)
      text += format_text(".quad {}\n", width == bytes_of_extended ? extended_word : float_word);
  }
  return text + "behind_the_constants:\n";
}

/// `at_head`: executed in each lap. `exit_place`: where the number of the exit is stored; empty: nowhere.
std::string text_of(const Kernel &loop, const DirectedJumps &directed, const std::string &at_head,
                    const std::string &exit_place) {
  std::string text;
  for (std::size_t i = 0; i < loop.instructions.size(); ++i) {
    const Instruction &instruction = loop.instructions[i];
    text += format_text("{}:\n{}", place_of(i), i == 0 ? at_head : "");
    text +=
        instruction.is_branch ? jump_text(loop, i, directed, at_head.empty()) : instruction_text(instruction) + "\n";
  }
  text += way_out(loop.instructions.size() - 1, exit_place);
  for (std::size_t i = 0; i + 1 < loop.instructions.size(); ++i)
    if (loop.instructions[i].is_branch)
      text += way_out(i, exit_place);
  return text + constants_text(loop);
}

std::string in_the_state(std::size_t offset) { return std::to_string(state_address + offset); }

/// Counts a lap down, and leaves if none is left. No flag is changed, since the next lap may read them.
std::string lap_text() {
  return format_text("mov %rcx, {0}\nmov {1}, %rcx\njrcxz no_lap_left\n"
                     "lea -1(%rcx), %rcx\nmov %rcx, {1}\nmov {0}, %rcx\njmp lap\n"
                     "no_lap_left:\nmov {0}, %rcx\njmp behind_the_constants\nlap:\n",
                     in_the_state(offsetof(HarnessState, saved_count)),
                     in_the_state(offsetof(HarnessState, laps_left)));
}

std::string counting_text(const Kernel &loop, const DirectedJumps &directed) {
  return text_of(loop, directed, lap_text(), in_the_state(offsetof(HarnessState, exit_number)));
}

/// Writes a CodeStep, with the stack pointer as the pointer to it: no register is free, and none may change.
std::string recorder_text() {
  static_assert(offsetof(CodeStep, flags) + sizeof(std::uint64_t) == sizeof(CodeStep), "pushfq writes the last word");
  constexpr std::array<const char *, general_registers> names = {
      "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
  const std::string saved = in_the_state(offsetof(HarnessState, saved_count));
  const std::string next = in_the_state(offsetof(HarnessState, next_step));
  const auto place = [](std::size_t reg) {
    return format_text("-{}(%rsp)", offsetof(CodeStep, flags) - offsetof(CodeStep, general) - 8 * reg);
  };
  std::string text = format_text("mov %rsp, {}\nmov {}, %rsp\nlea {}(%rsp), %rsp\nmov %rsp, {}\npushfq\n", saved, next,
                                 sizeof(CodeStep), next);
  for (std::size_t reg = 0; reg < names.size(); ++reg)
    if (reg != stack_pointer)
      text += format_text("mov %{}, {}\n", names[reg], place(reg));
  return text + format_text("mov {0}, %rax\nmov %rax, {1}\nmov {2}, %rax\nmov {0}, %rsp\n", saved, place(stack_pointer),
                            place(0));
}

} // namespace

std::vector<std::size_t> inner_exits(const Kernel &loop) {
  std::vector<std::size_t> exits;
  for (std::size_t i = 0; i + 1 < loop.instructions.size(); ++i)
    if (is_conditional_exit(loop, i))
      exits.push_back(i);
  return exits;
}

Kernel ending_with_its_jump(Kernel loop) {
  std::vector<Instruction> &code = loop.instructions;
  if (code.empty() || (code.back().is_branch && loop.way_back == WayBack::at_end))
    return loop;
  for (std::size_t i = code.size(); i-- > 0;)
    if (code[i].is_branch && (!code[i].is_conditional || code[i].is_taken)) {
      std::rotate(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(i) + 1, code.end());
      break;
    }
  return loop;
}

std::string obstacle(const Kernel &loop) {
  const Instruction &last = loop.instructions.back();
  if (!last.is_branch || last.branch_target.empty())
    return "the code does not end with a jump to its beginning";
  if (std::ranges::none_of(loop.instructions,
                           [](const Instruction &one) { return one.is_branch && one.is_conditional; }))
    return "the loop never ends: none of its jumps is conditional";
  for (const Instruction &instruction : loop.instructions) {
    if (instruction.is_call || instruction.is_return)
      return "the loop contains a call or a return";
    if (instruction.is_branch && instruction.branch_target.empty())
      return "the loop contains an indirect jump";
  }
  return "";
}

Expected<LoopCode> assemble_loop(const Kernel &loop, const DirectedJumps &directed) {
  OSACA_TRY(AssembledCode code, assemble(text_of(loop, directed, "", ""), Isa::x86_64));
  OSACA_TRY(AssembledCode counting, assemble(counting_text(loop, directed), Isa::x86_64));
  LoopCode made;
  made.bytes = std::move(code.bytes);
  made.counting = std::move(counting.bytes);
  return made;
}

Expected<std::vector<std::uint8_t>> recording_code(const Kernel &loop) {
  const std::string recorder = recorder_text();
  std::string text = format_text("{}:\n{}", place_of(0), lap_text());
  for (const Instruction &instruction : loop.instructions)
    text += recorder + (instruction.is_branch ? "" : instruction_text(instruction) + "\n");
  text += format_text("jmp {}\n", place_of(0)) + constants_text(loop);
  OSACA_TRY(AssembledCode code, assemble(text, Isa::x86_64));
  return std::move(code.bytes);
}

} // namespace osaca::measure
