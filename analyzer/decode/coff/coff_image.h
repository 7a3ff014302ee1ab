// Objects and programs of Windows -> ObjectImage: their code with its symbols and relocations, functions, what these
// are called, and source lines.
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

// What C++ functions are called, from the names that MSVC and clang-cl give their symbols.

/// Of one file: a few bytes of a symbol can stand for any amount of text, as parts of it may be repeated by a digit,
/// and parts of those. So what is made of one symbol and of all is bounded.
class WindowsNames {
public:
  /// "?solve@sim@@YAXPEAN@Z" is called "sim::solve(double*)", and has its symbol as another name. Other names stay, and
  /// so do those that could become too long.
  [[nodiscard]] Symbol function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes);

private:
  [[nodiscard]] std::string signature_of(const std::string &symbol);

  NameBudget signatures_;
  std::size_t left_to_write_ = std::size_t{4} << 30U;
};

// The code of Windows' files with its symbols and relocations.

/// CodeSection::index counts from 1, as symbols do.
[[nodiscard]] std::vector<CodeSection> coff_code_sections(std::string_view bytes, const CoffFile &file);

void add_coff_symbols(const CoffFile &file, const std::vector<CoffSymbol> &symbols, NameBudget &names,
                      WindowsNames &names_of_functions, std::vector<CodeSection> &sections);

/// Of an object.
void add_coff_references(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols,
                         NameBudget &names, std::vector<CodeSection> &sections);

/// The names under which a linked file offers its functions to others: all that is left of names without a program
/// database.
void add_exports(std::string_view bytes, const CoffFile &file, NameBudget &names, WindowsNames &names_of_functions,
                 std::vector<CodeSection> &sections);

/// Where functions of a linked file are, by its table for unwinding the stack (.pdata), which lists all but those that
/// call nothing and keep nothing on the stack; sorted. Microsoft's "x64 exception handling" and "ARM64 exception
/// handling" describe it.
[[nodiscard]] std::vector<AddressRange> windows_unwinding_ranges(std::string_view bytes, const CoffFile &file);

/// Of an object or linked file: DWARF's (.debug_line), or CodeView's (.debug$S).
[[nodiscard]] LineRows coff_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols);

/// Of an object (COFF) or a linked file (PE). `database`: the bytes of its program database, which has the names and
/// lines of a linked one; empty: there is none; what cannot be read of it is not there. Errors (without a place): it
/// cannot be read, or code for another CPU.
[[nodiscard]] Expected<ObjectImage> coff_image(std::string_view bytes, std::string_view database);

} // namespace osaca
