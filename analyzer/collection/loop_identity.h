// The properties by which loops are identified within a build and between builds: names, source text, opcodes and
// machine code.
#pragma once

#include "base/fingerprint.h"
#include "base/index.h"
#include "collection/source_lines.h"
#include "report/report.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// Keys and hashes of a loop.

/// Separates the parts of a key: the unit separator character, which does not occur in names.
constexpr char key_separator = '\x1f';

/// The loop's statement; if the compiler did not report it, the loop's place in the assembly.
[[nodiscard]] const SourceLocation &place_of(const KernelReport &kernel);

/// Whether both are paths of the same machine loop on one core.
[[nodiscard]] bool is_same_machine_loop(const KernelReport &a, const KernelReport &b);

/// Whether it is another path through the machine loop of `paths`, which are indices into `loops`. Loops of two objects
/// may look like paths of one loop, but then they have the same numbers.
template <class Loops>
[[nodiscard]] bool is_other_path_of(const std::vector<int> &paths, const Loops &loops, const KernelReport &report) {
  return is_same_machine_loop(loops[at(paths.front())].report, report) && std::ranges::none_of(paths, [&](int path) {
           return loops[at(path)].report.path_number == report.path_number;
         });
}

/// Of the loop statement's line without white space; empty if the source is unknown.
[[nodiscard]] std::optional<Fingerprint> source_text_of(const SourceLocation &where, SourceCursor &sources);
/// `identity`, followed by what tells the loop from others at its location: where it is written, and its number. The
/// same as `identity` for most loops.
[[nodiscard]] Fingerprint with_origin(Fingerprint identity, const KernelReport &kernel,
                                      const std::optional<Fingerprint> &written_text);
/// The opcodes of all instructions, each followed by a separator.
[[nodiscard]] std::string opcodes_of(const KernelReport &kernel);
[[nodiscard]] Fingerprint fingerprint_of_opcodes(const KernelReport &kernel);
[[nodiscard]] bool have_same_opcodes(const KernelReport &a, const KernelReport &b);
/// Each opcode once.
[[nodiscard]] std::set<std::string> distinct_opcodes_of(const KernelReport &kernel);

// The machine code of a loop in a form that can be compared between builds.

/// The instruction's text without the parts that depend on the linker or on other code: names and addresses of labels
/// and of constants stored with the code.
[[nodiscard]] std::string normalised_instruction(const InstructionLine &line);

/// Of all normalised instructions of a kernel: equal for equal code.
[[nodiscard]] Fingerprint code_of(const KernelReport &kernel);

} // namespace osaca
