#include "instruction_text.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace osaca::accuracy {
namespace {

using Kind = OperandText::Kind;
using Names = std::initializer_list<std::string_view>;

bool begins_with_any(std::string_view text, Names beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view name) { return text.starts_with(name); });
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

std::optional<long> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative)
    text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal)
    text.remove_prefix(2);
  long value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (status != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return negative ? -value : value;
}

/// Parts between commas that are in no parentheses.
std::vector<std::string_view> split_outside_parentheses(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    } else {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    }
  }
  return parts;
}

std::string register_name(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('%'))
    text.remove_prefix(1);
  return lower(text.substr(0, text.find_first_of(" \t{")));
}

MemoryText read_memory(std::string_view text, std::size_t open) {
  MemoryText memory;
  memory.displacement = lower(trimmed(text.substr(0, open)));
  memory.displacement_bytes = memory.displacement.empty() ? 0 : whole_number(memory.displacement);
  const std::size_t close = std::min(text.find(')', open), text.size());
  const auto parts = split_outside_parentheses(text.substr(open + 1, close - open - 1));
  memory.base = register_name(parts[0]);
  memory.index = parts.size() > 1 ? register_name(parts[1]) : "";
  if (parts.size() > 2)
    memory.scale = static_cast<int>(std::clamp(whole_number(parts[2]).value_or(1), 1L, 8L));
  return memory;
}

OperandText read_operand(std::string_view text) {
  if (text.starts_with('*')) // the target of an indirect branch
    text.remove_prefix(1);
  if (text.starts_with('$'))
    return {Kind::immediate, std::string(text), {}};
  // "{%k1}" and "{z}" may follow, and "%fs:8(%rax)" begins like a register.
  if (const std::size_t open = text.find('('); open != std::string_view::npos)
    return {Kind::memory, std::string(text), read_memory(text, open)};
  if (text.starts_with('%') && text.find(':') == std::string_view::npos)
    return {Kind::register_, register_name(text), {}};
  if (text.starts_with('%') || whole_number(text))
    return {Kind::memory, std::string(text), {{}, {}, 1, std::string(text), whole_number(text)}};
  return {Kind::other, std::string(text), {}};
}

bool is_prefix(std::string_view word) {
  constexpr std::array prefixes{"lock",  "rep",    "repe",    "repz",     "repne",
                                "repnz", "data16", "notrack", "xacquire", "xrelease"};
  return std::ranges::find(prefixes, word) != prefixes.end();
}

/// Names an address without going there.
bool only_addresses(std::string_view mnemonic) {
  return begins_with_any(mnemonic, {"lea", "nop", "prefetch", "clflush", "clwb", "inv"}) && mnemonic != "leave";
}

/// What stands last is read, not written.
bool reads_last(std::string_view mnemonic, std::size_t operand_count) {
  if (mnemonic.starts_with("cmpxchg"))
    return false;
  if (operand_count == 1 && begins_with_any(mnemonic, {"mul", "imul", "div", "idiv", "fld", "fadd", "fmul", "fsub",
                                                       "fdiv", "fild", "ldmxcsr", "vldmxcsr", "call", "jmp"}))
    return true;
  return mnemonic == "bt" || mnemonic == "btw" || mnemonic == "btl" || mnemonic == "btq" ||
         begins_with_any(mnemonic, {"cmp", "test", "push", "ucomis", "comis", "vucomis", "vcomis"});
}

/// What stands last is written without having been read.
bool only_writes_last(std::string_view mnemonic) {
  return begins_with_any(mnemonic, {"mov",       "vmov",      "kmov",     "set",       "pop",        "st",
                                    "vst",       "vextract",  "extract",  "pextr",     "vpextr",     "vcvtps2ph",
                                    "vpmov",     "vpscatter", "vscatter", "vcompress", "vpcompress", "vmaskmov",
                                    "vpmaskmov", "fst",       "fist",     "fnst"});
}

constexpr std::array<std::array<std::string_view, 5>, 8> old_registers{{{"rax", "eax", "ax", "al", "ah"},
                                                                        {"rbx", "ebx", "bx", "bl", "bh"},
                                                                        {"rcx", "ecx", "cx", "cl", "ch"},
                                                                        {"rdx", "edx", "dx", "dl", "dh"},
                                                                        {"rsi", "esi", "si", "sil", ""},
                                                                        {"rdi", "edi", "di", "dil", ""},
                                                                        {"rbp", "ebp", "bp", "bpl", ""},
                                                                        {"rsp", "esp", "sp", "spl", ""}}};

