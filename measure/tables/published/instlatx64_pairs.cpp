#include "measure/tables/published/instlatx64_conversion.h"
#include "measure/tables/published/instlatx64_operands.h"
#include "measure/tables/published/instlatx64_text.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace osaca::measure {
namespace {

std::string pair_of(const std::string &first, const std::string &second) {
  return first.empty() || second.empty() ? "" : first + "; " + second;
}

/// "MOVUPS unaligned LS pair", "VMOVAPD zmm + 4 LS pair": a load and a store of what was loaded.
std::string load_and_store(std::string_view text, bool is_evex) {
  const std::string mnemonic(text.substr(0, text.find(' ')));
  std::string_view rest = trimmed(text.substr(mnemonic.size()));
  std::string reg = "xmm";
  for (const std::string_view one : {"xmm", "ymm", "zmm"})
    if (rest.starts_with(one))
      reg = one;
  const bool is_told = !contains(mnemonic, "MASK") && !rest.starts_with("mm") && !rest.starts_with('+');
  if (!is_told)
    return "";
  const bool is_unaligned = contains(rest, "unaligned") || contains(rest, "+ 4");
  const std::string memory = is_unaligned ? "[m + 4]" : "[m]";
  return pair_of(att_instruction(format_text("{} {}, {}", mnemonic, reg, memory), is_evex),
                 att_instruction(format_text("{} {}, {}", mnemonic, memory, reg), is_evex));
}

std::string_view vector_of(int bits) { return bits <= 128 ? "xmm" : bits == 256 ? "ymm" : "zmm"; }

/// There and back: "VCVTPD2PS + VCVTPS2PD zmm", "CVTSD2SI + CVTSI2SD r32".
std::string conversions(const Conversion &there, const Conversion &back, std::string_view reg, bool is_evex) {
  if (there.from != back.to || there.to != back.from || back.truncates)
    return "";
  if (there.to == "SI" || there.to == "USI") {
    if (reg != "r32" && reg != "r64")
      return "";
    return pair_of(
        att_instruction(format_text("{} {}, xmm", there.mnemonic, reg), is_evex),
        att_instruction(format_text("{} xmm{}, {}", back.mnemonic, back.is_vex ? ", xmm" : "", reg), is_evex));
  }
  const int from = element_bytes(there.from);
  const int to = element_bytes(there.to);
  if (from == 0 || to == 0 || !(reg.empty() || reg == "xmm" || reg == "ymm" || reg == "zmm"))
    return "";
  const int bits = reg == "zmm" ? 512 : reg == "ymm" ? 256 : 128;
  const std::string_view source = vector_of(register_bits(bits, from, to));
  const std::string_view result = vector_of(register_bits(bits, to, from));
  const std::string_view rounding = there.from == "PS" && there.to == "PH" ? ", 0" : "";
  return pair_of(att_instruction(format_text("{} {}, {}{}", there.mnemonic, result, source, rounding), is_evex),
                 att_instruction(format_text("{} {}, {}", back.mnemonic, source, result), is_evex));
}

/// "PEXTRB + PINSRB r32", "VPEXTRD + VPINSRD xmm, imm8"
std::string extraction_and_insertion(std::string_view extraction, std::string_view insertion, std::string_view operands,
                                     bool is_evex) {
  const std::size_t at = extraction.find("PEXTR");
  const bool is_vex = extraction.starts_with('V');
  if (at == std::string_view::npos ||
      extraction.substr(at + 5) != insertion.substr(std::min(at + 5, insertion.size())) || operands.empty())
    return "";
  const std::string_view reg = operands.starts_with('r') ? operands : extraction.ends_with('Q') ? "r64" : "r32";
  return pair_of(att_instruction(format_text("{} {}, xmm, 1", extraction, reg), is_evex),
                 att_instruction(format_text("{} xmm, {}{}, 1", insertion, is_vex ? "xmm, " : "", reg), is_evex));
}

/// "MULSD+ADDSD xmm, xmm": both with the same operands.
std::string with_common_operands(std::string_view first, std::string_view second, std::string_view text, bool is_evex) {
  auto operands = named_operands(text);
  if (!operands || operands->empty() || first.starts_with("VCMP") || first == "MOV")
    return "";
  for (const NamedOperand &operand : *operands)
    if (operand.kind != OperandKind::vector || !operand.decoration.empty())
      return "";
  const bool is_copy = first.starts_with("VMOV") && first != "VMOVSD" && first != "VMOVSS" && first != "VMOVSH";
  const std::string_view copied = is_copy && operands->size() == 3 ? text.substr(0, text.rfind(',')) : text;
  return pair_of(att_instruction(format_text("{} {}", first, copied), is_evex),
                 att_instruction(format_text("{} {}", second, text), is_evex));
}

bool begins_with_operand(std::string_view text) {
  return !text.empty() && (text.front() == '[' || (text.front() >= 'a' && text.front() <= 'z'));
}

/// The place of a plus that is not within brackets; npos: there is none, or more than one.
std::size_t sole_plus(std::string_view text) {
  std::size_t found = std::string_view::npos;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (text[i] != '+' || depth != 0)
      continue;
    if (found != std::string_view::npos)
      return std::string_view::npos;
    found = i;
  }
  return found;
}

