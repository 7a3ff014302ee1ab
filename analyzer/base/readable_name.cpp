#include "base/readable_name.h"

#include "base/format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

namespace osaca {

// A name is read once from left to right. Where a list of template arguments ends, the template's name is the end of
// the text written so far, and its arguments are shortened already. The following tables therefore contain short names.

namespace {

constexpr int most_nesting = 200;
constexpr std::size_t most_text = 1 << 16; ///< a name that repeats its parts can be much longer than its symbol

/// The default values of a template's last arguments; $0 and $1 are its first arguments.
struct Defaults {
  std::string_view templates; ///< names below , separated by blanks
  std::size_t first;          ///< index of the first default argument
  std::array<std::string_view, 3> arguments;
};

constexpr std::array defaults = {
    Defaults{" vector deque list forward_list ", 1, {"std::allocator<$0>"}},
    Defaults{" set multiset ", 1, {"std::less<$0>", "std::allocator<$0>"}},
    Defaults{" map multimap ", 2, {"std::less<$0>", "std::allocator<std::pair<$0 const, $1>>"}},
    Defaults{" unordered_set unordered_multiset ", 1, {"std::hash<$0>", "std::equal_to<$0>", "std::allocator<$0>"}},
    Defaults{" unordered_map unordered_multimap ",
             2,
             {"std::hash<$0>", "std::equal_to<$0>", "std::allocator<std::pair<$0 const, $1>>"}},
    Defaults{" basic_string basic_stringbuf basic_istringstream basic_ostringstream basic_stringstream ",
             1,
             {"std::char_traits<$0>", "std::allocator<$0>"}},
    Defaults{" basic_string_view basic_ios basic_streambuf basic_istream basic_ostream basic_iostream basic_filebuf "
             "basic_ifstream basic_ofstream basic_fstream istreambuf_iterator ostreambuf_iterator ",
             1,
             {"std::char_traits<$0>"}},
    Defaults{" unique_ptr ", 1, {"std::default_delete<$0>"}},
    Defaults{" span ", 1, {"18446744073709551615ul"}}, // std::dynamic_extent
    Defaults{" stack queue ", 1, {"std::deque<$0>"}},
    Defaults{" priority_queue ", 1, {"std::vector<$0>", "std::less<$0>"}},
};

/// Character templates with specialisations that have their own names: basic_string<char> is string,
/// basic_string<wchar_t> is wstring.
constexpr std::string_view templates_of_characters =
    " string string_view ios streambuf istream ostream iostream filebuf ifstream ofstream fstream stringbuf "
    "istringstream ostringstream stringstream ";
struct Prefix {
  std::string_view character;
  std::string_view prefix;
};
constexpr std::array prefixes = {Prefix{"char", ""}, Prefix{"wchar_t", "w"}, Prefix{"char8_t", "u8"},
                                 Prefix{"char16_t", "u16"}, Prefix{"char32_t", "u32"}};

constexpr std::array<std::string_view, 3> inline_namespaces = {"std::__cxx11::", "std::__1::", "std::chrono::_V2::"};

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; }

bool contains_word(std::string_view words, std::string_view word) {
  const std::size_t found = words.find(word);
  return !word.empty() && found != std::string_view::npos && words[found - 1] == ' ' &&
         words.find(' ', found) == found + word.size();
}

std::string filled(std::string_view pattern, const std::vector<std::string> &arguments) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '$')
      out += arguments[static_cast<std::size_t>(pattern[++i] - '0')];
    else
      out += pattern[i];
  return out;
}

void drop_defaults(std::string_view name, std::vector<std::string> &arguments) {
  for (const Defaults &of : defaults)
    if (contains_word(of.templates, name))
      while (arguments.size() > of.first && arguments.size() - of.first <= of.arguments.size() &&
             arguments.back() == filled(of.arguments[arguments.size() - of.first - 1], arguments))
        arguments.pop_back();
}

