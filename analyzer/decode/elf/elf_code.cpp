#include "decode/elf/elf_code.h"

#include <algorithm>
#include <bit>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/DataExtractor.h>
#include <optional>
#include <unordered_map>

namespace osaca {

namespace {

std::optional<Symbol::Kind> kind_of(const llvm::object::ELFSymbolRef &symbol) {
  switch (symbol.getELFType()) {
  case llvm::ELF::STT_FUNC:
  case llvm::ELF::STT_GNU_IFUNC: return Symbol::Kind::function;
  case llvm::ELF::STT_NOTYPE:
    return symbol.getBinding() == llvm::ELF::STB_LOCAL ? Symbol::Kind::label : Symbol::Kind::entry;
  default: return std::nullopt;
  }
}

/// Adds a mapping symbol of AArch64 or RISC-V; the latter may contain the name of an instruction set.
void add_mapping(CodeSection &section, std::uint64_t address, llvm::StringRef name) {
  if (name.starts_with("$d") || name.starts_with("$x"))
    section.data_begins[address] = name.starts_with("$d");
}

void add_elf_symbol(CodeSection &section, const llvm::object::ELFSymbolRef &symbol) {
  const auto name = to_optional(symbol.getName());
  const auto address = to_optional(symbol.getAddress());
  if (!name || !address || name->empty() || !section.holds(*address))
    return;
  if (name->front() == '$')
    return add_mapping(section, *address, *name);
  if (name->starts_with(".L")) // labels of the assembler; on RISC-V their names are not unique
    return;
  if (symbol.getELFType() == llvm::ELF::STT_OBJECT && symbol.getSize() > 0) { // a table among the code
    section.add_data(*address, symbol.getSize());
    return;
  }
  if (const auto kind = kind_of(symbol))
    section.add_symbol(*address, {name->str(), *kind, symbol.getSize(), {}});
}

void add_reference(CodeSection &section, const llvm::object::ELFObjectFileBase &file,
                   const llvm::object::ELFRelocationRef &relocation) {
  const auto symbol = relocation.getSymbol();
  if (symbol == file.symbol_end())
    return;
  Reference reference;
  if (const auto name = to_optional(symbol->getName()))
    reference.symbol = name->str();
  if (const auto addend = to_optional(relocation.getAddend()))
    reference.addend = *addend;
  const auto home = to_optional(symbol->getSection());
  const auto address = to_optional(symbol->getAddress());
  if (home && address && *home != file.section_end())
    reference.target = CodeAddress{*address + static_cast<std::uint64_t>(reference.addend), (*home)->getIndex()};
  reference.place = section.address + relocation.getOffset();
  if (!reference.symbol.empty())
    section.references.try_emplace(reference.place, std::move(reference));
}

/// `section_of` returns the section of a symbol, given its section number and its address.
template <class Range, class SectionOf>
void add_symbols_of(const Range &symbols, const llvm::object::ELFObjectFileBase &file, const SectionOf &section_of) {
  for (const llvm::object::ELFSymbolRef &symbol : symbols) {
    const auto home = to_optional(symbol.getSection());
    const auto address = to_optional(symbol.getAddress());
    if (home && address && *home != file.section_end())
      if (CodeSection *section = section_of((*home)->getIndex(), *address))
        add_elf_symbol(*section, symbol);
  }
}

/// LLVM's own function requires that the file gives a power of two.
std::uint64_t alignment_of(const llvm::object::ELFObjectFileBase &file, const llvm::object::SectionRef &section) {
  const auto *elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(&file);
  const std::uint64_t said =
      elf == nullptr ? 1 : static_cast<std::uint64_t>(elf->getSection(section.getRawDataRefImpl())->sh_addralign);
  return std::has_single_bit(said) ? said : 1;
}

bool is_stubs(llvm::StringRef name) {
  return name == ".plt" || name.starts_with(".plt.") || name == ".iplt" || name == ".MIPS.stubs";
}

} // namespace

std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file) {
  std::vector<CodeSection> sections;
  for (const llvm::object::SectionRef &section : file.sections()) {
    const auto contents = section.isText() && !section.isVirtual() ? to_optional(section.getContents()) : std::nullopt;
    if (!contents || contents->empty() || section.getAddress() + contents->size() < section.getAddress())
      continue;
    const auto name = to_optional(section.getName());
    if (name && is_stubs(*name))
      continue;
    CodeSection &made = sections.emplace_back();
    if (name)
      made.name = name->str();
    made.index = section.getIndex();
    made.address = section.getAddress();
    made.alignment = alignment_of(file, section);
    made.bytes = {contents->bytes_begin(), contents->size()};
  }
  std::unordered_map<std::uint64_t, CodeSection *> by_index;
  for (CodeSection &section : sections)
    by_index.emplace(section.index, &section);
  const auto section_of = [&](std::uint64_t index, std::uint64_t) {
    const auto section = by_index.find(index);
    return section == by_index.end() ? nullptr : section->second;
  };
  add_symbols_of(file.symbols(), file, section_of);
  add_symbols_of(file.getDynamicSymbolIterators(), file, section_of);
  if (!file.isRelocatableObject())
    return sections;
  for (const llvm::object::SectionRef &table : file.sections())
    if (const auto target = to_optional(table.getRelocatedSection()); target && *target != file.section_end())
      if (const auto section = by_index.find((*target)->getIndex()); section != by_index.end())
        for (const llvm::object::ELFRelocationRef relocation : table.relocations())
          add_reference(*section->second, file, relocation);
  return sections;
}

