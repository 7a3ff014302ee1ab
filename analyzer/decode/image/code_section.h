// The machine code of a file, section by section, with addresses and names from its tables. The structures are the same
// for files of all systems.
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

// Sections, addresses and symbols.

/// The address of an instruction. In linked files addresses are unique, and the section is ignored.
struct CodeAddress {
  std::uint64_t address = 0;
  std::uint64_t section = 0; ///< CodeSection::index
};

/// The addresses [begin, end).
struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A name for an address.
struct Symbol {
  /// The kind of place that the symbol marks; if several symbols share an address, the last kind has precedence.
  enum class Kind {
    label,   ///< in hand-written assembly
    entry,   ///< a label that is visible to other files, so probably a function
    function ///< includes IFUNCs
  };
  std::string name;
  Kind kind = Kind::label;
  std::uint64_t size_bytes = 0;     ///< 0: unknown
  std::vector<std::string> aliases; ///< other names of the same function
};

/// A reference from an instruction to a symbol, as a relocation describes it.
struct Reference {
  std::uint64_t place = 0;
  std::string symbol;
  /// Added to the symbol's address. If the linker writes a distance, it computes the distance from `place`. An x86
  /// processor counts the distance from the end of the instruction. Here the addend always includes the difference
  /// (-4), even if the file does not store it.
  std::int64_t addend = 0;
  std::optional<CodeAddress> target; ///< the referenced address, if it is in this file
};

/// One executable section.
struct CodeSection {
  std::string name;
  std::uint64_t index = 0; ///< the number of the section in the file
  std::uint64_t address = 0;
  std::uint64_t alignment = 1; ///< of its first byte, a power of two
  std::span<const std::uint8_t> bytes;
  std::map<std::uint64_t, Symbol> symbols;       ///< by address
  std::map<std::uint64_t, bool> data_begins;     ///< by address: whether data (true) or code (false) begins there
  std::map<std::uint64_t, Reference> references; ///< by `place`

  [[nodiscard]] std::uint64_t end() const { return address + bytes.size(); }
  [[nodiscard]] bool holds(std::uint64_t where) const { return where >= address && where - address < bytes.size(); }

  /// Adds a symbol at an address of the section.
  void add_symbol(std::uint64_t where, Symbol symbol);
  /// Marks data among the code, as far as it lies within the section.
  void add_data(std::uint64_t where, std::uint64_t size_bytes);
};

/// Finds the section that contains an address.
class CodeSectionIndex {
public:
  /// In linked files the address identifies the section; in others CodeAddress::section does.
  CodeSectionIndex(const std::vector<CodeSection> &sections, bool is_relocatable);
  /// Its index in the list; empty: none.
  [[nodiscard]] std::optional<std::size_t> find(const CodeAddress &place) const;

private:
  const std::vector<CodeSection> &sections_;
  bool is_relocatable_;
  std::vector<std::pair<std::uint64_t, std::size_t>> places_; ///< section or address, and index in the list; sorted
};

// A limit for copying names from symbol tables. In untrusted files, any number of symbols and relocations may share one
// long name.

class NameBudget {
public:
  /// A copy of the name; empty if the name is longer than a compiler generates, or if the limit is reached.
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
