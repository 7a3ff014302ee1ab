#include "decode/dialect/dialect.h"

#include "base/text.h"
#include "decode/dialect/rewriting.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace osaca {
namespace {

constexpr std::size_t lines_with_votes = 4000;

struct Votes {
  int att = 0;
  int intel = 0;
  int aarch64 = 0;
  int riscv = 0;
};

template <std::size_t N> bool one_of(std::string_view word, const std::array<std::string_view, N> &words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_x86_register(std::string_view word) {
  constexpr std::array<std::string_view, 20> names = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp",
                                                      "rsp", "eax", "ebx", "ecx", "edx", "esi", "edi",
                                                      "ebp", "esp", "al",  "cl",  "ax",  "cx"};
  if (one_of(word, names))
    return true;
  if (word.starts_with("xmm") || word.starts_with("ymm") || word.starts_with("zmm"))
    return is_number(word.substr(3));
  if (!word.starts_with('r'))
    return false;
  word.remove_prefix(1);
  if (word.ends_with('b') || word.ends_with('w') || word.ends_with('d'))
    word.remove_suffix(1);
  return one_of(word, std::array<std::string_view, 8>{"8", "9", "10", "11", "12", "13", "14", "15"});
}

bool is_riscv_register(std::string_view word) {
  constexpr std::array<std::string_view, 4> names = {"zero", "ra", "gp", "tp"};
  if (one_of(word, names))
    return true;
  // a0-a7, t0-t6, s1-s11, fa0, ft0, fs0. AArch64's s0-s31 are distinguished by its x and w registers.
  if (word.size() >= 3 && word[0] == 'f' && (word[1] == 'a' || word[1] == 't'))
    return is_number(word.substr(2));
  return word.size() == 2 && (word[0] == 'a' || word[0] == 't') && is_number(word.substr(1));
}

bool is_aarch64_register(std::string_view word) {
  if (word == "xzr" || word == "wzr")
    return true;
  return word.size() >= 2 && word.size() <= 3 && (word[0] == 'x' || word[0] == 'w') && is_number(word.substr(1));
}

void vote_by_word(std::string_view word, char before, Votes &votes) {
  if (is_x86_register(word))
    (before == '%' ? votes.att : votes.intel) += 1;
  else if (before == '%')
    votes.att += 1;
  else if (is_aarch64_register(word))
    votes.aarch64 += 1;
  else if (is_riscv_register(word))
    votes.riscv += 1;
}

/// Only AT&T syntax has `$` before an immediate: "$8", "$-1", "$name". NASM has "$" and "$-start" for the current
/// place.
bool begins_att_immediate(std::string_view line, std::size_t at) {
  const bool follows_blank = at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == ',');
  if (line[at] != '$' || !follows_blank)
    return false;
  std::string_view value = line.substr(at + 1, 2);
  if (value.starts_with('-'))
    return value.size() > 1 && std::isdigit(static_cast<unsigned char>(value[1])) != 0;
  return !value.empty() && (std::isalnum(static_cast<unsigned char>(value[0])) != 0 || value[0] == '_');
}

