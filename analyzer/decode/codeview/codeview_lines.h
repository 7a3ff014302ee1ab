// Source lines of CodeView, the debug information of MSVC and clang-cl: in objects the sections .debug$S, in program
// databases a part of each module. Both are lists of subsections; LLVM's documentation of the PDB format describes
// them.
#pragma once

#include "decode/image/line_files.h"
#include "decode/image/line_table.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace osaca {

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
