// Source lines and inlined functions of CodeView, the debug information of MSVC and clang-cl.
#pragma once

#include "decode/image/code_section.h"
#include "decode/image/line_table.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

// Where inlined functions are, by CodeView's symbols: the records S_INLINESITE, each inside of that of its function.
// The line tables only say the lines of calls there.

/// A line of a source file, which is named by its place among the checksums of files.
struct CodeViewLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

/// Code that comes from one line of an inlined function.
struct InlinedCode {
  CodeAddress begin;
  std::uint64_t size_bytes = 0;
  CodeViewLine line;
};

/// Where an inlined function begins in the source, by its number: subsection "inlinee lines".
using Inlinees = std::unordered_map<std::uint32_t, CodeViewLine>;
void add_inlinees(std::string_view subsection, Inlinees &inlinees);

/// Of one unit; far more than compilers make.
constexpr std::size_t most_inlined_code = 2'000'000;

/// `symbols`: records; `locate`: where the function is whose record has two numbers for it at `place` among them. What
/// is inlined into inlined code comes behind that.
void add_inlined_code(std::string_view symbols, const Inlinees &inlinees,
                      const std::function<std::optional<CodeAddress>(std::uint64_t place, std::uint32_t offset,
                                                                     std::uint16_t segment)> &locate,
                      std::vector<InlinedCode> &found);

// Source lines of CodeView, the debug information of MSVC and clang-cl: in objects the sections .debug$S, in program
// databases a part of each module. Both are lists of subsections; LLVM's documentation of the PDB format describes
// them.

/// The subsections of one object.
struct CodeViewUnit {
  std::vector<std::string_view> parts; ///< lists of subsections
  std::string_view strings;            ///< names of files, if they are not among the subsections
  std::string_view symbols;            ///< records, if they are not among the subsections
};

/// Where code is that a part speaks of. `place`: of the part's bytes, where the two numbers stand;
/// CodeViewUnit::symbols counts as one more part, behind the others. Empty: nowhere.
using CodeViewLocate = std::function<std::optional<CodeAddress>(std::size_t part, std::uint64_t place,
                                                                std::uint32_t offset, std::uint16_t segment)>;

/// Adds the unit's lines; of inlined code those of the function that was inlined. Tables that are damaged are read as
/// far as they make sense.
void add_codeview_lines(const CodeViewUnit &unit, const CodeViewLocate &locate, LineFiles &files,
                        std::vector<LineSequence> &sequences);

} // namespace osaca
