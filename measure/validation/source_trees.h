// Source code of others as input of a validation: folders and packages, and the files in them that compilers translate.
#pragma once

#include "base/expected.h"
#include "driver/programs/compilers.h"
#include "measure/validation/compile_flags.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::validation {

struct SourceFile {
  std::string path;
  driver::CompilerLanguage language = driver::CompilerLanguage::c;
};

struct SourceTree {
  std::string name; ///< of the package or folder, for reports
  std::string folder;
  std::vector<SourceFile> files;      ///< in an order that depends on their paths below the folder only
  std::vector<std::string> headers;   ///< paths of all headers, sorted
  std::vector<std::string> templates; ///< paths of files from which a configure script makes others: config.h.in
  bool has_config_header = false;     ///< one of the headers is called config.h
  CompileFlags flags = {};            ///< of all files called compile_commands.json
};

/// The language by the name's ending; empty: it is not a source file.
[[nodiscard]] std::optional<driver::CompilerLanguage> language_of_source(std::string_view path);

/// All sources below a folder. Files of more than 2 MiB and links are left out. The files are shuffled by the
/// fingerprints of their paths, so that the first of them are a sample. Error: there is no source file.
[[nodiscard]] Expected<SourceTree> source_tree(const std::string &folder);

/// The folder with the source of a Debian package: the one in `folder`, or, if that is empty, a new one that 'apt-get
/// source' makes there. The package is then configured, by its configure script or by CMake, so that the headers which
/// that generates exist; without success it stays as it is. Error: the name is not one of a package, or apt-get failed.
[[nodiscard]] Expected<std::string> source_of_package(const std::string &package, const std::string &folder);

} // namespace osaca::measure::validation
