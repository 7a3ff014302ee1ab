#include "loops/function_names.h"

#include "base/name_matching.h"
#include "base/readable_name.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

namespace osaca {
namespace {

/// The suffixes that GCC and Clang append to the names of copies and parts of functions.
bool is_clone_suffix(std::string_view word) {
  constexpr std::array<std::string_view, 21> words = {
      "constprop", "isra",     "part",       "cold",    "lto_priv",  "localalias", "llvm",
      "__uniq",    "resolver", "ifunc",      "warm",    "hot",       "exit",       "clone",
      "str",       "_omp_fn",  "_omp_cpyfn", "default", "simdclone", "__part",     "specialized"};
  // Suffixes of functions that are compiled for several processors (target_clones).
  constexpr std::array<std::string_view, 8> targets = {"arch_", "avx", "sse", "fma", "bmi", "popcnt", "mmx", "ssse"};
  const bool is_number = !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number || std::ranges::find(words, word) != words.end() ||
         std::ranges::any_of(targets, [word](std::string_view begin) { return word.starts_with(begin); });
}

/// Names of Windows functions, and names in the text of Compiler Explorer, have already been demangled:
/// "sim::solve(double*)".
std::string signature_of(std::string_view symbol) {
  return contains(symbol, "(") ? std::string(symbol.substr(0, symbol.find(" [clone ")))
                               : demangled(symbol).value_or("");
}

/// Where the parameters of a demangled name begin; npos if it has none ("vtable for X").
std::size_t begin_of_parameters(std::string_view signature) {
  int depth = 0;
  for (std::size_t i = signature.rfind(')'); i != std::string_view::npos; i = i == 0 ? std::string_view::npos : i - 1) {
    depth += signature[i] == ')' ? 1 : signature[i] == '(' ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return std::string_view::npos;
}

/// Demangled names of templates begin with the return type.
std::string_view without_return_type(std::string_view name) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.substr(i).starts_with("operator"))
      break;
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ' ' && depth == 0)
      begin = i + 1;
  }
  return name.substr(begin);
}

/// "f" for "f<int>". Text between other brackets is kept.
std::string_view without_template_arguments(std::string_view name) {
  if (!name.ends_with('>') || name.find("operator") != std::string_view::npos)
    return name;
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += name[i] == '>' ? 1 : name[i] == '<' ? -1 : 0;
    if (depth == 0)
      return name.substr(0, i);
  }
  return name;
}

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// "std::vector<int>const&" for "std::vector<int> const &": only blanks that separate words are kept.
std::string without_optional_blanks(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ' ' && (out.empty() || !is_of_word(out.back()) || i + 1 == name.size() || !is_of_word(name[i + 1])))
      continue;
    out += name[i];
  }
  return out;
}

bool matches_spelling(const std::string &pattern, const std::string &spelling) {
  return spelling == pattern || glob_matches(pattern, spelling);
}

} // namespace

std::string_view without_clone_suffixes(std::string_view symbol) {
  while (true) {
    const std::size_t dot = symbol.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || !is_clone_suffix(symbol.substr(dot + 1)))
      return symbol;
    symbol = symbol.substr(0, dot);
  }
}

std::string hot_part_of(std::string_view symbol) {
  const std::size_t cold = symbol.rfind(".cold");
  if (cold == std::string_view::npos || cold == 0)
    return {};
  const std::string_view rest = symbol.substr(cold + 5);
  const bool is_suffix =
      rest.empty() || (rest.front() == '.' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
  return is_suffix ? std::string(symbol.substr(0, cold)) : std::string();
}

std::vector<std::string> spellings_of(const std::string &symbol) {
  std::vector<std::string> all{symbol};
  const auto add = [&all](std::string_view text) {
    if (!text.empty() && std::ranges::find(all, text) == all.end())
      all.emplace_back(text);
  };
  const std::string_view original = without_clone_suffixes(symbol);
  add(original);
  const std::string full_signature = signature_of(original);
  for (const std::string &signature : {full_signature, short_cxx_name(full_signature)}) {
    add(signature);
    if (const std::size_t parameters = begin_of_parameters(signature); parameters != std::string_view::npos) {
      const std::string_view name = without_return_type(std::string_view(signature).substr(0, parameters));
      add(signature.substr(static_cast<std::size_t>(name.data() - signature.data())));
      add(name);
      add(without_template_arguments(name));
    }
  }
  add(readable_name(symbol));
  add(readable_name(std::string(original)));
  return all;
}

bool has_wildcards(std::string_view pattern) { return pattern.find_first_of("*?") != std::string_view::npos; }

std::vector<std::string> with_scopes(const std::vector<std::string> &patterns,
                                     const std::vector<std::string> &functions) {
  std::vector<std::string> made = patterns;
  const FunctionPatterns all(patterns);
  std::set<std::size_t> plain; // patterns that may be replaced
  for (std::size_t p = 0; p < patterns.size(); ++p)
    if (!has_wildcards(patterns[p]) && patterns[p].find_first_of(":(") == std::string::npos)
      plain.insert(p);
  for (std::size_t f = 0; f < functions.size() && !plain.empty(); ++f)
    for (const std::size_t p : all.matching(functions[f]))
      plain.erase(p);
  std::map<std::size_t, std::set<std::string>> scoped; // by pattern
  for (std::size_t f = 0; f < functions.size() && !plain.empty(); ++f)
    for (const std::string &spelling : spellings_of(functions[f]))
      for (const std::size_t p : plain)
        if (spelling.ends_with("::" + patterns[p]))
          scoped[p].emplace(without_return_type(spelling));
  for (const auto &[pattern, names] : scoped)
    if (names.size() == 1)
      made[pattern] = *names.begin();
  return made;
}

FunctionPatterns::FunctionPatterns(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {
  std::ranges::transform(patterns_, std::back_inserter(dense_patterns_), without_optional_blanks);
}

std::vector<std::size_t> FunctionPatterns::matching(const std::string &symbol) const {
  std::vector<std::size_t> found;
  if (patterns_.empty() || symbol.empty())
    return found;
  const std::vector<std::string> spellings = spellings_of(symbol);
  std::vector<std::string> dense;
  for (const std::string &spelling : spellings)
    if (contains(spelling, " "))
      dense.push_back(without_optional_blanks(spelling));
  for (std::size_t p = 0; p < patterns_.size(); ++p) {
    const auto is_meant = [&](const std::string &spelling) { return matches_spelling(dense_patterns_[p], spelling); };
    if (std::ranges::any_of(spellings,
                            [&](const std::string &spelling) { return matches_spelling(patterns_[p], spelling); }) ||
        std::ranges::any_of(dense, is_meant) ||
        (dense_patterns_[p] != patterns_[p] && std::ranges::any_of(spellings, is_meant)))
      found.push_back(p);
  }
  return found;
}

} // namespace osaca
