#include "decode/coff/windows_names.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace osaca {
namespace {

// The demangler recurses; real names of templates stay far below.
constexpr std::size_t longest_mangled_bytes = 4096;
// Of all that is written for a symbol, counted in characters of symbols. The demangler ends the process where memory
// ends.
constexpr std::size_t most_written = std::size_t{1} << 24U;
// What is longer is not read any more.
constexpr std::size_t longest_signature_bytes = 16384;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a digit behind this character is certainly a part of a name or number: there are small letters in names
/// only.
bool goes_on_behind(char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '$'; }

/// No less than the demangler may write, from its grammar: a digit stands for a part that is complete, so for no more
/// than all before it. Between digits that stand side by side no part becomes complete. Templates are written once more
/// to be remembered, also those around others.
bool may_become_too_long(std::string_view symbol) {
  std::size_t templates = 1;
  for (std::size_t at = symbol.find("?$"); at != std::string_view::npos; at = symbol.find("?$", at + 2))
    ++templates;
  std::size_t written = symbol.size() * templates;
  for (std::size_t at = 0; at < symbol.size() && written <= most_written;) {
    const std::size_t begin = at;
    while (at < symbol.size() && is_digit(symbol[at]))
      ++at;
    if (at > begin && (begin == 0 || !goes_on_behind(symbol[begin - 1])))
      written *= 1 + (at - begin);
    at = std::max(at, begin + 1);
  }
  return written > most_written;
}

void replace_all(std::string &text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

} // namespace

/// As other compilers' demanglers write types: "char const*" is the one difference that stays.
std::string WindowsNames::signature_of(const std::string &symbol) {
  constexpr auto only_the_name =
      llvm::MSDemangleFlags(llvm::MSDF_NoAccessSpecifier | llvm::MSDF_NoCallingConvention | llvm::MSDF_NoReturnType |
                            llvm::MSDF_NoMemberType | llvm::MSDF_NoVariableType);
  if (symbol.size() > longest_mangled_bytes || may_become_too_long(symbol) || left_to_write_ == 0)
    return {};
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      llvm::microsoftDemangle(symbol, nullptr, &status, only_the_name), &std::free);
  if (status != 0 || !text)
    return {};
  std::string signature = text.get();
  left_to_write_ -= std::min(signature.size(), left_to_write_);
  if (signature.size() > longest_signature_bytes)
    return {};
  for (const std::string_view tag : {"class ", "struct ", "union ", "enum "})
    replace_all(signature, tag, "");
  replace_all(signature, " *", "*");
  replace_all(signature, " &", "&");
  replace_all(signature, "(void)", "()");
  if (const std::size_t end = signature.rfind(')'); end != std::string::npos)
    signature.resize(end + 1); // without "const" and the like
  return signatures_.copy(signature);
}

Symbol WindowsNames::function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes) {
  if (symbol.starts_with('#')) // of ARM64EC: "#triad" is the code that x64 code does not call
    symbol.erase(0, 1);
  if (!symbol.starts_with('?'))
    return {std::move(symbol), kind, size_bytes, {}};
  std::string signature = signature_of(symbol);
  if (signature.empty())
    return {std::move(symbol), kind, size_bytes, {}};
  return {std::move(signature), kind, size_bytes, {std::move(symbol)}};
}

} // namespace osaca