/// `is_compact`: there are no blanks around the plus.
std::string two_instructions(std::string_view first, std::string_view second, bool is_evex, bool is_compact) {
  const std::size_t first_blank = first.find(' ');
  const std::size_t second_blank = std::min(second.find(' '), second.size());
  if (first_blank != std::string_view::npos) { // each has operands
    if (contains(first, "PEXTR"))
      return ""; // not all of them
    const auto operands = named_operands(first.substr(first_blank));
    if (!operands ||
        std::ranges::any_of(*operands, [](const NamedOperand &one) { return one.kind == OperandKind::mmx; }))
      return "";
    const std::string mnemonic(first.substr(0, first_blank));
    const std::string back = begins_with_operand(second) ? mnemonic + " " + std::string(second) : std::string(second);
    return contains(back, " ") ? pair_of(att_instruction(first, is_evex), att_instruction(back, is_evex)) : "";
  }
  const std::string_view other = second.substr(0, second_blank);
  const std::string_view operands = trimmed(second.substr(second_blank));
  const auto there = conversion_of(first);
  const auto back = conversion_of(other);
  if (there && back)
    return conversions(*there, *back, operands, is_evex);
  if (contains(first, "PEXTR"))
    return extraction_and_insertion(first, other, operands, is_evex);
  return is_compact ? with_common_operands(first, other, operands, is_evex) : "";
}

/// With single blanks, one after each comma and around a plus in brackets.
std::string with_uniform_blanks(std::string_view name) {
  std::string text;
  bool is_in_brackets = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool begins_register = contains("xyz", name.substr(std::min(i + 1, name.size()), 1));
    if (c == ' ' && begins_register && (text.ends_with("mm1") || text.ends_with("mm2")))
      text += ','; // left out in some files
    is_in_brackets = c == '[' || (is_in_brackets && c != ']');
    if (c == '+' && is_in_brackets && !text.ends_with(' '))
      text += ' ';
    const bool needs_blank = text.ends_with(',') || (is_in_brackets && text.ends_with('+'));
    if (needs_blank && c != ' ')
      text += ' ';
    if (c == '{' && text.ends_with("m ")) // a mask belongs to its register
      text.pop_back();
    if (c != ' ' || !text.ends_with(' '))
      text += c;
  }
  return text;
}

/// "xmm" for "xm" and "x", "imm8" for "im8" and "i8", "[m32]" for "m32".
std::string full_word(std::string_view word) {
  const auto is_number = [](std::string_view text) { return parse_number<int>(text).has_value(); };
  const char first = word.front();
  if (first >= 'x' && first <= 'z') {
    const std::string_view number = word.substr(word.starts_with(std::string{first, 'm'}) ? 2 : 1);
    if (number.empty() || is_number(number))
      return format_text("{}mm{}", first, number);
  }
  for (const std::string_view begin : {"im", "i"})
    if (word.starts_with(begin) && is_number(word.substr(begin.size())))
      return format_text("imm{}", word.substr(begin.size()));
  constexpr std::size_t shortest = 2;
  const bool is_memory =
      first == 'm' && word.size() >= shortest && is_number(word.substr(1)) && word != "m1" && word != "m2";
  return is_memory ? format_text("[{}]", word) : std::string(word);
}

/// With full words outside of brackets; in them, "[m8]" for "[mem8]".
std::string with_full_words(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::string text;
  int depth = 0;
  for (std::size_t i = 0; i < name.size();) {
    const char c = name[i];
    std::size_t end = i + 1;
    if (is_letter(c))
      while (end < name.size() && is_letter(name[end]))
        ++end;
    const std::string_view word = name.substr(i, end - i);
    depth += contains("[<({", word) ? 1 : contains("]>)}", word) ? -1 : 0;
    if (depth == 0 && c >= 'a' && c <= 'z')
      text += full_word(word);
    else if (text.ends_with('[') && word.starts_with("mem") && word.size() > 3)
      text += format_text("m{}", word.substr(3));
    else
      text += word;
    i = end;
  }
  return text;
}

} // namespace

std::string uniform_name(std::string_view name, std::string_view extension) {
  std::string text = with_full_words(with_uniform_blanks(trimmed(name)));
  bool is_evex = extension.starts_with("AVX512");
  for (const std::string_view mark : {"{REX}", "{VEX}", "{EVEX}"})
    if (text.starts_with(mark)) {
      is_evex = mark == "{EVEX}";
      text = trimmed(std::string_view(text).substr(mark.size()));
    }
  const bool has_other_encoding = contains(text, "xmm") || contains(text, "ymm");
  return (is_evex && has_other_encoding ? "{EVEX} " : "") + text;
}

std::string att_text(std::string_view name) {
  const bool is_evex = name.starts_with("{EVEX} ");
  const std::string_view text = is_evex ? name.substr(7) : name;
  if (text.empty() || text.front() < 'A' || text.front() > 'Z')
    return ""; // "2x 0x66 NOP"
  if (text.ends_with(" LS pair"))
    return load_and_store(text.substr(0, text.size() - 8), is_evex);
  const std::size_t plus = sole_plus(text);
  if (plus != std::string_view::npos) {
    const bool is_compact = plus > 0 && text[plus - 1] != ' ';
    return two_instructions(trimmed(text.substr(0, plus)), trimmed(text.substr(plus + 1)), is_evex, is_compact);
  }
  return att_instruction(text, is_evex);
}

} // namespace osaca::measure
