// The options of a build system, for files that are compiled without it: from compile_commands.json.
#pragma once

#include "base/expected.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::validation {

/// For each source file, by its absolute path without "." and "..": the options that change what the source means. If
/// the build system compiles a file several times, the first one counts.
using CompileFlags = std::map<std::string, std::vector<std::string>>;

/// `text`: the contents of the database `name`. Kept are include folders (made absolute), included files, macros and
/// the language standard; not outputs, warnings, optimisation and the target. Error: it is not a compilation database.
[[nodiscard]] Expected<CompileFlags> compile_flags(std::string_view text, const std::string &name);

/// The words of a command as a POSIX shell splits it, without expansions.
[[nodiscard]] std::vector<std::string> words_of_command(std::string_view command);

} // namespace osaca::measure::validation
