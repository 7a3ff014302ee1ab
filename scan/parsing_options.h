// Which options of a compile command reach Clang's parser. The list names what is allowed, so an option that nobody
// thought of is dropped: a scan must not write the files that a compilation would write.
#pragma once

#include <string>
#include <vector>

namespace osaca::scan {

/// `command` without the options that do not change what the source means: outputs, diagnostics, plugins, code
/// generation, linking. The rule also covers options passed on with -Xclang, -Xpreprocessor, -Wp, and /clang:. The only
/// input that is kept is `file`, an absolute path, or if that is none of them the first source; relative inputs are
/// resolved in `directory`. Response files must be expanded before.
[[nodiscard]] std::vector<std::string> parsing_options(const std::vector<std::string> &command, const std::string &file,
                                                       const std::string &directory);

/// `path`, if relative resolved in `folder`, without "." and "..".
[[nodiscard]] std::string absolute_path(const std::string &path, const std::string &folder);

} // namespace osaca::scan
