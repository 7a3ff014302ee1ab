#include "decode/elf/elf_lines.h"

#include "decode/dwarf/inlined_subroutines.h"
#include "decode/dwarf/line_program.h"
#include "decode/elf/debug_section.h"
#include "decode/elf/value_or_nothing.h"

#include <llvm/Object/RelocationResolver.h>

#include <map>
#include <tuple>

namespace osaca {
namespace {

/// What the linker would write into .debug_line. RISC-V has two relocations at one place, which add and subtract.
class Relocations {
public:
  Relocations(const llvm::object::ELFObjectFileBase &file, const llvm::object::SectionRef &lines) : file_(file) {
    std::tie(is_supported_, resolve_) = llvm::object::getRelocationResolver(file);
    for (const llvm::object::SectionRef &table : file.sections())
      if (const auto target = value_or_nothing(table.getRelocatedSection());
          target && *target != file.section_end() && **target == lines)
        for (const llvm::object::RelocationRef relocation : table.relocations())
          if (is_supported_ != nullptr && is_supported_(relocation.getType()))
            at_.emplace(relocation.getOffset(), relocation);
  }

  Relocated apply(std::uint64_t offset, std::uint64_t raw) const {
    Relocated made{raw, 0};
    const auto [first, last] = at_.equal_range(offset);
    for (auto entry = first; entry != last; ++entry) {
      const auto symbol = entry->second.getSymbol();
      if (symbol == file_.symbol_end())
        continue;
      const auto address = value_or_nothing(symbol->getAddress());
      const auto section = value_or_nothing(symbol->getSection());
      if (!address || !section || *section == file_.section_end())
        continue;
      made.section = (*section)->getIndex();
      made.value = llvm::object::resolveRelocation(resolve_, entry->second, *address, made.value);
    }
    return made;
  }

private:
  const llvm::object::ELFObjectFileBase &file_;
  llvm::object::SupportsRelocation is_supported_ = nullptr;
  llvm::object::RelocationResolver resolve_ = nullptr;
  std::multimap<std::uint64_t, llvm::object::RelocationRef> at_;
};

} // namespace

LineRows elf_lines(const llvm::object::ELFObjectFileBase &file) {
  const DebugSection lines = debug_section(file, ".debug_line");
  if (!lines.section)
    return {};
  const DebugSection line_strings = debug_section(file, ".debug_line_str");
  const DebugSection strings = debug_section(file, ".debug_str");
  if (lines.is_refused || line_strings.is_refused || strings.is_refused)
    return {.is_refused = true};
  std::optional<Relocations> relocations;
  if (file.isRelocatableObject())
    relocations.emplace(file, *lines.section);
  const auto relocate = [&](std::uint64_t offset, std::uint64_t raw) {
    return relocations ? relocations->apply(offset, raw) : Relocated{raw, 0};
  };
  return run_line_programs({lines.bytes, line_strings.bytes, strings.bytes, relocate});
}

InlineSites elf_inline_sites(const llvm::object::ELFObjectFileBase &file, const LineRows &lines) {
  const DebugSection info = debug_section(file, ".debug_info");
  const DebugSection abbreviations = debug_section(file, ".debug_abbrev");
  const DebugSection addresses = debug_section(file, ".debug_addr");
  const DebugSection ranges = debug_section(file, ".debug_ranges");
  const DebugSection range_lists = debug_section(file, ".debug_rnglists");
  return inlined_subroutines({info.bytes, abbreviations.bytes, addresses.bytes, ranges.bytes, range_lists.bytes},
                             lines);
}

} // namespace osaca
