// The executable sections of an ELF file.
#pragma once

#include "decode/image/code_section.h"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Object/ELFObjectFile.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

/// In the order of the file, which is that of addresses where there are any. Stubs that the linker made are left out:
/// they only jump elsewhere.
[[nodiscard]] std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file);

/// The symbols of another file about the same code: its debug information. In linked files addresses say where they
/// belong, in others the sections' numbers.
void add_symbols(const llvm::object::ELFObjectFileBase &file, std::vector<CodeSection> &sections);

/// What the linker's stubs of a linked file jump to, by the stubs' addresses: "abort".
[[nodiscard]] std::unordered_map<std::uint64_t, std::string> stub_names(const llvm::object::ELFObjectFileBase &file,
                                                                        const llvm::MCSubtargetInfo &subtarget);

} // namespace osaca
