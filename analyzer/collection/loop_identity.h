// What tells loops apart, and what they have in common, from build to build: names, source text, opcodes, machine code.
#pragma once

#include "collection/ignore_comments.h"
#include "report/report.h"

#include <string>

namespace osaca {

// What tells loops apart, and what they have in common, from build to build.

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

// A loop's machine code as something to compare from build to build.

/// The instruction as it is written, without what the linker or code elsewhere decides: names and addresses of labels,
/// and of constants beside the code.
[[nodiscard]] std::string normalised_instruction(const InstructionLine &line);

/// Of all instructions of a kernel: the same hash, the same code.
[[nodiscard]] std::string code_hash_of(const KernelReport &kernel);

} // namespace osaca