bool is_numbered_register(std::string_view name) {
  return name.size() >= 2 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9';
}

} // namespace

InstructionText read_instruction(std::string_view text) {
  InstructionText instruction;
  std::string_view rest = trimmed(text.substr(0, text.find('#')));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string word = lower(rest.substr(0, end));
    rest = trimmed(rest.substr(end));
    if (!is_prefix(word) && !word.starts_with('{')) {
      instruction.mnemonic = word;
      break;
    }
    instruction.prefixes.push_back(word);
  }
  instruction.masked = rest.find("{%k") != std::string_view::npos;
  if (!rest.empty())
    for (const std::string_view part : split_outside_parentheses(rest))
      instruction.operands.push_back(read_operand(part));
  return instruction;
}

const OperandText *InstructionText::memory_operand() const {
  const auto found =
      std::ranges::find_if(operands, [](const OperandText &operand) { return operand.kind == Kind::memory; });
  return found == operands.end() ? nullptr : &*found;
}

bool InstructionText::has_register(std::string_view beginning) const {
  return std::ranges::any_of(operands, [&](const OperandText &operand) {
    return operand.kind == Kind::register_ && operand.text.starts_with(beginning);
  });
}

bool InstructionText::reads_memory() const {
  if (memory_operand() == nullptr || only_addresses(mnemonic))
    return false;
  if (operands.back().kind != Kind::memory)
    return true;
  return reads_last(mnemonic, operands.size()) || !only_writes_last(mnemonic);
}

bool InstructionText::writes_memory() const {
  if (memory_operand() == nullptr || only_addresses(mnemonic))
    return false;
  if (mnemonic.starts_with("xchg") || mnemonic.starts_with("xadd"))
    return true;
  return operands.back().kind == Kind::memory && !reads_last(mnemonic, operands.size());
}

bool InstructionText::is_move() const {
  return begins_with_any(mnemonic,
                         {"mov", "vmov", "kmov", "lddqu", "vlddqu", "vbroadcast", "vpbroadcast", "pop", "push"});
}

int InstructionText::access_bytes() const {
  if (memory_operand() == nullptr || mnemonic.empty())
    return 0;
  const bool vector = has_register("xmm") || has_register("ymm") || has_register("zmm");
  if (vector && (mnemonic.ends_with("ss") || mnemonic.ends_with("vmovd") || mnemonic == "movd"))
    return 4;
  if (vector && (mnemonic.ends_with("sd") || mnemonic == "movq" || mnemonic == "vmovq" || mnemonic == "vmovddup"))
    return 8;
  if (begins_with_any(mnemonic, {"movzb", "movsb"}))
    return 1;
  if (begins_with_any(mnemonic, {"movzw", "movsw"}))
    return 2;
  if (mnemonic == "movslq")
    return 4;
  int widest = 0;
  for (const OperandText &operand : operands)
    if (operand.kind == Kind::register_)
      widest = std::max(widest, register_bytes(operand.text));
  if (widest > 0)
    return widest;
  switch (mnemonic.back()) {
  case 'b': return 1;
  case 'w': return 2;
  case 'l': return 4;
  case 'q': return 8;
  default: return 0;
  }
}

std::string whole_register(std::string_view name) {
  for (const auto &names : old_registers)
    if (std::ranges::find(names, name) != names.end() && !name.empty())
      return std::string(names.front());
  if (is_numbered_register(name))
    return std::string(name.substr(0, name.find_first_of("dwb", 1)));
  return std::string(name);
}

int register_bytes(std::string_view name) {
  if (name.starts_with("xmm"))
    return 16;
  if (name.starts_with("ymm"))
    return 32;
  if (name.starts_with("zmm"))
    return 64;
  constexpr std::array<int, 5> bytes{8, 4, 2, 1, 1};
  for (const auto &names : old_registers)
    if (const auto found = std::ranges::find(names, name); found != names.end() && !name.empty())
      return bytes[static_cast<std::size_t>(found - names.begin())];
  if (!is_numbered_register(name))
    return 0;
  switch (name.back()) {
  case 'd': return 4;
  case 'w': return 2;
  case 'b': return 1;
  default: return 8;
  }
}

} // namespace osaca::accuracy
