#include "decode/elf/elf_sections.h"

#include "decode/elf/value_or_nothing.h"

#include <bit>
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

/// Mapping symbols of AArch64 and RISC-V; the latter's may name an instruction set.
void add_mapping(CodeSection &section, std::uint64_t address, llvm::StringRef name) {
  if (name.starts_with("$d") || name.starts_with("$x"))
    section.data_begins[address] = name.starts_with("$d");
}

void add_elf_symbol(CodeSection &section, const llvm::object::ELFSymbolRef &symbol) {
  const auto name = value_or_nothing(symbol.getName());
  const auto address = value_or_nothing(symbol.getAddress());
  if (!name || !address || name->empty() || !section.holds(*address))
    return;
  if (name->front() == '$')
    return add_mapping(section, *address, *name);
  if (name->starts_with(".L")) // assemblers' own; RISC-V's repeat their names
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
  if (const auto name = value_or_nothing(symbol->getName()))
    reference.symbol = name->str();
  if (const auto addend = value_or_nothing(relocation.getAddend()))
    reference.addend = *addend;
  const auto home = value_or_nothing(symbol->getSection());
  const auto address = value_or_nothing(symbol->getAddress());
  if (home && address && *home != file.section_end())
    reference.target = CodeAddress{*address + static_cast<std::uint64_t>(reference.addend), (*home)->getIndex()};
  reference.place = section.address + relocation.getOffset();
  if (!reference.symbol.empty())
    section.references.try_emplace(reference.place, std::move(reference));
}

/// `section_of`: which section a symbol is in, by the number of its section and its address.
template <class Range, class SectionOf>
void add_symbols_of(const Range &symbols, const llvm::object::ELFObjectFileBase &file, const SectionOf &section_of) {
  for (const llvm::object::ELFSymbolRef &symbol : symbols) {
    const auto home = value_or_nothing(symbol.getSection());
    const auto address = value_or_nothing(symbol.getAddress());
    if (home && address && *home != file.section_end())
      if (CodeSection *section = section_of((*home)->getIndex(), *address))
        add_elf_symbol(*section, symbol);
  }
}

/// LLVM's own function takes for granted that the file says a power of two.
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
    const auto contents =
        section.isText() && !section.isVirtual() ? value_or_nothing(section.getContents()) : std::nullopt;
    if (!contents || contents->empty() || section.getAddress() + contents->size() < section.getAddress())
      continue;
    const auto name = value_or_nothing(section.getName());
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
    if (const auto target = value_or_nothing(table.getRelocatedSection()); target && *target != file.section_end())
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
      if (const auto name = value_or_nothing(llvm::object::SymbolRef(*stub.Symbol, &file).getName());
          name && !name->empty())
        names.emplace(stub.Address, name->str());
  return names;
}

} // namespace osaca
