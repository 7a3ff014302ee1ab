#include "analysis/graph/forwarding.h"

#include "base/index.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace osaca {
namespace {

/// Stores of one width to one address: only the latest of them can be the last writer.
struct Slot {
  const LinearTerms *terms = nullptr;
  std::int64_t offset = 0;
  int width_bytes = 0;
  int latest_before = -1; ///< in program order, of those before the instruction that is looked at
  int latest = -1;        ///< of the whole iteration

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
    // Of equal ones the latest is kept.
    std::size_t kept = 0;
    for (std::size_t s = 0; s < slots_.size(); ++s)
      if (s + 1 == slots_.size() || slots_[s].key() != slots_[s + 1].key())
        slots_[kept++] = slots_[s];
    slots_.resize(kept);
  }

  [[nodiscard]] bool empty() const { return slots_.empty(); }

  /// Takes in what is stored before `instruction`. To be called in program order.
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
        break; // it has moved past all of them
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
  std::size_t next_ = 0; ///< of stores_: not yet taken in
};

} // namespace

std::vector<Forwarding> forwardings(const AddressAnalysis &analysis, int max_distance) {
  std::vector<Forwarding> found;
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
    forwarding.is_partial = !is_covered(analysis.accesses[at(forwarding.store)], load, forwarding.distance);
    found.push_back(forwarding);
  }
  return found;
}

} // namespace osaca
