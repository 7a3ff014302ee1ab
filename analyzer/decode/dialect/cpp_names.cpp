#include "base/text.h"
#include "decode/dialect/rewriting.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace osaca {
namespace {

constexpr std::string_view mark = "OSACA$";
constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::size_t longest_name = 8000;

bool is_of_plain_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }
bool begins_name(char c) { return is_of_plain_name(c) && std::isdigit(static_cast<unsigned char>(c)) == 0; }

/// A name in C++'s spelling, and not in the assembler's.
bool is_spelled_as_in_cpp(std::string_view name) {
  return contains(name, "(") || contains(name, "::") || contains(name, "<") || contains(name, " for ");
}

std::string plain_spelling(std::string_view name) {
  std::string made(mark);
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_of_plain_name(c))
      made += c;
    else
      made += {'$', hex_digits[byte / 16U], hex_digits[byte % 16U]};
  }
  return made;
}

/// The length of the text in brackets at the beginning of `text`, including both brackets. 0: it does not end.
std::size_t length_of_group(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if ((c == ')' || c == ']' || c == '}' || c == '>') && !is_arrow && --depth == 0)
      return i + 1;
  }
  return 0;
}

/// The length of what may follow a name or its parameters, after a blank: "const", "[clone .cold]".
std::size_t length_of_suffix(std::string_view text) {
  constexpr std::array<std::string_view, 4> words = {" const", " volatile", " &&", " &"};
  for (const std::string_view word : words)
    if (text.starts_with(word) && (text.size() == word.size() || !is_of_plain_name(text[word.size()])))
      return word.size();
  if (text.starts_with(" [clone ") || text.starts_with(" (.") || text.starts_with(" [."))
    if (const std::size_t group = length_of_group(text.substr(1)); group > 0)
      return group + 1;
  return 0;
}

/// The length of "operator", and of the operator's own characters: "operator<<", "operator()", "operator new[]".
std::size_t length_of_operator(std::string_view text) {
  constexpr std::string_view word = "operator";
  if (!text.starts_with(word) || (text.size() > word.size() && is_of_plain_name(text[word.size()])))
    return 0;
  std::string_view rest = text.substr(word.size());
  for (const std::string_view named : {"()", "[]", " new[]", " delete[]", " new", " delete", "\"\" "})
    if (rest.starts_with(named))
      return word.size() + named.size();
  if (rest.starts_with(' ')) // a conversion: the name of a type follows
    return word.size() + 1;
  const std::size_t symbols = std::min(rest.size(), rest.find_first_not_of("+-*/%^&|~!=<>,"));
  return word.size() + symbols;
}

/// The length of the words before the name of what the compiler adds: "vtable for X".
std::size_t length_of_kind(std::string_view text) {
  constexpr std::array<std::string_view, 10> kinds = {
      "vtable for ",         "typeinfo for ",           "typeinfo name for ",        "VTT for ",
      "guard variable for ", "TLS init function for ",  "TLS wrapper function for ", "non-virtual thunk to ",
      "virtual thunk to ",   "construction vtable for "};
  const auto *found = std::ranges::find_if(kinds, [&](std::string_view kind) { return text.starts_with(kind); });
  return found == kinds.end() ? 0 : found->size();
}

/// The length of the part of a name that begins with a bracket. 0: the bracket is the assembler's: "f(%rip)", "f[rip]".
std::size_t length_of_bracket(std::string_view text) {
  const std::string_view inside = text.substr(1);
  const bool is_address = text.front() == '(' && (inside.starts_with('%') || inside.starts_with(','));
  const bool is_in_name = text.front() != '[' || inside.starts_with("abi:");
  return is_address || !is_in_name ? 0 : length_of_group(text);
}

/// The length of the C++ name at the beginning of `text`.
std::size_t length_of_name(std::string_view text) {
  std::size_t end = length_of_kind(text);
  while (end < text.size() && end < longest_name) {
    const std::string_view rest = text.substr(end);
    std::size_t step = 0;
    if (const std::size_t named = length_of_operator(rest); named > 0)
      step = named;
    else if (is_of_plain_name(rest.front()) || rest.front() == '~' || rest.front() == '$')
      step = 1;
    else if (rest.starts_with("::"))
      step = rest.substr(2).starts_with('\'') ? std::min(rest.size(), rest.find('\'', 3) + 1) : 2;
    else if (std::string_view("(<[{").find(rest.front()) != std::string_view::npos)
      step = length_of_bracket(rest);
    else if (rest.front() == ' ' && end > 0)
      step = length_of_suffix(rest);
    if (step == 0)
      break;
    end += step;
  }
  return std::min(end, text.size());
}

/// On AArch64, '#' also begins numbers and ":lo12:".
bool is_hash_of_comment(std::string_view text) {
  const bool is_operand = text.size() > 1 && (std::isalnum(static_cast<unsigned char>(text[1])) != 0 ||
                                              std::string_view(":-+").find(text[1]) != std::string_view::npos);
  return text.starts_with('#') && !is_operand;
}

/// Names may contain '#' ("{lambda()#1}"), so comments begin after a blank.
std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool begins = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
    if (begins && (line[i] == ';' || line.substr(i).starts_with("//") || is_hash_of_comment(line.substr(i))))
      return line.substr(0, i);
  }
  return line;
}

