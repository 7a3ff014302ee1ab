// What a program database (.pdb) tells of its program: functions and source lines. LLVM's documentation of the PDB
// format describes it.
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
  std::uint64_t size_bytes = 0; ///< 0: not told
  std::string name; ///< a symbol ("?f@@YAXXZ"), or of functions that no other file sees what the source calls them
};

struct ProgramDatabase {
  std::vector<DatabaseFunction> functions;
  LineRows lines;
};

/// `program`: the linked file that it belongs to. What is damaged is read as far as it makes sense.
[[nodiscard]] ProgramDatabase read_program_database(std::string_view bytes, const CoffFile &program);

} // namespace osaca
