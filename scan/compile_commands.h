// compile_commands.json -> the translation units to read, with command lines that Clang can follow.
#pragma once

#include "base/expected.h"

#include <string>
#include <vector>

namespace osaca::scan {

struct Unit {
  std::string directory; ///< where its compiler runs; absolute
  std::string file;      ///< absolute
  std::vector<std::string> arguments;
};

struct Database {
  std::string folder; ///< where the file lies; absolute, without symbolic links
  std::vector<Unit> units;
  int other_languages = 0; ///< entries that are neither C nor C++
};

/// `path` is compile_commands.json or its folder; empty: the current folder or build/ in it. Entries that occur twice
/// are taken once. The command lines hold what scan/parsing_options.h lets through.
[[nodiscard]] Expected<Database> read_database(const std::string &path);

/// The command line without the words that `complaints` of Clang's driver quote (options that it does not know, CPUs
/// it has never heard of); the same size if there is none.
[[nodiscard]] std::vector<std::string> without_rejected(const std::vector<std::string> &arguments,
                                                        const std::vector<std::string> &complaints);

} // namespace osaca::scan