/// The label at the beginning of a line, if it is spelled as in C++; else empty.
std::string_view cpp_label_of(std::string_view line) {
  const std::string_view label = trimmed(without_comment(line));
  const bool is_label = label.size() > 1 && label.ends_with(':') && !label.ends_with("::") &&
                        std::string_view(".#\"/;").find(label.front()) == std::string_view::npos && line[0] != ' ' &&
                        line[0] != '\t';
  const std::string_view name = is_label ? label.substr(0, label.size() - 1) : std::string_view();
  return is_spelled_as_in_cpp(name) && name.size() < longest_name ? name : std::string_view();
}

bool is_jump_or_call(std::string_view mnemonic) {
  return mnemonic.starts_with('j') || mnemonic.starts_with("call") || mnemonic == "b" || mnemonic == "bl" ||
         mnemonic == "tail" || mnemonic.starts_with("b.");
}

/// The target of a call or jump. It is a whole operand, so it may have a return type: "call int f<int>(int)". Empty:
/// the target is not a name that is spelled as in C++.
std::string_view cpp_target_of(std::string_view mnemonic, std::string_view operands) {
  if (!is_jump_or_call(mnemonic) || operands.empty() || !begins_name(operands.front()) || contains(operands, "[rip") ||
      contains(lower_cased(operands), "ptr "))
    return {};
  for (const std::string_view suffix : {"@PLT", "@plt"})
    if (operands.ends_with(suffix))
      operands.remove_suffix(suffix.size());
  const std::size_t first = operands.find_first_of("(<[{,");
  const bool has_several = first != std::string_view::npos && operands[first] == ','; // "zero, 0(ra)"
  return is_spelled_as_in_cpp(operands) && !has_several ? operands : std::string_view();
}

/// The first word of an instruction, and its operands without a comment.
std::pair<std::string_view, std::string_view> split(std::string_view line) {
  std::string_view operands = without_comment(line);
  const std::string_view mnemonic = take_word(operands);
  return {mnemonic, trimmed(operands)};
}

class CppNames {
public:
  explicit CppNames(EditedText &text) : text_(text) {}

  void run() {
    for_each([&](std::string_view line, std::size_t) {
      if (const std::string_view label = cpp_label_of(line); !label.empty())
        labels_.insert(label);
    });
    for_each([&](std::string_view line, std::size_t begin) { read_line(line, begin); });
  }

private:
  template <class Visit> void for_each(Visit &&visit) const {
    for_each_line(text_.original(), text_.original().size(), [&](std::string_view line, std::size_t begin) {
      if (!line.empty())
        visit(line, begin);
      return true;
    });
  }

  void put(std::size_t begin, std::string_view name) {
    text_.replace(begin, begin + name.size(), plain_spelling(name));
  }

  void read_line(std::string_view line, std::size_t begin) {
    if (const std::string_view label = cpp_label_of(line); !label.empty()) {
      put(begin, label);
      return;
    }
    const auto [mnemonic, operands] = split(line);
    const bool is_quoted = contains(operands, "\"");
    if (mnemonic.empty() || operands.starts_with(':') || is_quoted || !is_spelled_as_in_cpp(operands))
      return;
    const std::size_t at = begin + static_cast<std::size_t>(operands.data() - line.data());
    if (const std::string_view target = cpp_target_of(mnemonic, operands); !target.empty())
      put(at, target);
    else
      read_operands(operands, at);
  }

  void read_operands(std::string_view operands, std::size_t at) {
    for (std::size_t i = 0; i < operands.size();) {
      const std::string_view rest = operands.substr(i);
      if (!begins_name(rest.front())) {
        i += length_of_other(rest);
        continue;
      }
      const std::string_view name = name_at(rest);
      if (is_spelled_as_in_cpp(name) && !name.starts_with("st(")) // a register
        put(at + i, name);
      i += std::max<std::size_t>(name.size(), 1);
    }
  }

  /// Registers, numbers, and functions of the assembler ("%hi") are skipped as a whole.
  static std::size_t length_of_other(std::string_view text) {
    const bool is_word = text.front() == '%' || std::isdigit(static_cast<unsigned char>(text.front())) != 0;
    std::size_t length = 1;
    while (is_word && length < text.size() && is_of_plain_name(text[length]))
      ++length;
    return length;
  }

  /// The longest label of the text at the beginning of `rest`; else what looks like a name.
  [[nodiscard]] std::string_view name_at(std::string_view rest) const {
    std::string_view longest;
    for (auto label = labels_.upper_bound(rest); label != labels_.begin();) {
      --label;
      if (rest.starts_with(*label)) {
        longest = *label;
        break;
      }
      if (label->front() != rest.front())
        break;
    }
    return longest.empty() ? rest.substr(0, length_of_name(rest)) : longest;
  }

  EditedText &text_;
  std::set<std::string_view> labels_;
};

} // namespace

bool has_cpp_names(std::string_view text) {
  bool found = false;
  for_each_line(text, text.size(), [&](std::string_view line, std::size_t) {
    if (!is_spelled_as_in_cpp(line))
      return true;
    const auto [mnemonic, operands] = split(line);
    found = !cpp_label_of(line).empty() || !cpp_target_of(mnemonic, operands).empty();
    return !found;
  });
  return found;
}

void spell_cpp_names_plainly(EditedText &text) { CppNames(text).run(); }

std::string as_spelled_in_text(std::string_view name) {
  if (!name.starts_with(mark))
    return std::string(name);
  name.remove_prefix(mark.size());
  std::string made;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '$' || i + 2 >= name.size()) {
      made += name[i];
      continue;
    }
    const auto high = hex_digits.find(name[i + 1]);
    const auto low = hex_digits.find(name[i + 2]);
    made += static_cast<char>((high * 16U + low) & 0xffU);
    i += 2;
  }
  return made;
}

} // namespace osaca
