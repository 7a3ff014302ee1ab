#include "decode/coff/coff_image.h"

#include "container/byte_ranges.h"

#include <algorithm>
#include <cstdlib>
#include <llvm/Demangle/Demangle.h>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace osaca {

namespace {

// The demangler recurses. Names of real templates are far below this limit.
constexpr std::size_t longest_mangled_bytes = 4096;
// A limit for everything that is written for one symbol, in characters of the symbol. The demangler aborts if memory is
// exhausted.
constexpr std::size_t most_written = std::size_t{1} << 24U;
// Longer signatures would not be readable.
constexpr std::size_t longest_signature_bytes = 16384;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a digit after this character certainly belongs to a name or number. Only names contain small letters.
bool continues_name(char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '$'; }

/// Compares the limit with an upper bound for what the demangler may write, derived from the grammar of mangled names.
/// A digit refers to an earlier complete part, so it adds at most everything before it. Between adjacent digits no part
/// is completed. Templates are written once more, including those around other templates, because the demangler
/// remembers them.
bool may_become_too_long(std::string_view symbol) {
  std::size_t templates = 1;
  for (std::size_t at = symbol.find("?$"); at != std::string_view::npos; at = symbol.find("?$", at + 2))
    ++templates;
  std::size_t written = symbol.size() * templates;
  for (std::size_t at = 0; at < symbol.size() && written <= most_written;) {
    const std::size_t begin = at;
    while (at < symbol.size() && is_digit(symbol[at]))
      ++at;
    if (at > begin && (begin == 0 || !continues_name(symbol[begin - 1])))
      written *= 1 + (at - begin);
    at = std::max(at, begin + 1);
  }
  return written > most_written;
}

void replace_all(std::string &text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

} // namespace

/// Writes types as the demanglers of other compilers do. The only remaining difference is "char const*".
std::string WindowsNames::signature_of(const std::string &symbol) {
  constexpr auto only_the_name =
      llvm::MSDemangleFlags(llvm::MSDF_NoAccessSpecifier | llvm::MSDF_NoCallingConvention | llvm::MSDF_NoReturnType |
                            llvm::MSDF_NoMemberType | llvm::MSDF_NoVariableType);
  if (symbol.size() > longest_mangled_bytes || may_become_too_long(symbol) || left_to_write_ == 0)
    return {};
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      llvm::microsoftDemangle(symbol, nullptr, &status, only_the_name), &std::free);
  if (status != 0 || !text)
    return {};
  std::string signature = text.get();
  left_to_write_ -= std::min(signature.size(), left_to_write_);
  if (signature.size() > longest_signature_bytes)
    return {};
  for (const std::string_view tag : {"class ", "struct ", "union ", "enum "})
    replace_all(signature, tag, "");
  replace_all(signature, " *", "*");
  replace_all(signature, " &", "&");
  replace_all(signature, "(void)", "()");
  if (const std::size_t end = signature.rfind(')'); end != std::string::npos)
    signature.resize(end + 1); // without a trailing "const" and the like
  return signatures_.copy(signature);
}

Symbol WindowsNames::function(std::string symbol, Symbol::Kind kind, std::uint64_t size_bytes) {
  if (symbol.starts_with('#')) // ARM64EC: "#triad" is the version that x64 code does not call
    symbol.erase(0, 1);
  if (!symbol.starts_with('?'))
    return {std::move(symbol), kind, size_bytes, {}};
  std::string signature = signature_of(symbol);
  if (signature.empty())
    return {std::move(symbol), kind, size_bytes, {}};
  return {std::move(signature), kind, size_bytes, {std::move(symbol)}};
}

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

/// `count` bits, starting with bit `first`, as a signed number.
std::int64_t signed_bits(std::uint32_t word, unsigned first, unsigned count) {
  const auto raw = static_cast<std::int64_t>(word >> first & ((std::uint64_t{1} << count) - 1));
  const std::int64_t limit = std::int64_t{1} << (count - 1);
  return raw >= limit ? raw - 2 * limit : raw;
}

/// Offsets of loads and stores are multiples of the access size.
unsigned scale_of_load(std::uint32_t word) {
  const bool is_quad_vector = (word & 0x04800000U) == 0x04800000U && word >> 30U == 0;
  return is_quad_vector ? 4 : word >> 30U;
}

/// The addend of a relocation is stored in the instruction.
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

/// The addend as Reference defines it: distances are counted from the place.
std::int64_t addend_of(Machine machine, const CoffRelocation &relocation, std::string_view stored) {
  if (machine == Machine::aarch64)
    return arm_addend(relocation.type, number_at<std::uint32_t>(stored, 0));
  const std::int64_t addend = number_at<std::int32_t>(stored, 0);
  const bool is_distance =
      relocation.type >= x86_relocation::distance_32 && relocation.type <= x86_relocation::distance_32_and_5;
  return is_distance ? addend - 4 - (relocation.type - x86_relocation::distance_32) : addend;
}

