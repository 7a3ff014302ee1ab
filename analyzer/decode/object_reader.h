// The executable sections of an ELF file -> statements.
#pragma once

#include "decode/assembly_reader.h"
#include "decode/line_table.h"

#include <llvm/Object/ELFObjectFile.h>

namespace osaca {

struct ReadObject {
  ReadUnit read;
  std::vector<CodeAddress> addresses; ///< parallel to the instructions
};

[[nodiscard]] Expected<ReadObject> read_object(const llvm::object::ELFObjectFileBase &file, const LlvmTarget &target,
                                               const std::string &name, const std::string &features_cpu);

} // namespace osaca
