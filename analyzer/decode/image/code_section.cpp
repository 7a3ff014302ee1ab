#include "decode/image/code_section.h"

#include <algorithm>

namespace osaca {

void CodeSection::add_symbol(std::uint64_t where, Symbol symbol) {
  Symbol &known = symbols[where];
  if (known.name.empty() || symbol.kind > known.kind) {
    std::swap(known.name, symbol.name);
    std::swap(known.kind, symbol.kind);
  }
  known.size_bytes = std::max(known.size_bytes, symbol.size_bytes);
  if (symbol.kind != Symbol::Kind::label)
    symbol.aliases.push_back(std::move(symbol.name));
  constexpr std::size_t most_aliases = 64;
  for (std::string &alias : symbol.aliases) {
    const bool is_new =
        !alias.empty() && alias != known.name && std::ranges::find(known.aliases, alias) == known.aliases.end();
    if (is_new && known.aliases.size() < most_aliases)
      known.aliases.push_back(std::move(alias));
  }
}

void CodeSection::add_data(std::uint64_t where, std::uint64_t size_bytes) {
  if (!holds(where) || size_bytes == 0)
    return;
  data_begins[where] = true;
  data_begins.try_emplace(where + std::min(size_bytes, end() - where), false);
}

CodeSectionIndex::CodeSectionIndex(const std::vector<CodeSection> &sections, bool is_relocatable)
    : sections_(sections), is_relocatable_(is_relocatable) {
  for (std::size_t s = 0; s < sections.size(); ++s)
    places_.emplace_back(is_relocatable ? sections[s].index : sections[s].address, s);
  std::ranges::sort(places_);
}

std::optional<std::size_t> CodeSectionIndex::find(const CodeAddress &place) const {
  const std::uint64_t key = is_relocatable_ ? place.section : place.address;
  const auto after = std::ranges::upper_bound(places_, key, {}, &std::pair<std::uint64_t, std::size_t>::first);
  if (after == places_.begin())
    return std::nullopt;
  const CodeSection &section = sections_[std::prev(after)->second];
  const bool is_right = section.holds(place.address) && (!is_relocatable_ || section.index == place.section);
  return is_right ? std::optional(std::prev(after)->second) : std::nullopt;
}

} // namespace osaca