/// "string" for basic_string<char>; empty: it has no such name.
std::string own_name_of(std::string_view name, const std::vector<std::string> &arguments) {
  constexpr std::string_view basic = "basic_";
  if (!name.starts_with(basic) || arguments.size() != 1 ||
      !contains_word(templates_of_characters, name.substr(basic.size())))
    return "";
  const bool is_string = name.find("string") != std::string_view::npos &&
                         name.find("str", name.find("string") + 1) == std::string_view::npos;
  for (std::size_t i = 0; i < (is_string ? prefixes.size() : 2); ++i)
    if (arguments.front() == prefixes[i].character)
      return std::string(prefixes[i].prefix) + std::string(name.substr(basic.size()));
  return "";
}

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<std::string> all() {
    std::optional<std::string> out = until("", 0);
    return position_ == text_.size() ? out : std::nullopt;
  }

private:
  /// Reads up to one of `ends`, which is not consumed.
  std::optional<std::string> until(std::string_view ends, int depth) {
    if (depth > most_nesting)
      return std::nullopt;
    std::string out;
    while (position_ < text_.size() && ends.find(text_[position_]) == std::string_view::npos) {
      if (skips_what_is_of_no_use() || takes_operator(out))
        continue;
      const char c = text_[position_];
      if (c == '<') {
        if (!takes_arguments(out, depth))
          return std::nullopt;
      } else if (c == '(' || c == '{' || c == '[') {
        if (!takes_group(out, c == '(' ? ')' : c == '{' ? '}' : ']', depth))
          return std::nullopt;
      } else if (c == '>' || c == ')' || c == '}' || c == ']') {
        return std::nullopt;
      } else {
        out += c;
        ++position_;
        drop_inline_namespace(out);
      }
    }
    return out;
  }

  [[nodiscard]] bool follows(std::string_view word) const { return text_.substr(position_).starts_with(word); }

  bool skips_what_is_of_no_use() {
    constexpr std::string_view tag = "[abi:";
    const std::size_t end = follows(tag) ? text_.find(']', position_) : std::string_view::npos;
    if (end == std::string_view::npos)
      return false;
    position_ = end + 1;
    return true;
  }

  /// Reads "->" and names of operators that look like brackets.
  bool takes_operator(std::string &out) {
    std::string_view taken;
    if (follows("->"))
      taken = "->";
    if (follows("operator") && (out.empty() || !is_of_name(out.back()) || out.back() == ':'))
      for (const std::string_view name :
           {"operator<=>", "operator<<=", "operator>>=", "operator->*", "operator<<", "operator>>",
            "operator<=", "operator>=", "operator->", "operator()", "operator[]", "operator<", "operator>", "operator"})
        if (taken.empty() && follows(name))
          taken = name;
    out += taken;
    position_ += taken.size();
    return !taken.empty();
  }

  static void drop_inline_namespace(std::string &out) {
    for (const std::string_view name : inline_namespaces)
      if (out.ends_with(name) && (out.size() == name.size() || !is_of_name(out[out.size() - name.size() - 1])))
        out.resize(out.rfind("::", out.size() - 3) + 2);
  }

  bool takes_group(std::string &out, char end, int depth) {
    out += text_[position_++];
    const std::optional<std::string> inside = until(std::string_view(&end, 1), depth + 1);
    if (!inside || position_ == text_.size())
      return false;
    out += *inside + end;
    ++position_;
    return true;
  }

  bool takes_arguments(std::string &out, int depth) {
    std::vector<std::string> arguments;
    do {
      position_ += 1;
      while (follows(" "))
        ++position_;
      std::optional<std::string> argument = until(",>", depth + 1);
      if (!argument || position_ == text_.size())
        return false;
      while (!argument->empty() && argument->back() == ' ')
        argument->pop_back();
      arguments.push_back(*std::move(argument));
    } while (text_[position_] == ',');
    ++position_;
    std::size_t begin = out.size();
    while (begin > 0 && is_of_name(out[begin - 1]))
      --begin;
    const std::string name = out.substr(begin);
    constexpr std::string_view standard = "std::";
    if (name.starts_with(standard)) {
      const std::string below = name.substr(standard.size());
      drop_defaults(below, arguments);
      if (const std::string own = own_name_of(below, arguments); !own.empty()) {
        out.replace(begin, std::string::npos, std::string(standard) + own);
        return true;
      }
    }
    out += '<';
    for (std::size_t i = 0; i < arguments.size(); ++i)
      out += (i > 0 ? ", " : "") + arguments[i];
    out += '>';
    return true;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

} // namespace