void add_symbols(const llvm::object::ELFObjectFileBase &file, std::vector<CodeSection> &sections) {
  const CodeSectionIndex finder(sections, file.isRelocatableObject());
  add_symbols_of(file.symbols(), file, [&](std::uint64_t index, std::uint64_t address) {
    const std::optional<std::size_t> found = finder.find({address, index});
    return found ? &sections[*found] : nullptr;
  });
}

std::unordered_map<std::uint64_t, std::string> stub_names(const llvm::object::ELFObjectFileBase &file,
                                                          const llvm::MCSubtargetInfo &subtarget) {
  std::unordered_map<std::uint64_t, std::string> names;
  if (file.isRelocatableObject())
    return names;
  for (const llvm::object::ELFPltEntry &stub : file.getPltEntries(subtarget))
    if (stub.Symbol)
      if (const auto name = to_optional(llvm::object::SymbolRef(*stub.Symbol, &file).getName()); name && !name->empty())
        names.emplace(stub.Address, name->str());
  return names;
}

namespace {

namespace dwarf = llvm::dwarf;
using Cursor = llvm::DataExtractor::Cursor;

constexpr std::size_t max_ranges = 4'000'000;

class Reader {
public:
  Reader(llvm::StringRef bytes, std::uint64_t address) : data_(bytes, true, 8), address_(address) {}

  void read(std::vector<AddressRange> &ranges) {
    for (std::uint64_t at = 0; at < data_.size() && ranges.size() < max_ranges;) {
      const std::optional<Record> record = record_at(at);
      if (!record)
        return;
      at = record->end;
      if (record->cie != 0) // it points to its common record; 0: it is a common record itself
        if (const auto range = range_of(*record))
          ranges.push_back(*range);
    }
  }

private:
  struct Record {
    std::uint64_t id_at = 0; ///< offset of the field after the length
    std::uint64_t content = 0;
    std::uint64_t end = 0;
    std::uint64_t cie = 0;
  };

  /// Empty at the end of the table.
  [[nodiscard]] std::optional<Record> record_at(std::uint64_t at) const {
    Cursor cursor(at);
    std::uint64_t bytes = data_.getU32(cursor);
    if (bytes == dwarf::DW_LENGTH_DWARF64)
      bytes = data_.getU64(cursor);
    Record record;
    record.id_at = cursor.tell();
    record.cie = data_.getU32(cursor);
    record.content = cursor.tell();
    record.end = record.id_at + bytes;
    const bool good = !llvm::errorToBool(cursor.takeError()) && bytes >= 4 && bytes <= data_.size() - record.id_at;
    return good ? std::optional(record) : std::nullopt;
  }

