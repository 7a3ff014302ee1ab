#include "decode/coff/coff_lines.h"

#include "container/byte_ranges.h"
#include "decode/codeview/codeview_lines.h"
#include "decode/dwarf/line_program.h"

#include <unordered_map>
#include <utility>

namespace osaca {
namespace {

/// What the linker would write into a section. All kinds of relocations in debug information add the symbol's place to
/// what is stored.
class RelocatedSection {
public:
  RelocatedSection(std::string_view bytes, const CoffSection &section, const std::vector<CoffSymbol> &symbols)
      : symbols_(symbols) {
    for (const CoffRelocation &relocation : coff_relocations(bytes, section))
      symbol_at_.try_emplace(relocation.place - section.address, relocation.symbol);
  }

  [[nodiscard]] Relocated apply(std::uint64_t offset, std::uint64_t raw) const {
    const auto found = symbol_at_.find(offset);
    if (found == symbol_at_.end() || found->second >= symbols_.size() || symbols_[found->second].section <= 0)
      return {raw, 0};
    const CoffSymbol &symbol = symbols_[found->second];
    return {raw + symbol.value, static_cast<std::uint64_t>(symbol.section)};
  }

private:
  const std::vector<CoffSymbol> &symbols_;
  std::unordered_map<std::uint64_t, std::uint32_t> symbol_at_;
};

const CoffSection *section_called(const CoffFile &file, std::string_view name) {
  for (const CoffSection &section : file.sections)
    if (section.name == name)
      return &section;
  return nullptr;
}

LineRows dwarf_lines(std::string_view bytes, const CoffFile &file, const CoffSection &lines,
                     const std::vector<CoffSymbol> &symbols) {
  const auto content = [&](const CoffSection *section) {
    const std::string_view found =
        section == nullptr ? std::string_view() : bytes_in(bytes, section->offset, section->size_bytes);
    return llvm::StringRef(found.data(), found.size());
  };
  const RelocatedSection relocated(bytes, lines, symbols);
  return run_line_programs({content(&lines), content(section_called(file, ".debug_line_str")),
                            content(section_called(file, ".debug_str")),
                            [&](std::uint64_t offset, std::uint64_t raw) { return relocated.apply(offset, raw); }});
}

LineRows codeview_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols) {
  constexpr std::uint32_t known_version = 4;
  CodeViewUnit unit;
  std::vector<RelocatedSection> relocated;
  for (const CoffSection &section : file.sections) {
    const std::string_view content = bytes_in(bytes, section.offset, section.size_bytes);
    if (section.name != ".debug$S" || number_at<std::uint32_t>(content, 0) != known_version)
      continue;
    unit.parts.push_back(content.substr(sizeof known_version));
    relocated.emplace_back(bytes, section, symbols);
  }
  LineRows rows;
  LineFiles files;
  const auto locate = [&](std::size_t part, std::uint64_t place, std::uint32_t offset, std::uint16_t) {
    const Relocated found = relocated[part].apply(place + sizeof known_version, offset);
    return found.section == 0 ? std::nullopt : std::optional(CodeAddress{found.value, found.section});
  };
  add_codeview_lines(unit, locate, files, rows.sequences);
  rows.files = files.take();
  return rows;
}

} // namespace

LineRows coff_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols) {
  const CoffSection *lines = section_called(file, ".debug_line");
  return lines != nullptr ? dwarf_lines(bytes, file, *lines, symbols) : codeview_lines(bytes, file, symbols);
}

} // namespace osaca
