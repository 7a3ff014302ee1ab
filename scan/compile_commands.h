// The translation units of a project, with command lines for Clang's parser.
#pragma once

#include "base/expected.h"

#include <string>
#include <vector>

namespace osaca::scan {

// Filters the options of a compile command for Clang's parser. Only listed options are kept, so that an unforeseen
// option cannot make a scan write the files that a compilation would write.

/// `command` without the options that do not change the meaning of the source: outputs, diagnostics, plugins, code
/// generation, linking. This includes options passed on with -Xclang, -Xpreprocessor, -Wp, and /clang:. The only input
/// that is kept is `file`, an absolute path, or the first source if `file` is not among the inputs. Relative inputs are
/// resolved in `directory`. Response files have to be expanded before the call.
[[nodiscard]] std::vector<std::string> parsing_options(const std::vector<std::string> &command, const std::string &file,
                                                       const std::string &directory);

/// `path`, resolved in `folder` if it is relative, without "." and "..".
[[nodiscard]] std::string absolute_path(const std::string &path, const std::string &folder);

// Reads the translation units from compile_commands.json.

struct CompileCommand {
  std::string directory; ///< the compiler's working folder; absolute
  std::string file;      ///< absolute
  std::vector<std::string> arguments;
};

struct Database {
  std::string folder; ///< the folder of the file; absolute, without symbolic links
  std::vector<CompileCommand> units;
  int other_languages = 0; ///< number of entries that are neither C nor C++
};

/// `path` is compile_commands.json or its folder; empty: the current folder or build/ in it. Duplicate entries are kept
/// once. The command lines are filtered as described above.
[[nodiscard]] Expected<Database> read_database(const std::string &path);

/// The command line without the options that Clang's driver rejected. They are recognised by the words that it quotes
/// in `complaints`, such as unknown options and CPUs. If none is rejected, the result has as many words as `arguments`.
[[nodiscard]] std::vector<std::string> without_rejected(const std::vector<std::string> &arguments,
                                                        const std::vector<std::string> &complaints);

} // namespace osaca::scan
