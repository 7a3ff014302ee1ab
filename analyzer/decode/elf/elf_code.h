// Reads the code of ELF files with LLVM's reader: sections, symbols, functions, and source lines.
#pragma once

#include "decode/image/code_section.h"
#include "decode/image/line_table.h"

#include <cstdint>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Error.h>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace osaca {

/// Converts an error of LLVM to an empty value, because callers treat an unreadable table like a missing one.
template <class T> std::optional<T> to_optional(llvm::Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

// The executable sections of an ELF file.

/// Sections in the order of the file, which in linked files is the order of addresses. Stubs that the linker generated
/// are left out, because they only jump to other files.
[[nodiscard]] std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file);

/// Adds the symbols of another file for the same code: its debug information. Symbols are matched by address in linked
/// files, and by section number in others.
void add_symbols(const llvm::object::ELFObjectFileBase &file, std::vector<CodeSection> &sections);

/// The targets of the linker's stubs in a linked file ("abort"), by the address of the stub.
[[nodiscard]] std::unordered_map<std::uint64_t, std::string> stub_names(const llvm::object::ELFObjectFileBase &file,
                                                                        const llvm::MCSubtargetInfo &subtarget);

// Function boundaries, from the tables for unwinding the stack (.eh_frame, "DWARF Extensions" of the Linux Standard
// Base). In a stripped program, no other table has them.

/// For linked files; sorted by their beginnings. Damaged tables are read as far as they are valid.
[[nodiscard]] std::vector<AddressRange> unwinding_ranges(const llvm::object::ELFObjectFileBase &file);

// The bytes of a debug section, decompressed if necessary.

struct DebugSection {
  std::optional<llvm::object::SectionRef> section; ///< empty: there is no section of that name
  llvm::StringRef bytes;
  llvm::SmallVector<std::uint8_t, 0> unpacked; ///< owns `bytes` if they were compressed
  bool is_refused = false; ///< not decompressed, because its stated size is larger than any real section
};

/// `name` is the name of the uncompressed section: ".debug_line". A damaged section is empty.
[[nodiscard]] DebugSection debug_section(const llvm::object::ELFObjectFileBase &file, llvm::StringRef name);

/// The lines of .debug_line. Damaged tables are read as far as they are valid.
[[nodiscard]] LineRows elf_lines(const llvm::object::ELFObjectFileBase &file);

/// The inlined calls of a linked file; `lines` are its line tables.
[[nodiscard]] InlineSites elf_inline_sites(const llvm::object::ELFObjectFileBase &file, const LineRows &lines);

} // namespace osaca
