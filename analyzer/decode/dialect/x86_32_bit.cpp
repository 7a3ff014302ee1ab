#include "base/text.h"
#include "decode/dialect/dialect.h"
#include "decode/dialect/rewriting.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace osaca {

namespace {

constexpr std::size_t lines_with_signs = 4000;
constexpr std::size_t longest_line_with_signs = 1000;

/// Without the first letter: "ax" of eax and rax.
constexpr std::array<std::string_view, 8> register_stems = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};

bool names_register(std::string_view word, char first) {
  return word.size() == 3 && word[0] == first &&
         std::ranges::find(register_stems, word.substr(1)) != register_stems.end();
}

/// "rax", "rip", "r8", "r10d", "xmm8": registers that exist only in 64-bit code.
bool is_of_64_bits(std::string_view word) {
  const bool is_numbered = word.size() > 1 && word[0] == 'r' && word[1] != '0' &&
                           std::isdigit(static_cast<unsigned char>(word[1])) != 0 && word.size() <= 4;
  return word == "rip" || is_numbered || names_register(word, 'r');
}

bool is_of_word_32(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// Signs of code for 32-bit or 64-bit mode in a text for x86, in any syntax.
class ModeSigns {
public:
  void read(std::string_view line) {
    line = line.substr(0, std::min(line.find_first_of("#;"), longest_line_with_signs));
    const std::string code = lower_cased(trimmed(line));
    std::string_view rest = code;
    const std::string_view first = take_word(rest);
    read_first_word(first, trimmed(rest));
    is_32_bit_ |= contains(code, "__x86.get_pc_thunk") || contains(code, "__i686.get_pc_thunk");
    for (std::size_t begin = 0; begin < code.size();) {
      std::size_t end = begin;
      while (end < code.size() && is_of_word_32(code[end]))
        ++end;
      if (end > begin)
        read_word(std::string_view(code).substr(begin, end - begin), std::string_view(code).substr(0, begin));
      begin = std::max(end, begin + 1);
    }
  }

  [[nodiscard]] bool are_of_32_bits() const {
    return !has_64_bit_mode_ && (is_32_bit_ || (has_32_bit_base_ && !has_64_bit_register_));
  }

private:
  void read_first_word(std::string_view first, std::string_view operand) {
    constexpr std::array<std::string_view, 6> modes = {".code32", ".386", ".486", ".586", ".686", ".686p"};
    constexpr std::array<std::string_view, 8> instructions = {"pushl",  "popl", "pusha", "pushal",
                                                              "pushad", "popa", "popal", "popad"};
    const bool is_mode = first == "bits" || first == "[bits";
    has_64_bit_mode_ |= first == ".code64" || (is_mode && operand.starts_with("64"));
    is_32_bit_ |= std::ranges::find(modes, first) != modes.end() || (is_mode && operand.starts_with("32"));
    is_32_bit_ |= std::ranges::find(instructions, first) != instructions.end();
    if (operand.starts_with('%'))
      operand.remove_prefix(1);
    is_32_bit_ |= (first == "push" || first == "pop") && names_register(operand, 'e');
  }

  /// `before`: the line up to the word.
  void read_word(std::string_view word, std::string_view before) {
    has_64_bit_register_ |= is_of_64_bits(word);
    if (!names_register(word, 'e'))
      return;
    const bool is_base = before.ends_with("(%") || before.ends_with('[');
    has_32_bit_base_ |= is_base;
    is_32_bit_ |= is_base && word == "esp";
  }

  bool is_32_bit_ = false;
  bool has_64_bit_mode_ = false;
  bool has_64_bit_register_ = false;
  bool has_32_bit_base_ = false;
};

} // namespace

bool is_x86_of_32_bits(std::string_view text) {
  ModeSigns signs;
  for_each_line(text, lines_with_signs, [&](std::string_view line, std::size_t) {
    signs.read(line);
    return true;
  });
  return signs.are_of_32_bits();
}

} // namespace osaca