/// MSVC puts jump tables after the code of their function: consecutive four-byte addresses with relocations of a kind
/// that instructions do not have.
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
    // Labels that compilers generate; MSVC's are called "$LN4@f".
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

namespace {

/// A table of numbers in the image.
std::string_view table_at(std::string_view bytes, const CoffFile &file, std::uint64_t address,
                          std::uint64_t table_bytes) {
  return bytes_in(image_bytes(bytes, file, file.image_base + address), 0, table_bytes);
}

} // namespace

void add_exports(std::string_view bytes, const CoffFile &file, NameBudget &names, WindowsNames &names_of_functions,
                 std::vector<CodeSection> &sections) {
  const auto directory = file.directory(CoffFile::exports);
  if (!directory)
    return;
  const std::string_view header = table_at(bytes, file, directory->address - file.image_base, 40);
  const std::uint64_t function_count = number_at<std::uint32_t>(header, 20);
  const std::uint64_t name_count = number_at<std::uint32_t>(header, 24);
  const std::string_view functions = table_at(bytes, file, number_at<std::uint32_t>(header, 28), function_count * 4);
  const std::string_view name_table = table_at(bytes, file, number_at<std::uint32_t>(header, 32), name_count * 4);
  const std::string_view ordinals = table_at(bytes, file, number_at<std::uint32_t>(header, 36), name_count * 2);
  const CodeSectionIndex index(sections, false);
  for (std::uint64_t n = 0; n * 4 < name_table.size() && n * 2 < ordinals.size(); ++n) {
    const std::uint64_t function = number_at<std::uint16_t>(ordinals, n * 2);
    if (function * 4 >= functions.size())
      continue;
    const std::uint64_t address = file.image_base + number_at<std::uint32_t>(functions, function * 4);
    const auto section = index.find({address, 0});
    if (!section) // data, or a function of another library
      continue;
    const std::uint64_t name_at = file.image_base + number_at<std::uint32_t>(name_table, n * 4);
    if (std::string name = names.copy(text_at(image_bytes(bytes, file, name_at), 0)); !name.empty())
      sections[*section].add_symbol(address, names_of_functions.function(std::move(name), Symbol::Kind::function, 0));
  }
}

namespace {

constexpr std::uint64_t most_ranges = 4'000'000;

struct UnwindEntry {
  AddressRange range;
  bool goes_on = false; ///< it continues the function of an earlier entry
};

/// Begin and end of an entry, and whether it is chained to the entry of the function that it is a part of.
UnwindEntry x86_entry(std::string_view bytes, const CoffFile &file, std::string_view record) {
  constexpr unsigned is_chained = 4;
  const std::uint64_t begin = file.image_base + number_at<std::uint32_t>(record, 0);
  const std::uint64_t end = file.image_base + number_at<std::uint32_t>(record, 4);
  const std::string_view more = image_bytes(bytes, file, file.image_base + number_at<std::uint32_t>(record, 8));
  return {{begin, end}, !more.empty() && (number_at<std::uint8_t>(more, 0) >> 3U & is_chained) != 0};
}

/// Begin and length. The length is packed into the entry, or is in the first word of the data that the entry points to.
UnwindEntry arm_entry(std::string_view bytes, const CoffFile &file, std::string_view record) {
  const std::uint64_t begin = file.image_base + number_at<std::uint32_t>(record, 0);
  const std::uint32_t word = number_at<std::uint32_t>(record, 4);
  constexpr unsigned is_elsewhere = 0, is_fragment = 2;
  const unsigned form = word & 3U;
  if (form == is_elsewhere) {
    const std::string_view more = image_bytes(bytes, file, file.image_base + word);
    return {{begin, begin + std::uint64_t{number_at<std::uint32_t>(more, 0) & 0x3ffffU} * 4}, false};
  }
  return {{begin, begin + std::uint64_t{word >> 2U & 0x7ffU} * 4}, form == is_fragment};
}

} // namespace

std::vector<AddressRange> windows_unwinding_ranges(std::string_view bytes, const CoffFile &file) {
  std::vector<AddressRange> ranges;
  const auto directory = file.directory(CoffFile::exceptions);
  if (!directory)
    return ranges;
  std::string_view table = image_bytes(bytes, file, directory->address);
  table = table.substr(0, directory->size_bytes);
  const std::uint64_t record_bytes = file.machine == Machine::aarch64 ? 8 : 12;
  for (std::uint64_t at = 0; at + record_bytes <= table.size() && ranges.size() < most_ranges; at += record_bytes) {
    const std::string_view record = table.substr(at, record_bytes);
    const UnwindEntry entry =
        file.machine == Machine::aarch64 ? arm_entry(bytes, file, record) : x86_entry(bytes, file, record);
    if (entry.range.end <= entry.range.begin)
      continue;
    if (entry.goes_on && !ranges.empty() && ranges.back().end == entry.range.begin)
      ranges.back().end = entry.range.end;
    else
      ranges.push_back(entry.range);
  }
  std::ranges::stable_sort(ranges, [](const AddressRange &a, const AddressRange &b) { return a.begin < b.begin; });
  return ranges;
}

} // namespace osaca