  [[nodiscard]] std::optional<AddressRange> range_of(const Record &record) {
    if (record.cie > record.id_at)
      return std::nullopt;
    const std::uint8_t encoding = encoding_of(record.id_at - record.cie);
    const unsigned bytes = size_of(encoding);
    const std::uint8_t applied_to = encoding & 0x70U;
    if (bytes == 0 || (applied_to != dwarf::DW_EH_PE_absptr && applied_to != dwarf::DW_EH_PE_pcrel))
      return std::nullopt;
    Cursor cursor(record.content);
    const std::uint64_t place = address_ + record.content;
    std::uint64_t begin = data_.getUnsigned(cursor, bytes);
    const std::uint64_t length = data_.getUnsigned(cursor, bytes);
    if (llvm::errorToBool(cursor.takeError()) || length == 0)
      return std::nullopt;
    if ((encoding & 0x08U) != 0 && bytes == 4)
      begin = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(begin)));
    if (applied_to == dwarf::DW_EH_PE_pcrel)
      begin += place;
    if (begin + length < begin)
      return std::nullopt;
    return AddressRange{begin, begin + length};
  }

  static unsigned size_of(std::uint8_t encoding) {
    switch (encoding & 0x07U) {
    case dwarf::DW_EH_PE_absptr:
    case dwarf::DW_EH_PE_udata8: return 8;
    case dwarf::DW_EH_PE_udata4: return 4;
    default: return 0;
    }
  }

  /// The address encoding that the common record at `at` specifies; an unsupported one if the record cannot be read.
  std::uint8_t encoding_of(std::uint64_t at) {
    const auto known = encodings_.find(at);
    return known != encodings_.end() ? known->second : encodings_.emplace(at, read_encoding(at)).first->second;
  }

  [[nodiscard]] std::uint8_t read_encoding(std::uint64_t at) const {
    const std::optional<Record> record = record_at(at);
    if (!record || record->cie != 0)
      return dwarf::DW_EH_PE_omit;
    Cursor cursor(record->content);
    const std::uint8_t version = data_.getU8(cursor);
    const llvm::StringRef augmentation = data_.getCStrRef(cursor);
    data_.getULEB128(cursor); // code alignment
    data_.getSLEB128(cursor); // data alignment
    if (version == 1)
      data_.getU8(cursor); // return address register
    else
      data_.getULEB128(cursor);
    std::uint8_t encoding = augmentation.empty() ? dwarf::DW_EH_PE_absptr : dwarf::DW_EH_PE_omit;
    if (augmentation.starts_with("z")) {
      data_.getULEB128(cursor);
      encoding = dwarf::DW_EH_PE_absptr;
      for (const char c : augmentation.drop_front())
        if (c == 'R')
          encoding = data_.getU8(cursor);
        else if (c == 'L')
          data_.getU8(cursor);
        else if (c == 'P')
          data_.skip(cursor, size_of(data_.getU8(cursor)));
        else if (c != 'S' && c != 'B')
          break;
    }
    return llvm::errorToBool(cursor.takeError()) ? std::uint8_t{dwarf::DW_EH_PE_omit} : encoding;
  }

  llvm::DataExtractor data_;
  std::uint64_t address_;
  std::unordered_map<std::uint64_t, std::uint8_t> encodings_; ///< by offset of the common record
};

} // namespace

std::vector<AddressRange> unwinding_ranges(const llvm::object::ELFObjectFileBase &file) {
  std::vector<AddressRange> ranges;
  if (file.isRelocatableObject())
    return ranges;
  for (const llvm::object::SectionRef &section : file.sections()) {
    const auto name = to_optional(section.getName());
    if (!name || *name != ".eh_frame" || section.isVirtual())
      continue;
    if (const auto bytes = to_optional(section.getContents()))
      Reader(*bytes, section.getAddress()).read(ranges);
  }
  std::ranges::stable_sort(ranges, [](const AddressRange &a, const AddressRange &b) { return a.begin < b.begin; });
  return ranges;
}

} // namespace osaca
