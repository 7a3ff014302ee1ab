// Decodes a few lines of assembly and shows who reads and writes what, for tables of expectations.
#pragma once

#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::testing {

using Names = std::set<std::string>;

inline Names words(const std::string &text) {
  std::istringstream stream(text);
  Names found;
  for (std::string word; stream >> word;)
    found.insert(word);
  return found;
}

inline DecodeOptions whole_text(Isa isa, std::string_view text, bool intel = false) {
  DecodeOptions options;
  options.isa = isa;
  options.intel_syntax = intel;
  options.regions.mode = RegionSelection::Mode::lines;
  options.regions.lines = {{1, 1 + static_cast<int>(std::ranges::count(text, '\n'))}};
  return options;
}

/// The instructions of `text` in order. Lines that cannot be read fail the test.
inline std::vector<Instruction> instructions_of(Isa isa, const std::string &text, bool intel = false) {
  const auto decoded = decode_assembly(text, "lines.s", whole_text(isa, text, intel));
  if (!decoded) {
    ADD_FAILURE() << text << ": " << decoded.error().text();
    return {};
  }
  for (const Error &problem : decoded->problems)
    ADD_FAILURE() << text << ": " << problem.text();
  return decoded->kernels.front().instructions;
}

inline Instruction instruction_of(Isa isa, const std::string &text, bool intel = false) {
  const std::vector<Instruction> all = instructions_of(isa, text, intel);
  if (all.size() == 1)
    return all.front();
  ADD_FAILURE() << text << ": " << all.size() << " instructions";
  return {};
}

/// What one instruction does, without the order of its operands. Registers that always read the same are left out.
struct Effects {
  Names reads; ///< registers of addresses too
  Names writes;
  Names memory; ///< "load8", "store8", "load0" where the vector length decides
  Names address_updates;
  friend bool operator==(const Effects &, const Effects &) = default;
};

inline Effects effects_of(const Instruction &instruction) {
  Effects found;
  const auto add = [](Names &names, const SharedRegister &reg) {
    if (reg && !reg->units.empty())
      names.insert(reg->name);
  };
  for (const Operand &operand : instruction.operands) {
    if (const Register *reg = as_register(operand)) {
      if (operand.read)
        add(found.reads, *reg);
      if (operand.written)
        add(found.writes, *reg);
      if (operand.address_update)
        add(found.address_updates, *reg);
    }
    if (const MemoryOperand *memory = as_memory(operand)) {
      add(found.reads, memory->base);
      add(found.reads, memory->index);
      const std::string width = std::to_string(memory->width_bytes);
      if (operand.read)
        found.memory.insert("load" + width);
      if (operand.written)
        found.memory.insert("store" + width);
    }
  }
  return found;
}

inline std::ostream &operator<<(std::ostream &out, const Effects &effects) {
  const auto list = [&out](const char *title, const Names &names) {
    out << title;
    for (const std::string &name : names)
      out << ' ' << name;
  };
  list("reads:", effects.reads);
  list(", writes:", effects.writes);
  list(", memory:", effects.memory);
  list(", address updates:", effects.address_updates);
  return out;
}

/// One line of a truth table.
struct Row {
  const char *text;
  const char *reads;
  const char *writes;
  const char *memory = "";
  const char *address_updates = "";
};

inline void expect_effects(Isa isa, const std::vector<Row> &rows) {
  for (const Row &row : rows)
    EXPECT_EQ(effects_of(instruction_of(isa, row.text)),
              (Effects{words(row.reads), words(row.writes), words(row.memory), words(row.address_updates)}))
        << row.text;
}

} // namespace osaca::testing
