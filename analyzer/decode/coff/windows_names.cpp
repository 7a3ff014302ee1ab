#include "decode/coff/windows_names.h"

#include <llvm/Demangle/Demangle.h>

#include <cstdlib>
#include <memory>
#include <utility>

namespace osaca {
namespace {

// The demangler recurses; real names of templates stay far below.
constexpr std::size_t longest_mangled_bytes = 4096;

void replace_all(std::string &text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

/// As other compilers' demanglers write types: "char const*" is the one difference that stays.
std::string signature_of(const std::string &symbol) {
  constexpr auto only_the_name =
      llvm::MSDemangleFlags(llvm::MSDF_NoAccessSpecifier | llvm::MSDF_NoCallingConvention | llvm::MSDF_NoReturnType |
                            llvm::MSDF_NoMemberType | llvm::MSDF_NoVariableType);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      llvm::microsoftDemangle(symbol, nullptr, &status, only_the_name), &std::free);
  if (status != 0 || !text)
    return {};
  std::string signature = text.get();
  for (const std::string_view tag : {"class ", "struct ", "union ", "enum "})
    replace_all(signature, tag, "");
  replace_all(signature, " *", "*");
  replace_all(signature, " &", "&");
  replace_all(signature, "(void)", "()");
  if (const std::size_t end = signature.rfind(')'); end != std::string::npos)
    signature.resize(end + 1); // without "const" and the like
  return signature;
}

} // namespace

Symbol windows_function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes) {
  if (symbol.starts_with('#')) // of ARM64EC: "#triad" is the code that x64 code does not call
    symbol.erase(0, 1);
  if (!symbol.starts_with('?') || symbol.size() > longest_mangled_bytes)
    return {std::move(symbol), kind, size_bytes, {}};
  std::string signature = signature_of(symbol);
  if (signature.empty())
    return {std::move(symbol), kind, size_bytes, {}};
  return {std::move(signature), kind, size_bytes, {std::move(symbol)}};
}

} // namespace osaca
