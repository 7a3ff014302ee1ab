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
  files_of_tables_ = std::move(programs.files_of_tables);
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

/// The first sequence that begins behind the place.
std::vector<LineTable::Sequence>::const_iterator LineTable::behind(const CodeAddress &code) const {
  const std::pair wanted(is_relocatable_ ? code.section : 0, code.address);
  return std::upper_bound(sequences_.begin(), sequences_.end(), wanted, [](const auto &key, const Sequence &s) {
    return key < std::pair(s.section, s.rows.front().address);
  });
}

const LineTable::Row *LineTable::row_at(const CodeAddress &code) const {
  const auto after = behind(code);
  if (after == sequences_.begin())
    return nullptr;
  const Sequence &sequence = *std::prev(after);
  if (sequence.section != (is_relocatable_ ? code.section : 0) || code.address >= sequence.rows.back().address)
    return nullptr;
  const auto row = std::prev(std::upper_bound(sequence.rows.begin(), sequence.rows.end(), code.address,
                                              [](std::uint64_t address, const Row &r) { return address < r.address; }));
  return row->line == 0 || files_[row->file].name.empty() ? nullptr : &*row;
}

std::set<std::uint32_t> LineTable::files_between(const CodeAddress &begin, std::uint64_t end) const {
  std::set<std::uint32_t> files;
  auto sequence = behind(begin);
  if (sequence != sequences_.begin())
    --sequence;
  for (; sequence != sequences_.end() && sequence->section <= begin.section && sequence->rows.front().address < end; ++sequence)
    for (auto row = std::lower_bound(sequence->rows.begin(), sequence->rows.end(), begin.address,
                                     [](const Row &r, std::uint64_t address) { return r.address < address; });
         row != sequence->rows.end() && row->address < end; ++row)
      files.insert(row->file);
  return files;
}

SourceLocation LineTable::find(const CodeAddress &code) const {
  const Row *row = row_at(code);
  return row != nullptr ? location(row->file, row->line, row->column) : SourceLocation{};
}

SourceLocation LineTable::location(std::uint32_t file, std::uint32_t line, std::uint32_t column) const {
  constexpr std::uint32_t max_number = 1U << 30U;
  return {files_[file].name, static_cast<int>(std::min(line, max_number)), static_cast<int>(std::min(column, max_number))};
}

std::uint32_t LineTable::file_of_table(std::uint64_t table, std::uint64_t number) const {
  const auto files = files_of_tables_.find(table);
  return files != files_of_tables_.end() && number < files->second.size() ? files->second[number] : 0;
}

} // namespace osaca
