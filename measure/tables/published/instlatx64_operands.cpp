#include "measure/tables/published/instlatx64_operands.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

constexpr std::string_view memory_base = "%rsi";
constexpr int fixed_accumulator = 8; // numbers of general registers that a name gives: al, cl, dl
constexpr int fixed_counter = 9;
constexpr int fixed_data = 10;

/// Registers in the order of their numbers; the first stands for "r32" and "r1_32".
std::string general_register(int bits, int number) {
  struct Names {
    int bits;
    std::array<std::string_view, 4> names; ///< first, second, third, counter
  };
  constexpr Names all[] = {{8, {"al", "bpl", "bl", "cl"}},
                           {16, {"ax", "bp", "bx", "cx"}},
                           {32, {"eax", "ebp", "ebx", "ecx"}},
                           {64, {"rax", "rbp", "rbx", "rcx"}}};
  constexpr std::array<std::string_view, 4> data = {"dl", "dx", "edx", "rdx"};
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (all[i].bits != bits)
      continue;
    if (number == fixed_data)
      return std::string(data[i]);
    return std::string(all[i].names[number == fixed_counter ? 3 : number == 2 ? 1 : number == 3 ? 2 : 0]);
  }
  return "";
}

std::optional<NamedOperand> fixed_register(std::string_view word) {
  constexpr std::array<std::string_view, 4> accumulators = {"al", "ax", "eax", "rax"};
  constexpr std::array<std::string_view, 4> counters = {"cl", "cx", "ecx", "rcx"};
  for (std::size_t i = 0; i < accumulators.size(); ++i) {
    if (word == accumulators[i])
      return NamedOperand{OperandKind::general, 8 << i, fixed_accumulator, "", ""};
    if (word == counters[i])
      return NamedOperand{OperandKind::general, 8 << i, fixed_counter, "", ""};
  }
  return std::nullopt;
}

/// "r32", "r8l", and "r2_32", the second of two registers.
std::optional<NamedOperand> general_operand(std::string_view word) {
  if (!word.starts_with('r'))
    return std::nullopt;
  NamedOperand operand;
  std::string_view rest = word.substr(1);
  const auto first = take_number<int>(rest);
  std::optional<int> bits = first;
  if (first && rest.starts_with('_')) {
    operand.number = *first;
    rest.remove_prefix(1);
    bits = take_number<int>(rest);
  } else if (rest == "l") {
    rest = {};
  }
  if (!bits || !rest.empty() || general_register(*bits, 0).empty() || operand.number > 3)
    return std::nullopt;
  operand.bits = *bits;
  return operand;
}

/// "xmm", "ymm2", "mm1", "k"
std::optional<NamedOperand> register_operand(std::string_view word) {
  struct File {
    std::string_view name;
    OperandKind kind;
    int bits;
  };
  constexpr File files[] = {{"xmm", OperandKind::vector, 128}, {"ymm", OperandKind::vector, 256},
                            {"zmm", OperandKind::vector, 512}, {"xm", OperandKind::vector, 128},
                            {"ym", OperandKind::vector, 256},  {"zm", OperandKind::vector, 512},
                            {"mm", OperandKind::mmx, 64},      {"k", OperandKind::mask, 64}};
  for (const File &file : files) {
    if (!word.starts_with(file.name))
      continue;
    const std::string_view digits = word.substr(file.name.size());
    const auto number = digits.empty() ? std::optional(0) : parse_number<int>(digits);
    if (number && *number >= 0 && *number <= 7)
      return NamedOperand{file.kind, file.bits, *number, "", ""};
  }
  return std::nullopt;
}

std::optional<NamedOperand> immediate_operand_of(std::string_view word) {
  NamedOperand operand{OperandKind::immediate, 0, 0, "", ""};
  if (word.starts_with("im")) {
    word.remove_prefix(word.starts_with("imm") ? 3 : 2);
    const bool is_zero = word.ends_with("_0");
    if (is_zero)
      word.remove_suffix(2);
    const auto bits = parse_number<int>(word);
    // Values that need the whole width, so that an assembler does not choose a shorter form.
    const std::string_view value = bits == 8    ? is_zero ? "$0" : "$3"
                                   : bits == 16 ? "$4660"
                                   : bits == 32 ? "$305419896"
                                   : bits == 64 ? "$1311768467463790320"
                                                : "";
    operand.bits = bits.value_or(0);
    operand.text = value;
    return value.empty() ? std::nullopt : std::optional(operand);
  }
  std::optional<std::int64_t> value = parse_number<std::int64_t>(word);
  if (word.starts_with("0x"))
    value = parse_number<std::int64_t>(word.substr(2), 16);
  else if (word.ends_with('h'))
    value = parse_number<std::int64_t>(word.substr(0, word.size() - 1), 16);
  if (!value || *value < 0)
    return std::nullopt;
  operand.text = format_text("${}", *value);
  return operand;
}

std::string without_blanks(std::string_view text) {
  std::string made(text);
  std::erase(made, ' ');
  return made;
}

