#include "analysis/graph/store_forwarding.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <tuple>

namespace osaca {

namespace {

/// Stores of one width to one address. Only the latest of them can be the last writer.
struct Slot {
  const LinearTerms *terms = nullptr;
  std::int64_t offset = 0;
  int width_bytes = 0;
  int latest_before = -1; ///< the latest store before the current instruction, in program order
  int latest = -1;        ///< the latest store of the whole iteration

  [[nodiscard]] auto key() const { return std::tie(*terms, offset, width_bytes); }
};

class Stores {
public:
  explicit Stores(const std::vector<MemoryAccess> &accesses) : accesses_(accesses) {
    for (std::size_t a = 0; a < accesses.size(); ++a)
      if (const MemoryAccess &store = accesses[a]; store.writes && store.comparable) {
        stores_.push_back(static_cast<int>(a));
        slots_.push_back({&store.address.terms, store.address.offset, store.width_bytes, -1, static_cast<int>(a)});
        widest_bytes_ = std::max<std::int64_t>(widest_bytes_, store.width_bytes);
      }
    std::ranges::sort(slots_, [](const Slot &a, const Slot &b) {
      return std::tuple_cat(a.key(), std::tie(a.latest)) < std::tuple_cat(b.key(), std::tie(b.latest));
    });
    // Of equal ones, the latest is kept.
    std::size_t kept = 0;
    for (std::size_t s = 0; s < slots_.size(); ++s)
      if (s + 1 == slots_.size() || slots_[s].key() != slots_[s + 1].key())
        slots_[kept++] = slots_[s];
    slots_.resize(kept);
  }

  [[nodiscard]] bool empty() const { return slots_.empty(); }

  /// Records the stores before `instruction`. Must be called in program order.
  void advance_to(int instruction) {
    for (; next_ < stores_.size() && access_at(stores_[next_]).instruction < instruction; ++next_) {
      const MemoryAccess &store = access_at(stores_[next_]);
      Slot probe{&store.address.terms, store.address.offset, store.width_bytes, -1, -1};
      const auto slot = std::lower_bound(slots_.begin(), slots_.end(), probe,
                                         [](const Slot &a, const Slot &b) { return a.key() < b.key(); });
      slot->latest_before = stores_[next_];
    }
  }

  /// The last writer of the bytes of `load`, and its distance.
  [[nodiscard]] Forwarding writer_of(const MemoryAccess &load, int max_distance) const {
    const auto [first, last] = slots_on(load.address.terms);
    Forwarding found;
    found.store = -1;
    if (first == last)
      return found;
    found.store = latest_at(first, last, load, 0, &Slot::latest_before);
    if (found.store >= 0 || !load.step_bytes)
      return found;
    const std::int64_t step = *load.step_bytes;
    const std::int64_t end = (last - 1)->offset;
    for (found.distance = 1; found.distance <= (step == 0 ? 1 : max_distance); ++found.distance) {
      const std::int64_t place = load.address.offset + found.distance * step;
      if (step > 0 ? place - widest_bytes_ >= end : step < 0 && place + load.width_bytes <= first->offset)
        break; // it has moved past all stores
      found.store = latest_at(first, last, load, found.distance * step, &Slot::latest);
      if (found.store >= 0)
        break;
    }
    return found;
  }

private:
  using Place = std::vector<Slot>::const_iterator;

  [[nodiscard]] const MemoryAccess &access_at(int access) const { return accesses_[at(access)]; }

  [[nodiscard]] std::pair<Place, Place> slots_on(const LinearTerms &terms) const {
    const auto same = std::ranges::equal_range(slots_, terms, std::less<>(),
                                               [](const Slot &slot) -> const LinearTerms & { return *slot.terms; });
    return {same.begin(), same.end()};
  }

  /// The latest access in slots that share a byte with the load after it has moved by `moved_bytes`; -1: none.
  [[nodiscard]] int latest_at(Place first, Place last, const MemoryAccess &load, std::int64_t moved_bytes,
                              int Slot::*which) const {
    const std::int64_t place = load.address.offset + moved_bytes;
    int latest = -1;
    for (auto slot = std::lower_bound(first, last, place - widest_bytes_,
                                      [](const Slot &s, std::int64_t offset) { return s.offset <= offset; });
         slot != last && slot->offset < place + load.width_bytes; ++slot)
      if (place - slot->offset < slot->width_bytes)
        latest = std::max(latest, (*slot).*which);
    return latest;
  }

  const std::vector<MemoryAccess> &accesses_;
  std::vector<int> stores_; ///< accesses, in program order
  std::vector<Slot> slots_; ///< in the order of their keys
  std::int64_t widest_bytes_ = 0;
  std::size_t next_ = 0; ///< index into stores_: the first one not yet recorded
};

} // namespace

std::vector<Forwarding> forwardings(const AddressAnalysis &analysis, int max_distance) {
  std::vector<Forwarding> found;
  if (std::ranges::none_of(analysis.accesses, &MemoryAccess::reads) ||
      std::ranges::none_of(analysis.accesses, &MemoryAccess::writes))
    return found;
  Stores stores(analysis.accesses);
  if (stores.empty())
    return found;
  for (std::size_t a = 0; a < analysis.accesses.size(); ++a) {
    const MemoryAccess &load = analysis.accesses[a];
    if (!load.reads || !load.comparable)
      continue;
    stores.advance_to(load.instruction);
    Forwarding forwarding = stores.writer_of(load, max_distance);
    if (forwarding.store < 0)
      continue;
    forwarding.load = static_cast<int>(a);
    const MemoryAccess &store = analysis.accesses[at(forwarding.store)];
    forwarding.is_partial = !is_covered(store, load, forwarding.distance);
    if (forwarding.is_partial && (store.is_predicated || load.is_predicated))
      continue; // the predicate may leave out the common bytes
    found.push_back(forwarding);
  }
  return found;
}

namespace {

/// The latency of a load into a register of this kind; 0: the model has no figure.
Cycles load_cycles(const Core &core, bool to_vector) {
  const RegisterKind kind = to_vector ? RegisterKind::vector : RegisterKind::gpr;
  for (const MemoryAccessCost &entry : core.loads)
    if (entry.kind == kind)
      return entry.latency_cycles;
  return 0;
}

} // namespace

Cycles forwarding_cycles(const Core &core, const CostedInstruction &store, const CostedInstruction &load,
                         bool begin_together) {
  const Cycles own = load_cycles(core, store.uses_vector_registers);
  const Cycles other = load_cycles(core, load.uses_vector_registers);
  const bool is_alike = begin_together && store.uses_vector_registers == load.uses_vector_registers;
  const Cycles inner = store.cost->inner_forward_cycles;
  const Cycles figure = is_alike || inner.is_zero() ? store.cost->store_forward_cycles : inner;
  return own.is_zero() || other.is_zero() || own == other ? figure : std::max(figure - own + other, other);
}

namespace {

/// More places than updates in flight make no difference.
constexpr int most_mask_bits = 4;

/// A load from a masked place, and the store to the same place.
struct Turn {
  int load = 0;
  int store = 0;
};

/// The fixed part of the address.
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

namespace {

/// All bytes that an access may touch, relative to the fixed part of its address.
struct Reach {
  LinearTerms terms;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// More bits than an access has bytes make no difference.
constexpr std::int64_t largest_mask = 63;

/// Empty: it may be anywhere.
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

/// Whether one of them has a varying place that is always inside the other one.
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
    const Store *last = nullptr; // the last one before the load; if there is none, the last one of all
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
