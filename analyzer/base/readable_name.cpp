#include "base/readable_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace osaca {
namespace {

// The demangler recurses; real names of templates stay far below.
constexpr std::size_t max_symbol = 4096;

/// Where the parameter list at the end of a signature begins; npos if there is none.
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

} // namespace

std::string readable_name(const std::string &symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > max_symbol)
    return symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> signature(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !signature)
    return symbol;
  const std::string text = signature.get();
  const std::size_t parameters = begin_of_parameters(text);
  return parameters == std::string::npos || parameters == 0 ? text : text.substr(0, parameters);
}

} // namespace osaca