/// Addresses of LEA, whose registers are named: "r64 + r64*8 + disp8".
std::optional<std::string> address_with_registers(const std::string &inside) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> registers = {
      {{"", ""}, {"r+r*8", "(%rax,%rax,8)"}, {"r*8", "(,%rax,8)"}, {"r+r", "(%rax,%rax)"}, {"r", "(%rax)"}}};
  std::string rest = inside;
  for (std::size_t at = rest.find("r64"); at != std::string::npos; at = rest.find("r64"))
    rest.erase(at + 1, 2); // older files have "r" alone
  std::string displacement;
  for (const auto &[name, value] : {std::pair("disp8", "16"), std::pair("disp32", "74565")})
    if (rest.ends_with(name)) {
      displacement = value;
      rest.resize(rest.size() - std::string_view(name).size());
    }
  if (rest.ends_with('+'))
    rest.pop_back();
  for (const auto &[name, value] : registers)
    if (rest == name && !(rest.empty() && displacement.empty()))
      return displacement + std::string(value);
  return std::nullopt;
}

/// "[m64]", "[m128 + 4]", "[mem]", "[ym32]" (a vector of indices), "[r64 + disp8]"
std::optional<NamedOperand> memory_operand(std::string_view word) {
  if (word.size() < 3 || word.front() != '[' || word.back() != ']')
    return std::nullopt;
  const std::string inside = without_blanks(word.substr(1, word.size() - 2));
  NamedOperand operand{OperandKind::memory, 0, 0, "", ""};
  if (inside == "xm32" || inside == "xm64" || inside == "ym32" || inside == "ym64") {
    operand.text = format_text("({},%{}mm14)", memory_base, inside.front());
    return operand;
  }
  if (const auto address = address_with_registers(inside)) {
    operand.text = *address;
    return operand;
  }
  std::string_view rest = inside;
  if (!rest.starts_with('m'))
    return std::nullopt;
  rest.remove_prefix(rest.starts_with("mem") ? 3 : 1);
  operand.bits = take_number<int>(rest).value_or(0);
  if (rest.starts_with('+')) {
    const auto offset = parse_number<int>(rest.substr(1));
    if (!offset || *offset < 0)
      return std::nullopt;
    operand.text = format_text("{}({})", *offset, memory_base);
    return operand;
  }
  operand.text = format_text("({})", memory_base);
  return rest.empty() ? std::optional(operand) : std::nullopt;
}

/// Removes "{k}{z}" and returns what it means.
std::string take_decoration(std::string_view &word) {
  const std::size_t at = word.find('{');
  if (at == std::string_view::npos)
    return "";
  const std::string text = without_blanks(word.substr(at));
  word = trimmed(word.substr(0, at));
  return text == "{k}" ? " {%k1}" : text == "{k}{z}" ? " {%k1} {z}" : "?";
}

} // namespace

std::vector<std::string> operand_words(std::string_view text) {
  constexpr std::size_t most = 8;
  std::vector<std::string> words;
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size() && words.size() < most; ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '[' || c == '<' ? 1 : 0;
    depth -= (c == ']' || c == '>') && depth > 0 ? 1 : 0;
    if (c != ',' || (depth > 0 && i < text.size()))
      continue;
    if (const std::string_view word = trimmed(text.substr(begin, i - begin)); !word.empty())
      words.emplace_back(word);
    begin = i + 1;
  }
  return words;
}

std::optional<NamedOperand> named_operand(std::string_view word) {
  if (word.size() > 2 && word.front() == '<' && word.back() == '>')
    word = word.substr(1, word.size() - 2); // the implicit operand
  const std::string decoration = take_decoration(word);
  std::optional<NamedOperand> operand;
  for (auto *read : {fixed_register, general_operand, register_operand, immediate_operand_of, memory_operand})
    if (!operand)
      operand = read(word);
  if (!operand || decoration == "?")
    return std::nullopt;
  operand->decoration = decoration;
  return operand;
}

std::optional<std::vector<NamedOperand>> named_operands(std::string_view text) {
  std::vector<NamedOperand> operands;
  for (const std::string &word : operand_words(text)) {
    const auto operand = named_operand(word);
    if (!operand)
      return std::nullopt;
    operands.push_back(*operand);
  }
  return operands;
}

std::string att_operand(const NamedOperand &operand, bool is_evex) {
  const bool is_first = operand.number < 2;
  std::string text = operand.text;
  switch (operand.kind) {
  case OperandKind::general: text = "%" + general_register(operand.bits, operand.number); break;
  case OperandKind::mmx: text = format_text("%mm{}", is_first ? 0 : 9 - operand.number); break;
  case OperandKind::mask: text = format_text("%k{}", is_first ? 2 : 9 - operand.number); break;
  case OperandKind::vector:
    text = format_text("%{}mm{}",
                       operand.bits == 128   ? 'x'
                       : operand.bits == 256 ? 'y'
                                             : 'z',
                       (is_first ? 0 : 17 - operand.number) + (is_evex ? 16 : 0));
    break;
  case OperandKind::memory:
  case OperandKind::immediate: break;
  }
  return text + operand.decoration;
}

std::string att_operands(const std::vector<NamedOperand> &operands, bool is_evex) {
  std::vector<std::string> texts;
  for (const NamedOperand &operand : operands)
    texts.insert(texts.begin(), att_operand(operand, is_evex));
  return joined(texts);
}

} // namespace osaca::measure
