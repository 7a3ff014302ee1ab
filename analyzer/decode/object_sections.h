// The executable sections of an ELF file with what its tables say about their addresses.
#pragma once

#include <llvm/Object/ELFObjectFile.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace osaca {

/// What LLVM reports as wrong here is left out: tables of objects are optional.
template <class T> std::optional<T> value_or_nothing(llvm::Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

struct Symbol {
  std::string name;
  bool is_function = false;
};

/// What a relocation puts into an instruction.
struct Reference {
  std::uint64_t place = 0;
  std::string symbol;
  std::int64_t addend = 0;
  std::optional<std::uint64_t> address; ///< where it leads, if that is in the same section
};

/// One executable section.
struct CodeSection {
  std::string name;
  std::uint64_t index = 0;
  std::uint64_t address = 0;
  std::span<const std::uint8_t> bytes;
  std::map<std::uint64_t, Symbol> symbols;        ///< by address; functions win
  std::map<std::uint64_t, bool> data_begins;      ///< AArch64, RISC-V: from here data (true) or code (false)
  std::map<std::uint64_t, Reference> references;  ///< by address
};

[[nodiscard]] std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file);

} // namespace osaca
