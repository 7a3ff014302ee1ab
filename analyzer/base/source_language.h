// The language of a source file, as far as its comments and loop statements depend on it.
#pragma once

#include <cstdint>
#include <string_view>

namespace osaca {

enum class SourceLanguage : std::uint8_t {
  like_c, ///< also if the extension is unknown
  fortran,
  fixed_fortran, ///< with a comment mark in the first column
  other
};

/// By the file's extension, in any case.
[[nodiscard]] SourceLanguage source_language(std::string_view file_name);

/// Whether the file's extension is one of C, C++ or Fortran, and not unknown.
[[nodiscard]] bool is_compiled_source(std::string_view file_name);

[[nodiscard]] constexpr bool is_fortran(SourceLanguage language) {
  return language == SourceLanguage::fortran || language == SourceLanguage::fixed_fortran;
}

} // namespace osaca
