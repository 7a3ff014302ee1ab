// The executable sections of an ELF file with what its tables say about their addresses.
#pragma once

#include "decode/object/line_table.h"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Object/ELFObjectFile.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
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
  /// What stands there, best last.
  enum class Kind {
    label,   ///< of hand-written assembly
    entry,   ///< a label that other files may use: a function that nobody called one
    function ///< IFUNCs too
  };
  std::string name;
  Kind kind = Kind::label;
  std::uint64_t size_bytes = 0;     ///< 0: not told
  std::vector<std::string> aliases; ///< other names of functions at the same place
};

/// What a relocation puts into an instruction.
struct Reference {
  std::uint64_t place = 0;
  std::string symbol;
  std::int64_t addend = 0;
  std::optional<CodeAddress> target; ///< where it leads, if that is in this file
};

/// One executable section.
struct CodeSection {
  std::string name;
  std::uint64_t index = 0;
  std::uint64_t address = 0;
  std::uint64_t alignment = 1; ///< of its first byte: a power of two
  std::span<const std::uint8_t> bytes;
  std::map<std::uint64_t, Symbol> symbols;       ///< by address
  std::map<std::uint64_t, bool> data_begins;     ///< from here data (true) or code (false)
  std::map<std::uint64_t, Reference> references; ///< by address

  [[nodiscard]] std::uint64_t end() const { return address + bytes.size(); }
  [[nodiscard]] bool holds(std::uint64_t where) const { return where >= address && where - address < bytes.size(); }
};

/// In the order of the file, which is that of addresses where there are any. Stubs that the linker made are left out:
/// they only jump elsewhere.
[[nodiscard]] std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file);

/// The symbols of another file about the same code: its debug information. In linked files addresses say where they belong, in
/// others the sections' numbers.
void add_symbols(const llvm::object::ELFObjectFileBase &file, std::vector<CodeSection> &sections);

/// Which section holds an address.
class CodeSectionIndex {
public:
  /// In linked files addresses tell it alone, in others only together with the section.
  CodeSectionIndex(const std::vector<CodeSection> &sections, bool is_relocatable);
  /// Its place in the list; empty: none.
  [[nodiscard]] std::optional<std::size_t> find(const CodeAddress &place) const;

private:
  const std::vector<CodeSection> &sections_;
  bool is_relocatable_;
  std::vector<std::pair<std::uint64_t, std::size_t>> places_; ///< by section or address: place in the list; sorted
};

/// What the linker's stubs of a linked file jump to, by the stubs' addresses: "abort".
[[nodiscard]] std::unordered_map<std::uint64_t, std::string> stub_names(const llvm::object::ELFObjectFileBase &file,
                                                                        const llvm::MCSubtargetInfo &subtarget);

} // namespace osaca
