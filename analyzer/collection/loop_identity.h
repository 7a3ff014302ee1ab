// What tells loops apart, and what they have in common, from build to build.
#pragma once

#include "collection/ignore_comments.h"
#include "report/report.h"

#include <string>

namespace osaca {

/// Between the parts of a key: the unit separator, which is in no name.
constexpr char key_separator = '\x1f';

/// The loop's statement; where no compiler told it, the place in the assembly.
[[nodiscard]] SourceLocation place_of(const KernelReport &kernel);

/// Same machine loop and path, on whatever core.
[[nodiscard]] std::string key_of_group(const KernelReport &kernel);
/// Same machine loop and core, whatever the path.
[[nodiscard]] std::string key_of_machine_loop(const KernelReport &kernel);

/// The loop statement's line without its blanks, hashed; empty if the source is not known.
[[nodiscard]] std::string source_text_hash_of(const SourceLocation &where, const SourceLines &sources);
[[nodiscard]] std::string opcodes_hash_of(const KernelReport &kernel);

} // namespace osaca