std::string short_cxx_name(std::string_view demangled) {
  if (demangled.size() > most_text)
    return std::string(demangled);
  return Reader(demangled).all().value_or(std::string(demangled));
}

namespace {

/// The position of the parameter list at the end of a signature; npos if there is none.
std::size_t begin_of_parameters(const std::string &signature) {
  const std::size_t end = signature.rfind(')');
  int depth = 0;
  for (std::size_t i = end; i != std::string::npos; i = i == 0 ? std::string::npos : i - 1) {
    depth += signature[i] == ')' ? 1 : signature[i] == '(' ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return std::string::npos;
}

std::string without_parameters(std::string signature) {
  const std::size_t parameters = begin_of_parameters(signature);
  const bool is_name = signature.ends_with("operator()");
  if (!is_name && parameters != std::string::npos && parameters > 0)
    signature.resize(parameters);
  return signature;
}

/// Symbols of templates include the return type. Blanks after "operator" belong to the name: "operator new", "operator
/// bool".
std::size_t end_of_return_type(const std::string &name) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && name.compare(i, 8, "operator") == 0 && (i == 0 || name[i - 1] == ':' || name[i - 1] == ' '))
      return begin;
    depth += std::string_view("<({[").find(name[i]) != std::string_view::npos   ? 1
             : std::string_view(">)}]").find(name[i]) != std::string_view::npos ? -1
                                                                                : 0;
    if (depth == 0 && name[i] == ' ')
      begin = i + 1;
  }
  return depth == 0 ? begin : 0;
}

/// Removes ".constprop.0" and similar suffixes that compilers append to the names of function clones.
std::string without_kind_of_copy(const std::string &symbol) {
  std::string_view name = symbol;
  for (bool is_shorter = true; is_shorter;) {
    is_shorter = false;
    const std::string_view numbered = name.substr(0, name.find_last_not_of("0123456789") + 1);
    for (const std::string_view kind : {".constprop.", ".isra.", ".part.", ".lto_priv.", ".llvm.", ".cold"}) {
      const std::string_view stem = kind == ".cold" ? name : numbered;
      const bool has_number = kind == ".cold" || numbered.size() < name.size();
      if (has_number && stem.ends_with(kind) && stem.size() > kind.size()) {
        name = stem.substr(0, stem.size() - kind.size());
        is_shorter = true;
        break;
      }
    }
  }
  return std::string(name);
}

/// "pdv_kernel_module::pdv_kernel" for gfortran's "__pdv_kernel_module_MOD_pdv_kernel"; empty if the symbol has another
/// form.
std::string name_of_fortran(std::string_view symbol) {
  constexpr std::string_view begin = "__";
  constexpr std::string_view between = "_MOD_";
  const std::size_t at = symbol.find(between);
  if (!symbol.starts_with(begin) || at == std::string_view::npos || at <= begin.size() ||
      at + between.size() >= symbol.size())
    return "";
  return format_text("{}::{}", symbol.substr(begin.size(), at - begin.size()), symbol.substr(at + between.size()));
}

} // namespace

std::string readable_name(const std::string &symbol) {
  if (symbol.ends_with(')')) // already a signature, of a Windows function
    return without_parameters(short_cxx_name(symbol));
  if (!symbol.starts_with("_Z")) {
    std::string name = without_kind_of_copy(symbol);
    const std::string of_fortran = name_of_fortran(name);
    return of_fortran.empty() ? name : of_fortran;
  }
  const std::optional<std::string> signature = demangled(symbol);
  if (!signature)
    return symbol;
  const std::string text = without_parameters(short_cxx_name(*signature));
  return text.substr(end_of_return_type(text));
}

} // namespace osaca
