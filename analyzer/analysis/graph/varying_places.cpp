#include "analysis/graph/varying_places.h"

#include "base/index.h"

#include <algorithm>
#include <cstdlib>

namespace osaca {
namespace {

/// All bytes that an access may come to, counted from the part of its address that stays.
struct Reach {
  LinearTerms terms;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// More bits than an access has bytes make no difference.
constexpr std::int64_t largest_mask = 63;

/// Nothing: it may be anywhere.
std::optional<Reach> reach_of(const MemoryAccess &access) {
  if (!access.comparable)
    return std::nullopt;
  Reach reach{access.address.terms, access.address.offset, access.address.offset + access.width_bytes};
  if (access.step_bytes)
    return *access.step_bytes == 0 ? std::optional(reach) : std::nullopt;
  if (!access.masked || access.masked->mask <= 0 || access.masked->mask > largest_mask)
    return std::nullopt;
  const LinearTerms::Term &varying = access.masked->term;
  if (std::abs(varying.coefficient) > largest_mask)
    return std::nullopt;
  const std::int64_t furthest = access.masked->mask * varying.coefficient;
  reach.terms.remove(varying.symbol);
  (furthest < 0 ? reach.begin : reach.end) += furthest;
  return reach;
}

bool is_inside(const Reach &inner, const Reach &outer) {
  return inner.terms == outer.terms && inner.begin >= outer.begin && inner.end <= outer.end;
}

/// Whether one of them varies, and never leaves the other.
bool always_meet(const MemoryAccess &store, const Reach &stored, const MemoryAccess &load, const Reach &loaded) {
  return store.step_bytes ? !load.step_bytes && is_inside(loaded, stored)
                          : load.step_bytes && is_inside(stored, loaded);
}

struct Store {
  int access = 0;
  Reach reach;
};

} // namespace

std::vector<Forwarding> forwardings_of_varying_places(const AddressAnalysis &analysis) {
  const auto varies = [](const MemoryAccess &access) { return access.masked.has_value(); };
  if (std::ranges::none_of(analysis.accesses, varies))
    return {};
  std::vector<Store> stores;
  for (int a = 0; a < static_cast<int>(analysis.accesses.size()); ++a)
    if (const MemoryAccess &access = analysis.accesses[at(a)]; access.writes)
      if (const std::optional<Reach> reach = reach_of(access))
        stores.push_back({a, *reach});
  std::vector<Forwarding> found;
  for (int a = 0; a < static_cast<int>(analysis.accesses.size()); ++a) {
    const MemoryAccess &load = analysis.accesses[at(a)];
    const std::optional<Reach> loaded = load.reads ? reach_of(load) : std::nullopt;
    if (!loaded)
      continue;
    const Store *last = nullptr; // of those before the load; if there is none, of all
    int distance = 1;
    for (const Store &store : stores) {
      const MemoryAccess &access = analysis.accesses[at(store.access)];
      const bool is_before = access.instruction < load.instruction;
      if ((distance == 0 && !is_before) || !always_meet(access, store.reach, load, *loaded))
        continue;
      last = &store;
      distance = is_before ? 0 : 1;
    }
    if (last != nullptr)
      found.push_back({last->access, a, distance, !analysis.accesses[at(last->access)].step_bytes.has_value()});
  }
  return found;
}

} // namespace osaca
