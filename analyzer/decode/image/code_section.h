// The machine code of a file, section by section, with what its tables say about addresses and names: the same for
// files of all systems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca {

// The machine code of a file, section by section, with what its tables say about addresses: the same for files of all
// systems.

/// Where an instruction is. In linked files addresses are unique, and the section is not looked at.
struct CodeAddress {
  std::uint64_t address = 0;
  std::uint64_t section = 0; ///< CodeSection::index
};

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

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
  /// Added to the symbol's address. Where the linker writes a distance, it counts from `place`: on x86 the end of the
  /// instruction lies behind it, and the addend makes up for that (-4), whatever the file stores.
  std::int64_t addend = 0;
  std::optional<CodeAddress> target; ///< where it leads, if that is in this file
};

/// One executable section.
struct CodeSection {
  std::string name;
  std::uint64_t index = 0; ///< the file's own number of the section
  std::uint64_t address = 0;
  std::uint64_t alignment = 1; ///< of its first byte: a power of two
  std::span<const std::uint8_t> bytes;
  std::map<std::uint64_t, Symbol> symbols;       ///< by address
  std::map<std::uint64_t, bool> data_begins;     ///< from here data (true) or code (false)
  std::map<std::uint64_t, Reference> references; ///< by address

  [[nodiscard]] std::uint64_t end() const { return address + bytes.size(); }
  [[nodiscard]] bool holds(std::uint64_t where) const { return where >= address && where - address < bytes.size(); }

  /// One more name for an address of the section.
  void add_symbol(std::uint64_t where, Symbol symbol);
  /// A table among the code, as far as it lies in the section.
  void add_data(std::uint64_t where, std::uint64_t size_bytes);
};

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

// Names in tables of symbols, as hostile input: any number of symbols and relocations may share one long name.

class NameBudget {
public:
  /// A copy of the name; empty if it is longer than any compiler's, or if there are too many.
  [[nodiscard]] std::string copy(std::string_view name) {
    constexpr std::size_t longest_name_bytes = 16384;
    if (name.size() > longest_name_bytes || name.size() > left_bytes_)
      return {};
    left_bytes_ -= name.size();
    return std::string(name);
  }

private:
  std::size_t left_bytes_ = 512U << 20U;
};

} // namespace osaca
