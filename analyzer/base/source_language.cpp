#include "base/source_language.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace osaca {

namespace {

/// In lower case; empty: there is none.
std::string extension_of(std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  return lower_cased(dot == std::string_view::npos ? "" : file_name.substr(dot + 1));
}

} // namespace

bool is_compiled_source(std::string_view file_name) {
  constexpr std::array like_c = {"c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "ipp", "tcc"};
  const std::string ending = extension_of(file_name);
  return is_fortran(source_language(file_name)) || std::ranges::find(like_c, ending) != like_c.end();
}

SourceLanguage source_language(std::string_view file_name) {
  constexpr std::array fixed = {"f", "for", "ftn", "fpp", "f77"};
  constexpr std::array free = {"f90", "f95", "f03", "f08", "f18", "f23"};
  constexpr std::array others = {"s", "asm", "rs", "go", "zig", "d", "ada", "adb", "ads", "pas"};
  const std::string ending = extension_of(file_name);
  const auto is_one_of = [&ending](const auto &endings) { return std::ranges::find(endings, ending) != endings.end(); };
  return is_one_of(fixed)    ? SourceLanguage::fixed_fortran
         : is_one_of(free)   ? SourceLanguage::fortran
         : is_one_of(others) ? SourceLanguage::other
                             : SourceLanguage::like_c;
}

} // namespace osaca
