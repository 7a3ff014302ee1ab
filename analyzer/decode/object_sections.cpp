#include "decode/object_sections.h"

#include <llvm/Support/Error.h>

#include <algorithm>

namespace osaca {
namespace {

void add_symbol(CodeSection &section, const llvm::object::ELFSymbolRef &symbol) {
  const auto name = value_or_nothing(symbol.getName());
  const auto address = value_or_nothing(symbol.getAddress());
  if (!name || !address || name->empty())
    return;
  if (name->front() == '$') { // mapping symbols
    if (name->starts_with("$d") || name->starts_with("$x"))
      section.data_begins[*address] = name->starts_with("$d");
    return;
  }
  if (name->starts_with(".L")) // assemblers' own; RISC-V's repeat their names
    return;
  const bool is_function = symbol.getELFType() == llvm::ELF::STT_FUNC || symbol.getELFType() == llvm::ELF::STT_GNU_IFUNC;
  if (!is_function && symbol.getELFType() != llvm::ELF::STT_NOTYPE)
    return;
  Symbol &known = section.symbols[*address];
  if (known.name.empty() || (is_function && !known.is_function))
    known = {name->str(), is_function};
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
  if (home && address && *home != file.section_end() && (*home)->getIndex() == section.index)
    reference.address = *address + static_cast<std::uint64_t>(reference.addend);
  reference.place = section.address + relocation.getOffset();
  if (!reference.symbol.empty())
    section.references.try_emplace(reference.place, std::move(reference));
}

} // namespace

std::vector<CodeSection> code_sections(const llvm::object::ELFObjectFileBase &file) {
  std::vector<CodeSection> sections;
  for (const llvm::object::SectionRef &section : file.sections()) {
    const auto contents = section.isText() && !section.isVirtual() ? value_or_nothing(section.getContents()) : std::nullopt;
    if (!contents || contents->empty())
      continue;
    CodeSection &made = sections.emplace_back();
    if (const auto name = value_or_nothing(section.getName()))
      made.name = name->str();
    made.index = section.getIndex();
    made.address = section.getAddress();
    made.bytes = {contents->bytes_begin(), contents->size()};
  }
  const auto with_index = [&](std::uint64_t index) {
    return std::find_if(sections.begin(), sections.end(), [&](const CodeSection &s) { return s.index == index; });
  };
  for (const llvm::object::ELFSymbolRef &symbol : file.symbols())
    if (const auto home = value_or_nothing(symbol.getSection()); home && *home != file.section_end())
      if (const auto section = with_index((*home)->getIndex()); section != sections.end())
        add_symbol(*section, symbol);
  if (!file.isRelocatableObject())
    return sections;
  for (const llvm::object::SectionRef &table : file.sections())
    if (const auto target = value_or_nothing(table.getRelocatedSection()); target && *target != file.section_end())
      if (const auto section = with_index((*target)->getIndex()); section != sections.end())
        for (const llvm::object::ELFRelocationRef relocation : table.relocations())
          add_reference(*section, file, relocation);
  return sections;
}

} // namespace osaca
