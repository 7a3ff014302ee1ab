// Reads the functions and source lines of a program from its program database (.pdb). LLVM's documentation of the PDB
// format describes the format.
#pragma once

#include "container/coff.h"
#include "decode/image/line_table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct DatabaseFunction {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0; ///< 0: unknown
  std::string name;             ///< a symbol ("?f@@YAXXZ"); for functions local to a unit, the name in the source
};

struct ProgramDatabase {
  std::vector<DatabaseFunction> functions;
  LineRows lines;
};

/// `program` is the linked file that the database belongs to. Damaged parts are read as far as they are valid.
[[nodiscard]] ProgramDatabase read_program_database(std::string_view bytes, const CoffFile &program);

} // namespace osaca
