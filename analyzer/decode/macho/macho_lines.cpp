#include "decode/macho/macho_lines.h"

#include "container/byte_ranges.h"
#include "decode/dwarf/line_program.h"

#include <algorithm>
#include <unordered_map>

namespace osaca {
namespace {

const MachoSection *debug_section_called(const MachoFile &file, std::string_view name) {
  for (const MachoSection &section : file.sections)
    if (section.segment == "__DWARF" && section.name == name)
      return &section;
  return nullptr;
}

/// What the linker would write into the section of lines. Addresses are unique in an object, so they tell the section.
class RelocatedLines {
public:
  RelocatedLines(std::string_view bytes, const MachoFile &file, const MachoSection &lines,
                 const std::vector<MachoSymbol> &symbols)
      : symbols_(symbols) {
    for (const MachoRelocation &relocation : macho_relocations(bytes, lines))
      at_.try_emplace(relocation.place, relocation);
    for (std::size_t s = 0; s < file.sections.size(); ++s)
      if (file.sections[s].is_code)
        code_.push_back({file.sections[s].address, file.sections[s].address + file.sections[s].size_bytes, s + 1});
  }

  [[nodiscard]] Relocated apply(std::uint64_t offset, std::uint64_t raw) const {
    const auto found = at_.find(offset);
    if (found == at_.end())
      return {raw, 0};
    const MachoRelocation &relocation = found->second;
    const bool is_known = relocation.is_external && relocation.number < symbols_.size();
    const std::uint64_t address = raw + (is_known ? symbols_[relocation.number].address : 0);
    const auto section =
        std::ranges::find_if(code_, [&](const Code &code) { return address >= code.begin && address < code.end; });
    return {address, section == code_.end() ? 0 : section->number};
  }

private:
  struct Code {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t number = 0;
  };
  const std::vector<MachoSymbol> &symbols_;
  std::unordered_map<std::uint64_t, MachoRelocation> at_;
  std::vector<Code> code_;
};

} // namespace

LineRows macho_lines(std::string_view bytes, const MachoFile &file, const std::vector<MachoSymbol> &symbols) {
  const MachoSection *lines = debug_section_called(file, "__debug_line");
  if (lines == nullptr)
    return {};
  const auto content = [&](std::string_view name) {
    const MachoSection *section = debug_section_called(file, name);
    const std::string_view found =
        section == nullptr ? std::string_view() : bytes_in(bytes, section->offset, section->size_bytes);
    return llvm::StringRef(found.data(), found.size());
  };
  const RelocatedLines relocated(bytes, file, *lines, symbols);
  return run_line_programs({content("__debug_line"), content("__debug_line_str"), content("__debug_str"),
                            [&](std::uint64_t offset, std::uint64_t raw) { return relocated.apply(offset, raw); }});
}

} // namespace osaca
