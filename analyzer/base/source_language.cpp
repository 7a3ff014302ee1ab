#include "base/source_language.h"

#include <algorithm>
#include <array>
#include <string>

namespace osaca {

SourceLanguage source_language(std::string_view file_name) {
  constexpr std::array fixed = {"f", "for", "ftn", "fpp", "f77"};
  constexpr std::array free = {"f90", "f95", "f03", "f08", "f18", "f23"};
  constexpr std::array others = {"s", "asm", "rs", "go", "zig", "d", "ada", "adb", "ads", "pas"};
  const std::size_t dot = file_name.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : file_name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  const auto is_one_of = [&ending](const auto &endings) { return std::ranges::find(endings, ending) != endings.end(); };
  return is_one_of(fixed)    ? SourceLanguage::fixed_fortran
         : is_one_of(free)   ? SourceLanguage::fortran
         : is_one_of(others) ? SourceLanguage::other
                             : SourceLanguage::like_c;
}

} // namespace osaca
