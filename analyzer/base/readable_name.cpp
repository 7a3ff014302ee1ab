#include "base/readable_name.h"

#include "base/demangled.h"
#include "base/short_cxx_name.h"

#include <optional>
#include <string_view>

namespace osaca {
namespace {

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

std::string without_parameters(std::string signature) {
  const std::size_t parameters = begin_of_parameters(signature);
  const bool is_name = signature.ends_with("operator()");
  if (!is_name && parameters != std::string::npos && parameters > 0)
    signature.resize(parameters);
  return signature;
}

/// Templates have theirs in their names. Blanks after "operator" belong to the name: "operator new", "operator bool".
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

/// Without ".constprop.0" and the like, which compilers put behind the names of copies that they make of a function.
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

/// "pdv_kernel_module::pdv_kernel" for gfortran's "__pdv_kernel_module_MOD_pdv_kernel"; nothing if it is no such name.
std::string name_of_fortran(std::string_view symbol) {
  constexpr std::string_view begin = "__";
  constexpr std::string_view between = "_MOD_";
  const std::size_t at = symbol.find(between);
  if (!symbol.starts_with(begin) || at == std::string_view::npos || at <= begin.size() ||
      at + between.size() >= symbol.size())
    return "";
  return std::string(symbol.substr(begin.size(), at - begin.size())) +
         "::" + std::string(symbol.substr(at + between.size()));
}

} // namespace

std::string readable_name(const std::string &symbol) {
  if (symbol.ends_with(')')) // a signature already: of a Windows function
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
