#include "decode/object/line_table.h"

#include "decode/object/debug_section.h"
#include "decode/object/line_program.h"
#include "decode/object/object_sections.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Object/RelocationResolver.h>

#include <algorithm>
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

LineTable::LineTable(const llvm::object::ELFObjectFileBase &file) : is_relocatable_(file.isRelocatableObject()) {
  const DebugSection lines = debug_section(file, ".debug_line");
  if (!lines.section)
    return;
  const DebugSection line_strings = debug_section(file, ".debug_line_str");
  const DebugSection strings = debug_section(file, ".debug_str");
  is_refused_ = lines.is_refused || line_strings.is_refused || strings.is_refused;
  if (is_refused_)
    return;
  std::optional<Relocations> relocations;
  if (is_relocatable_)
    relocations.emplace(file, *lines.section);
  const auto relocate = [&](std::uint64_t offset, std::uint64_t raw) {
    return relocations ? relocations->apply(offset, raw) : Relocated{raw, 0};
  };
  LinePrograms programs = run_line_programs({lines.bytes, line_strings.bytes, strings.bytes, relocate});
  files_ = std::move(programs.files);
  for (Sequence &sequence : programs.sequences) {
    const bool ascends = std::is_sorted(sequence.rows.begin(), sequence.rows.end(),
                                        [](const Row &a, const Row &b) { return a.address < b.address; });
    if (ascends && sequence.rows.size() > 1)
      sequences_.push_back(std::move(sequence));
  }
  std::stable_sort(sequences_.begin(), sequences_.end(), [](const Sequence &a, const Sequence &b) {
    return std::pair(a.section, a.rows.front().address) < std::pair(b.section, b.rows.front().address);
  });
}

SourceLocation LineTable::find(const CodeAddress &code) const {
  const std::pair wanted(is_relocatable_ ? code.section : 0, code.address);
  const auto after =
      std::upper_bound(sequences_.begin(), sequences_.end(), wanted, [](const auto &key, const Sequence &s) {
        return key < std::pair(s.section, s.rows.front().address);
      });
  if (after == sequences_.begin())
    return {};
  const Sequence &sequence = *std::prev(after);
  if (sequence.section != wanted.first || code.address >= sequence.rows.back().address)
    return {};
  const auto row = std::prev(std::upper_bound(sequence.rows.begin(), sequence.rows.end(), code.address,
                                              [](std::uint64_t address, const Row &r) { return address < r.address; }));
  if (row->line == 0 || files_[row->file].empty())
    return {};
  constexpr std::uint32_t max_number = 1U << 30U;
  return {files_[row->file], static_cast<int>(std::min(row->line, max_number)),
          static_cast<int>(std::min(row->column, max_number))};
}

} // namespace osaca
