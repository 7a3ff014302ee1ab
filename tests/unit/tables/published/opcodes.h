// What LLVM's assembler makes of the assembly text of a row: an independent check of the translation.
#pragma once

#include "measure/tables/example_forms.h"
#include "measure/tables/published_table.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca::measure {

/// LLVM's opcode; "" if the assembler rejects the text.
inline std::string opcode_in(const std::string &assembly, Isa isa) {
  auto finder = OpcodeFinder::create(isa);
  if (!finder)
    return "";
  OpcodeFinder opcodes = *std::move(finder);
  const auto found = opcodes.find(assembly);
  return found ? record_of(*found, isa).opcode : "";
}

/// The row with this name; fails the test if there is none.
inline PublishedRow row_named(const PublishedTable &table, const std::string &name) {
  for (const PublishedRow &row : table.rows)
    if (row.name == name)
      return row;
  ADD_FAILURE() << "no row " << name;
  return {};
}

} // namespace osaca::measure