void vote_by_line(std::string_view line, Votes &votes) {
  line = line.substr(0, std::min(line.find("//"), line.find("# "))); // "# xmm0 = (xmm1 * xmm0) + xmm2"
  const bool att_like = line.find('%') != std::string_view::npos;
  if (!att_like && line.find(" ptr ") != std::string_view::npos)
    votes.intel += 3;
  for (std::size_t i = 0; i < line.size();) {
    votes.att += begins_att_immediate(line, i) ? 1 : 0;
    if (std::isalnum(static_cast<unsigned char>(line[i])) == 0 && line[i] != '_' && line[i] != '.') {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_'))
      ++end;
    if (end == i) {
      ++i;
      continue;
    }
    vote_by_word(line.substr(i, end - i), i == 0 ? ' ' : line[i - 1], votes);
    i = end;
  }
}

/// Directives that only one instruction set has. 0: undecided.
bool read_syntax_directive(std::string_view line, SyntaxGuess &guess) {
  if (line.starts_with(".attribute") || line.starts_with(".option")) {
    guess.isa = Isa::riscv64;
    return true;
  }
  if (line.starts_with(".arch ") || line.starts_with(".arch\t") || line.starts_with(".variant_pcs")) {
    guess.isa = Isa::aarch64;
    return line.find("armv") != std::string_view::npos || line.starts_with(".variant_pcs");
  }
  if (line.starts_with(".intel_syntax") || line.starts_with(".att_syntax")) {
    guess.isa = Isa::x86_64;
    return true;
  }
  return false;
}

/// "add rax, 1", "mov [rdi], rax", "ret".
bool looks_like_instruction(std::string_view text) {
  const std::string mnemonic = lower_cased(take_word(text));
  text = trimmed(text);
  if (text.empty())
    return is_one_of(mnemonic, {"ret", "nop", "leave", "cqo", "cdq", "cdqe", "hlt", "pause", "lfence", "mfence",
                                "sfence", "vzeroupper"});
  const bool is_jump = mnemonic.starts_with('j') && !contains(text, " ");
  if (mnemonic.empty() || text.front() == '[' || contains(text, " ptr ") || is_jump)
    return !mnemonic.empty();
  const std::string operand = lower_cased(take_word(text));
  return (is_x86_register(operand) || is_number(operand)) && (trimmed(text).empty() || trimmed(text).starts_with(','));
}

/// Whether `;` begins comments, in text in Intel syntax without directives that decide it: the text after a `;` is not
/// an instruction.
bool has_semicolon_comments(std::string_view text) {
  bool found = false;
  for_each_line(text, lines_with_votes, [&](std::string_view whole, std::size_t) {
    const std::string_view line = whole.substr(0, std::size_t{300});
    const std::size_t comment = begin_of_comment(line, ';');
    const bool is_directive = trimmed(line).starts_with('.') && !contains(line, ":");
    if (comment < line.size() && !is_directive && !contains(line.substr(0, comment), "#")) {
      const std::string_view behind = trimmed(line.substr(comment + 1));
      found = !behind.empty() && !looks_like_instruction(behind);
    }
    return !found;
  });
  return found;
}

/// Guesses the instruction set by counting lines that are typical of one.
SyntaxGuess guess_isa(std::string_view text) {
  SyntaxGuess guess;
  Votes votes;
  std::size_t begin = 0;
  for (std::size_t line = 0; line < lines_with_votes && begin < text.size(); ++line) {
    const std::size_t end = std::min(text.size(), text.find('\n', begin));
    std::string_view one = text.substr(begin, std::min<std::size_t>(end - begin, 1000));
    begin = end + 1;
    one = one.substr(std::min(one.size(), one.find_first_not_of(" \t")));
    if (one.empty() || one[0] == '#' || one.starts_with("//"))
      continue;
    const std::size_t label_end = one.find(':');
    if (one[0] == '.' && label_end < one.find_first_of(" \t\",")) { // ".L1: add eax, 1"
      vote_by_line(one.substr(label_end + 1), votes);
      continue;
    }
    if (one[0] == '.') {
      if (read_syntax_directive(one, guess))
        return guess;
      continue;
    }
    vote_by_line(one, votes);
  }
  const int x86 = votes.att + votes.intel;
  if (votes.aarch64 > x86 && votes.aarch64 >= votes.riscv)
    return {.isa = Isa::aarch64};
  if (votes.riscv > x86)
    return {.isa = Isa::riscv64};
  return {.isa = Isa::x86_64, .intel_syntax = votes.intel > votes.att};
}

} // namespace

SyntaxGuess guess_syntax(std::string_view text) {
  const AssemblerDialect dialect = dialect_of(text);
  if (dialect == AssemblerDialect::masm || dialect == AssemblerDialect::nasm)
    return {.isa = Isa::x86_64, .intel_syntax = true, .dialect = dialect};
  SyntaxGuess guess = guess_isa(text);
  const bool is_snippet = guess.intel_syntax && dialect == AssemblerDialect::gnu && has_semicolon_comments(text);
  guess.dialect = is_snippet ? AssemblerDialect::nasm : dialect;
  return guess;
}

} // namespace osaca
