// Source lines and inlined functions from CodeView, the debug information of MSVC and clang-cl.
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

// Inlined functions. For each inlined call, a symbol record S_INLINESITE is nested in the record of the calling
// function. These records are needed, because the line tables contain only the lines of the calls.

/// A line of a source file. The file is given by its offset in the subsection with the checksums of files.
struct CodeViewLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

/// Code generated from one line of an inlined function.
struct InlinedCode {
  CodeAddress begin;
  std::uint64_t size_bytes = 0;
  CodeViewLine line;
};

/// The first source line of each inlined function, by function number. It is read from the subsection "inlinee lines".
using Inlinees = std::unordered_map<std::uint32_t, CodeViewLine>;
void add_inlinees(std::string_view subsection, Inlinees &inlinees);

/// Limit for one unit, far above what compilers generate.
constexpr std::size_t most_inlined_code = 2'000'000;

/// `symbols` is a list of records. `locate` returns the address of the function whose record has `offset` and `segment`
/// at position `place`. If inlined code contains further inlined code, the outer code precedes the inner code in
/// `found`.
void add_inlined_code(std::string_view symbols, const Inlinees &inlinees,
                      const std::function<std::optional<CodeAddress>(std::uint64_t place, std::uint32_t offset,
                                                                     std::uint16_t segment)> &locate,
                      std::vector<InlinedCode> &found);

// Source lines. In objects they are in the sections .debug$S, in program databases in a part of each module. Both are
// lists of subsections, which LLVM's documentation of the PDB format describes.

/// The subsections of one object.
struct CodeViewUnit {
  std::vector<std::string_view> parts; ///< lists of subsections
  std::string_view strings;            ///< file names, if they are not in a subsection
  std::string_view symbols;            ///< symbol records, if they are not in a subsection
};

/// Returns the code address that `offset` and `segment` refer to. They are stored at position `place` of the part with
/// index `part`; CodeViewUnit::symbols counts as one more part after the others. Empty: no such address.
using CodeViewLocate = std::function<std::optional<CodeAddress>(std::size_t part, std::uint64_t place,
                                                                std::uint32_t offset, std::uint16_t segment)>;

/// Adds the lines of the unit. Inlined code gets the lines of the function that was inlined. Damaged tables are read as
/// far as they are valid.
void add_codeview_lines(const CodeViewUnit &unit, const CodeViewLocate &locate, LineFiles &files,
                        std::vector<LineSequence> &sequences);

} // namespace osaca
