#include "decode/coff/coff_sections.h"

#include "container/byte_ranges.h"

#include <optional>

namespace osaca {
namespace {

namespace x86_relocation {
constexpr unsigned address_32_from_base = 3, distance_32 = 4, distance_32_and_5 = 9;
} // namespace x86_relocation

namespace arm_relocation {
constexpr unsigned branch_26 = 3, page = 4, distance_21 = 5, add_12 = 6, load_12 = 7, section_add_12 = 9,
                   section_load_12 = 11, branch_19 = 15, branch_14 = 16;
} // namespace arm_relocation

std::optional<Symbol::Kind> kind_of_symbol(CoffSymbol::Kind kind) {
  switch (kind) {
  case CoffSymbol::Kind::function: return Symbol::Kind::function;
  case CoffSymbol::Kind::entry: return Symbol::Kind::entry;
  case CoffSymbol::Kind::label: return Symbol::Kind::label;
  default: return std::nullopt;
  }
}

/// `count` bits from `first` on, as a number with a sign.
std::int64_t signed_bits(std::uint32_t word, unsigned first, unsigned count) {
  const auto raw = static_cast<std::int64_t>(word >> first & ((std::uint64_t{1} << count) - 1));
  const std::int64_t limit = std::int64_t{1} << (count - 1);
  return raw >= limit ? raw - 2 * limit : raw;
}

/// Loads and stores count in units of what they move.
unsigned scale_of_load(std::uint32_t word) {
  const bool is_quad_vector = (word & 0x04800000U) == 0x04800000U && word >> 30U == 0;
  return is_quad_vector ? 4 : word >> 30U;
}

/// What the linker adds is stored in the instruction itself.
std::int64_t arm_addend(unsigned type, std::uint32_t word) {
  switch (type) {
  case arm_relocation::branch_26: return signed_bits(word, 0, 26) * 4;
  case arm_relocation::branch_19: return signed_bits(word, 5, 19) * 4;
  case arm_relocation::branch_14: return signed_bits(word, 5, 14) * 4;
  case arm_relocation::page:
  case arm_relocation::distance_21: return signed_bits(word, 5, 19) * 4 + static_cast<std::int64_t>(word >> 29U & 3U);
  case arm_relocation::add_12:
  case arm_relocation::section_add_12: return word >> 10U & 0xfffU;
  case arm_relocation::load_12:
  case arm_relocation::section_load_12: return static_cast<std::int64_t>(word >> 10U & 0xfffU) << scale_of_load(word);
  default: return 0;
  }
}

/// As Reference has it: distances count from the place.
std::int64_t addend_of(Machine machine, const CoffRelocation &relocation, std::string_view stored) {
  if (machine == Machine::aarch64)
    return arm_addend(relocation.type, number_at<std::uint32_t>(stored, 0));
  const std::int64_t addend = number_at<std::int32_t>(stored, 0);
  const bool is_distance =
      relocation.type >= x86_relocation::distance_32 && relocation.type <= x86_relocation::distance_32_and_5;
  return is_distance ? addend - 4 - (relocation.type - x86_relocation::distance_32) : addend;
}

/// MSVC's jump tables stand behind their function's code: addresses of four bytes, one after the other, as no
/// instruction has them.
void add_jump_tables(Machine machine, const std::vector<CoffRelocation> &relocations, CodeSection &section) {
  if (machine != Machine::x86_64)
    return;
  for (std::size_t r = 1; r < relocations.size(); ++r) {
    const CoffRelocation &before = relocations[r - 1];
    const bool is_table = before.type == x86_relocation::address_32_from_base &&
                          relocations[r].type == x86_relocation::address_32_from_base &&
                          relocations[r].place == before.place + 4;
    if (!is_table)
      continue;
    for (const std::uint64_t place : {before.place, relocations[r].place}) {
      section.data_begins[place] = true;
      section.data_begins.try_emplace(place + 4, false);
    }
  }
}

} // namespace

std::vector<CodeSection> coff_code_sections(std::string_view bytes, const CoffFile &file) {
  std::vector<CodeSection> sections;
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    const CoffSection &section = file.sections[s];
    const std::string_view content = bytes_in(bytes, section.offset, section.size_bytes);
    if (!section.is_code || content.empty() || section.address + content.size() < section.address)
      continue;
    CodeSection &made = sections.emplace_back();
    made.name = section.name;
    made.index = s + 1;
    made.address = section.address;
    made.alignment = section.alignment;
    made.bytes = {reinterpret_cast<const std::uint8_t *>(content.data()), content.size()};
  }
  return sections;
}

void add_coff_symbols(const CoffFile &file, const std::vector<CoffSymbol> &symbols, NameBudget &names,
                      WindowsNames &names_of_functions, std::vector<CodeSection> &sections) {
  std::vector<CodeSection *> by_number(file.sections.size() + 1, nullptr);
  for (CodeSection &section : sections)
    by_number[section.index] = &section;
  for (const CoffSymbol &symbol : symbols) {
    const auto kind = kind_of_symbol(symbol.kind);
    if (!kind || symbol.section <= 0 || static_cast<std::size_t>(symbol.section) >= by_number.size())
      continue;
    CodeSection *section = by_number[static_cast<std::size_t>(symbol.section)];
    if (section == nullptr || !section->holds(section->address + symbol.value))
      continue;
    // Compilers' own labels: MSVC's are called "$LN4@f".
    const bool is_nameless =
        symbol.name.starts_with(".L") || (*kind == Symbol::Kind::label && symbol.name.starts_with('$'));
    if (std::string name = is_nameless ? std::string() : names.copy(symbol.name); !name.empty())
      section->add_symbol(section->address + symbol.value,
                          names_of_functions.function(std::move(name), *kind, symbol.function_bytes));
  }
}

void add_coff_references(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols,
                         NameBudget &names, std::vector<CodeSection> &sections) {
  for (CodeSection &section : sections) {
    const CoffSection &home = file.sections[section.index - 1];
    const std::vector<CoffRelocation> relocations = coff_relocations(bytes, home);
    add_jump_tables(file.machine, relocations, section);
    for (const CoffRelocation &relocation : relocations) {
      if (relocation.symbol >= symbols.size() || !section.holds(relocation.place))
        continue;
      const CoffSymbol &symbol = symbols[relocation.symbol];
      Reference reference;
      reference.place = relocation.place;
      reference.symbol = names.copy(symbol.name);
      reference.addend =
          addend_of(file.machine, relocation, bytes_in(bytes, home.offset + (relocation.place - section.address), 4));
      if (symbol.section > 0)
        reference.target = CodeAddress{symbol.value + static_cast<std::uint64_t>(reference.addend),
                                       static_cast<std::uint64_t>(symbol.section)};
      if (!reference.symbol.empty())
        section.references.try_emplace(reference.place, std::move(reference));
    }
  }
}

} // namespace osaca
