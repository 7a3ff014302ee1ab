// The translation units of a project, with command lines that Clang's parser can follow.
#pragma once

#include "base/expected.h"

#include <string>
#include <vector>

namespace osaca::scan {

// Which options of a compile command reach Clang's parser. The list names what is allowed, so an option that nobody
// thought of is dropped: a scan must not write the files that a compilation would write.

/// `command` without the options that do not change what the source means: outputs, diagnostics, plugins, code
/// generation, linking. The rule also covers options passed on with -Xclang, -Xpreprocessor, -Wp, and /clang:. The only
/// input that is kept is `file`, an absolute path, or if that is none of them the first source; relative inputs are
/// resolved in `directory`. Response files must be expanded before.
[[nodiscard]] std::vector<std::string> parsing_options(const std::vector<std::string> &command, const std::string &file,
                                                       const std::string &directory);

/// `path`, if relative resolved in `folder`, without "." and "..".
[[nodiscard]] std::string absolute_path(const std::string &path, const std::string &folder);

// compile_commands.json -> the translation units to read, with command lines that Clang can follow.

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
/// are taken once. The command lines hold what scan/compile_commands.h lets through.
[[nodiscard]] Expected<Database> read_database(const std::string &path);

/// The command line without the words that `complaints` of Clang's driver quote (options that it does not know, CPUs
/// it has never heard of); the same size if there is none.
[[nodiscard]] std::vector<std::string> without_rejected(const std::vector<std::string> &arguments,
                                                        const std::vector<std::string> &complaints);

} // namespace osaca::scan
