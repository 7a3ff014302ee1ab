#include "analysis/graph/few_places.h"

#include "base/index.h"

#include <algorithm>
#include <bit>

namespace osaca {
namespace {

/// More places than turns in flight make no difference.
constexpr int most_mask_bits = 4;

/// A load of a masked place, and the store to the same.
struct Turn {
  int load = 0;
  int store = 0;
};

/// The address without what changes.
LinearTerms steady_terms(const MemoryAccess &access) {
  LinearTerms terms = access.address.terms;
  terms.remove(access.masked->term.symbol);
  return terms;
}

bool are_among_the_same(const MemoryAccess &a, const MemoryAccess &b) {
  return a.masked->mask == b.masked->mask && a.masked->term.coefficient == b.masked->term.coefficient &&
         a.address.offset == b.address.offset && a.width_bytes == b.width_bytes && steady_terms(a) == steady_terms(b);
}

std::vector<Turn> turns_of(const std::vector<MemoryAccess> &accesses) {
  std::vector<Turn> turns;
  for (int l = 0; l < static_cast<int>(accesses.size()); ++l) {
    const MemoryAccess &load = accesses[at(l)];
    if (!load.reads || !has_few_places(load))
      continue;
    for (int s = l; s < static_cast<int>(accesses.size()); ++s)
      if (const MemoryAccess &store = accesses[at(s)]; store.writes && store.masked &&
                                                       store.address.terms == load.address.terms &&
                                                       are_among_the_same(load, store)) {
        turns.push_back({l, s});
        break;
      }
  }
  return turns;
}

} // namespace

bool has_few_places(const MemoryAccess &access) {
  return access.masked && access.comparable && access.masked->mask > 0 &&
         std::popcount(static_cast<std::uint64_t>(access.masked->mask)) <= most_mask_bits;
}

std::vector<Forwarding> forwardings_among_few_places(const AddressAnalysis &analysis) {
  std::vector<Forwarding> found;
  std::vector<Turn> rest = turns_of(analysis.accesses);
  while (!rest.empty()) {
    const MemoryAccess &first = analysis.accesses[at(rest.front().load)];
    const auto others = std::stable_partition(rest.begin(), rest.end(), [&](const Turn &turn) {
      return are_among_the_same(first, analysis.accesses[at(turn.load)]);
    });
    const std::vector<Turn> turns(rest.begin(), others);
    rest.erase(rest.begin(), others);
    const int places = 1 << std::popcount(static_cast<std::uint64_t>(first.masked->mask));
    const int count = static_cast<int>(turns.size());
    for (int t = 0; t < count; ++t)
      found.push_back({turns[at(t)].store, turns[at((t + places) % count)].load, (t + places) / count});
  }
  return found;
}

} // namespace osaca
