// Reads Windows objects and programs into an ObjectImage: their code with symbols and relocations, their functions with
// demangled names, and source lines.
#pragma once

#include "base/expected.h"
#include "container/coff.h"
#include "decode/image/code_section.h"
#include "decode/image/line_table.h"
#include "decode/image/object_image.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Names of C++ functions, from the symbols that MSVC and clang-cl generate.

/// The names of one file. A few bytes of a symbol can expand to any amount of text, because a digit repeats an earlier
/// part, which may contain repetitions itself. Therefore the amount of text per symbol and per file is limited.
class WindowsNames {
public:
  /// The symbol "?solve@sim@@YAXPEAN@Z" gets the name "sim::solve(double*)" and keeps its symbol as an alias. Other
  /// names are unchanged, as are those that could become too long.
  [[nodiscard]] Symbol function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes);

private:
  [[nodiscard]] std::string signature_of(const std::string &symbol);

  NameBudget signatures_;
  std::size_t left_to_write_ = std::size_t{4} << 30U;
};

// The code of Windows files with its symbols and relocations.

/// CodeSection::index counts from 1, as in symbols.
[[nodiscard]] std::vector<CodeSection> coff_code_sections(std::string_view bytes, const CoffFile &file);

void add_coff_symbols(const CoffFile &file, const std::vector<CoffSymbol> &symbols, NameBudget &names,
                      WindowsNames &names_of_functions, std::vector<CodeSection> &sections);

/// For objects only.
void add_coff_references(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols,
                         NameBudget &names, std::vector<CodeSection> &sections);

/// Adds the names under which a linked file exports functions. Without a program database, these are the only names.
void add_exports(std::string_view bytes, const CoffFile &file, NameBudget &names, WindowsNames &names_of_functions,
                 std::vector<CodeSection> &sections);

/// The functions of a linked file, sorted, from its unwinding table (.pdata). The table lists all functions except
/// those that make no calls and keep nothing on the stack. Microsoft's "x64 exception handling" and "ARM64 exception
/// handling" describe it.
[[nodiscard]] std::vector<AddressRange> windows_unwinding_ranges(std::string_view bytes, const CoffFile &file);

/// The lines of an object or linked file, from DWARF (.debug_line) or CodeView (.debug$S).
[[nodiscard]] LineRows coff_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols);

/// Reads an object (COFF) or a linked file (PE). `database` holds the bytes of its program database, with the names and
/// lines of a linked file; empty: none. Unreadable parts of the database are ignored. Errors (without line and column):
/// the file cannot be read, or its code is for an unsupported CPU.
[[nodiscard]] Expected<ObjectImage> coff_image(std::string_view bytes, std::string_view database);

} // namespace osaca
