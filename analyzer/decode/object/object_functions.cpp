#include "decode/object/object_functions.h"

#include "base/text.h"

#include <algorithm>

namespace osaca {
namespace {

/// Where a function begins, and where it ends if anything says so.
struct Start {
  std::uint64_t end = 0; ///< 0: not told
  const Symbol *symbol = nullptr;
};
using Starts = std::map<std::uint64_t, Start>;

void add_functions(const CodeSection &section, Starts &starts) {
  for (const auto &[address, symbol] : section.symbols)
    if (symbol.kind == Symbol::Kind::function)
      starts[address] = {symbol.size_bytes == 0 ? 0 : address + std::min(symbol.size_bytes, section.end() - address),
                         &symbol};
}

/// Whether a function that began before `address` is said to reach beyond it. Sizes nest at most a few deep.
class Covered {
public:
  explicit Covered(const Starts &starts) {
    std::uint64_t to = 0;
    for (const auto &[begin, start] : starts) {
      to = std::max(to, start.end);
      reach_.emplace_back(begin, to);
    }
  }
  [[nodiscard]] bool inside(std::uint64_t address) const {
    const auto after = std::lower_bound(reach_.begin(), reach_.end(), address,
                                        [](const auto &entry, std::uint64_t key) { return entry.first < key; });
    return after != reach_.begin() && std::prev(after)->second > address;
  }

private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reach_; ///< beginning, and how far any function up to it reaches
};

void add_unwinding(const CodeSection &section, const std::vector<AddressRange> &unwinding, Starts &starts) {
  const Covered covered(starts);
  auto range = std::lower_bound(unwinding.begin(), unwinding.end(), section.address,
                                [](const AddressRange &r, std::uint64_t key) { return r.begin < key; });
  for (; range != unwinding.end() && range->begin < section.end(); ++range) {
    const std::uint64_t end = std::min(range->end, section.end());
    const auto known = starts.find(range->begin);
    if (known != starts.end())
      known->second.end = known->second.end == 0 ? end : known->second.end;
    else if (!covered.inside(range->begin))
      starts[range->begin] = {end, nullptr};
  }
}

void add_entries(const CodeSection &section, Starts &starts) {
  const Covered covered(starts);
  for (const auto &[address, symbol] : section.symbols) {
    if (symbol.kind != Symbol::Kind::entry || covered.inside(address))
      continue;
    Start &start = starts[address];
    if (start.symbol == nullptr)
      start.symbol = &symbol;
  }
}

void cut(const CodeSection &section, std::size_t number, const Starts &starts, std::vector<CodeRange> &ranges) {
  const auto add_rest = [&](std::uint64_t begin, std::uint64_t end) {
    if (begin < end)
      ranges.push_back({number, begin, end, {}, false, {}});
  };
  add_rest(section.address, starts.empty() ? section.end() : starts.begin()->first);
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    const auto next = std::next(start);
    const std::uint64_t limit = next == starts.end() ? section.end() : next->first;
    const std::uint64_t end = start->second.end == 0 ? limit : std::min(start->second.end, limit);
    const Symbol *symbol = start->second.symbol;
    ranges.push_back({number, start->first, end, symbol != nullptr ? symbol->name : made_up_name(start->first), true,
                      symbol != nullptr ? symbol->aliases : std::vector<std::string>()});
    add_rest(end, limit);
  }
}

} // namespace

std::string made_up_name(std::uint64_t address) { return "sub_" + hexadecimal(address); }

std::vector<CodeRange> code_ranges(const std::vector<CodeSection> &sections,
                                   const std::vector<AddressRange> &unwinding) {
  std::vector<CodeRange> ranges;
  for (std::size_t s = 0; s < sections.size(); ++s) {
    Starts starts;
    add_functions(sections[s], starts);
    add_unwinding(sections[s], unwinding, starts);
    add_entries(sections[s], starts);
    cut(sections[s], s, starts, ranges);
  }
  return ranges;
}

} // namespace osaca
