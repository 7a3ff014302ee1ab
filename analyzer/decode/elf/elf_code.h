// What ELF files tell of their code, by LLVM's reader: sections, symbols, functions, and source lines.
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

/// What LLVM reports as wrong here is left out: tables of objects are optional.
template <class T> std::optional<T> value_or_nothing(llvm::Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

// The executable sections of an ELF file.

/// In the order of the file, which is that of addresses where there are any. Stubs that the linker made are left out:
/// they only jump elsewhere.
[[nodiscard]] std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file);

/// The symbols of another file about the same code: its debug information. In linked files addresses say where they
/// belong, in others the sections' numbers.
void add_symbols(const llvm::object::ELFObjectFileBase &file, std::vector<CodeSection> &sections);

/// What the linker's stubs of a linked file jump to, by the stubs' addresses: "abort".
[[nodiscard]] std::unordered_map<std::uint64_t, std::string> stub_names(const llvm::object::ELFObjectFileBase &file,
                                                                        const llvm::MCSubtargetInfo &subtarget);

// Where functions begin and end, by the tables for unwinding the stack (.eh_frame, "DWARF Extensions" of the Linux
// Standard Base): all that tells them apart in a stripped program.

/// Of a linked file; sorted by where they begin. Damaged tables are read as far as they make sense.
[[nodiscard]] std::vector<AddressRange> unwinding_ranges(const llvm::object::ELFObjectFileBase &file);

// The bytes of a debug section, unpacked where they are compressed.

struct DebugSection {
  std::optional<llvm::object::SectionRef> section; ///< empty: there is none of that name
  llvm::StringRef bytes;
  llvm::SmallVector<std::uint8_t, 0> unpacked; ///< what `bytes` are in then
  bool is_refused = false;                     ///< said to become larger than any real section: not unpacked
};

/// `name` as it is without compression: ".debug_line". What is damaged is empty.
[[nodiscard]] DebugSection debug_section(const llvm::object::ELFObjectFileBase &file, llvm::StringRef name);

/// By .debug_line. Tables that are damaged are read as far as they make sense.
[[nodiscard]] LineRows elf_lines(const llvm::object::ELFObjectFileBase &file);

/// What was inlined where in a linked file with these lines.
[[nodiscard]] InlineSites elf_inline_sites(const llvm::object::ELFObjectFileBase &file, const LineRows &lines);

} // namespace osaca
