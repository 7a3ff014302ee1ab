#include "decode/assembly/intel_rewrite.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace osaca {
namespace {

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

/// The first word of a line and what follows it, as positions.
struct Words {
  std::size_t mnemonic = 0;
  std::size_t mnemonic_end = 0;
  std::size_t operands = 0;
  std::size_t end = 0; ///< of the line
};

Words words_of(const std::string &text, std::size_t line_begin, std::size_t line_end) {
  Words words;
  words.end = line_end;
  words.mnemonic = line_begin;
  while (words.mnemonic < line_end && is_blank(text[words.mnemonic]))
    ++words.mnemonic;
  words.mnemonic_end = words.mnemonic;
  while (words.mnemonic_end < line_end && std::isalnum(static_cast<unsigned char>(text[words.mnemonic_end])) != 0)
    ++words.mnemonic_end;
  words.operands = words.mnemonic_end;
  while (words.operands < line_end && is_blank(text[words.operands]))
    ++words.operands;
  return words;
}

bool is_32_bit_register(std::string_view name) {
  constexpr std::array<std::string_view, 8> names = {"eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp"};
  if (std::ranges::find(names, name) != names.end())
    return true;
  return name.size() >= 3 && name.front() == 'r' && name.back() == 'd';
}

std::string_view second_operand(std::string_view operands) {
  const std::size_t comma = operands.find(',');
  if (comma == std::string_view::npos)
    return {};
  operands.remove_prefix(comma + 1);
  operands.remove_prefix(std::min(operands.size(), operands.find_first_not_of(" \t")));
  return operands;
}

void insert_letter(std::string &text, const Words &words) {
  const std::size_t blank = text.find(',', words.operands) + 1;
  if (words.mnemonic > 0 && is_blank(text[words.mnemonic - 1])) {
    text.replace(words.mnemonic - 1, 6, "movsxd");
  } else if (is_blank(text[blank])) {
    text.erase(blank, 1);
    text.insert(words.mnemonic_end, 1, 'd');
  }
}

/// `movsx rax, ecx` and `movsx rax, DWORD PTR [rcx]` are movsxd. The letter more comes out of the blank in front, or
/// behind the comma.
void rewrite_sign_extension(std::string &text, const Words &words) {
  if (text[words.operands] != 'r')
    return;
  const std::string_view source =
      second_operand(std::string_view(text).substr(words.operands, words.end - words.operands));
  const std::string_view name = source.substr(0, source.find_first_of(" \t#;\r"));
  if (is_32_bit_register(name) || source.substr(0, 9) == "DWORD PTR" || source.substr(0, 9) == "dword ptr")
    insert_letter(text, words);
}

/// `call [QWORD PTR f[rip]]`: the outer brackets say nothing more.
void rewrite_indirect_target(std::string &text, const Words &words) {
  if (text.compare(words.operands, 11, "[QWORD PTR ") != 0)
    return;
  const std::size_t comment = std::min(words.end, text.find('#', words.operands));
  const std::size_t close = text.rfind(']', comment - 1);
  if (close == std::string::npos || close <= words.operands)
    return;
  text[words.operands] = ' ';
  text[close] = ' ';
}

/// Clang before 20 gives the width of all gathered elements, LLVM 22 wants that of one; without any both are content.
void rewrite_gather(std::string &text, const Words &words) {
  for (const char *width : {"xmmword ptr", "ymmword ptr", "zmmword ptr"}) {
    const std::size_t found = text.find(width, words.operands);
    if (found != std::string::npos && found < words.end)
      text.replace(found, 11, 11, ' ');
  }
}

} // namespace

std::string with_intel_syntax_llvm_reads(std::string_view text) {
  std::string made(text);
  for (std::size_t begin = 0; begin < made.size();) {
    const std::size_t end = std::min(made.size(), made.find('\n', begin));
    const Words words = words_of(made, begin, end);
    const std::string_view mnemonic =
        std::string_view(made).substr(words.mnemonic, words.mnemonic_end - words.mnemonic);
    if (words.operands < end) {
      if (mnemonic == "movsx")
        rewrite_sign_extension(made, words);
      else if (mnemonic == "call" || mnemonic == "jmp")
        rewrite_indirect_target(made, words);
      else if (mnemonic.find("gather") != std::string_view::npos || mnemonic.find("scatter") != std::string_view::npos)
        rewrite_gather(made, words);
    }
    begin = end + 1;
  }
  return made;
}

} // namespace osaca
