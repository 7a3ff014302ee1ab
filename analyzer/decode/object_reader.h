// The executable sections of an ELF file -> statements.
#pragma once

#include "decode/assembly_reader.h"

#include <llvm/Object/ELFObjectFile.h>

namespace osaca {

/// Where an instruction is, for the line table.
struct CodeAddress {
  std::uint64_t address = 0;
  std::uint64_t section = 0; ///< LLVM's index
};

struct ReadObject {
  ReadUnit read;
  std::vector<CodeAddress> addresses; ///< parallel to the instructions
};

[[nodiscard]] Expected<ReadObject> read_object(const llvm::object::ELFObjectFileBase &file, const LlvmTarget &target,
                                               const std::string &name, const ReadOptions &options);

} // namespace osaca
