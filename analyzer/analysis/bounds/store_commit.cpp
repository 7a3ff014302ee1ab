#include "analysis/bounds/store_commit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace osaca {
namespace {

constexpr std::int64_t page_bytes = 4096;

/// The part of a store that is in one block.
struct StorePart {
  const LinearExpression *address = nullptr; ///< null: the block is not known
  std::int64_t generation = 0;               ///< the iteration, if the address moves in an unknown way
  std::int64_t block = 0;
};

std::int64_t floor_division(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

bool are_in_one_block(const StorePart &a, const StorePart &b) {
  return a.address != nullptr && b.address != nullptr && a.block == b.block && a.generation == b.generation &&
         a.address->terms == b.address->terms;
}

/// The share of iterations in which an access crosses a page. In a page, the places of the access are `apart` bytes
/// from each other.
Cycles share_across_pages(std::int64_t offset, std::int64_t step_bytes, int width_bytes) {
  const std::int64_t apart = std::gcd(step_bytes, page_bytes);
  const std::int64_t first_place = offset - floor_division(offset, apart) * apart;
  const std::int64_t last_end = page_bytes - apart + first_place + width_bytes;
  if (last_end <= page_bytes)
    return 0;
  return {-floor_division(page_bytes - last_end, apart), page_bytes / apart};
}

class CommitCounter {
public:
  CommitCounter(const StoreCommit &rule, const std::vector<const MemoryAccess *> &accesses) : rule_(rule) {
    std::map<LinearTerms, std::int64_t> widest_bytes; // of the stores through each pointer that moves in an unknown way
    for (const MemoryAccess *access : accesses)
      if (access->writes) {
        stores_.push_back({access, access->step_bytes.value_or(0)});
        if (!access->step_bytes) {
          std::int64_t &widest = widest_bytes.try_emplace(access->address.terms, 1).first->second;
          widest = std::max<std::int64_t>(widest, access->width_bytes);
        }
      }
    for (Store &store : stores_)
      if (!store.access->step_bytes)
        store.step_bytes = widest_bytes.at(store.access->address.terms);
  }

  StoreThroughput count() {
    StoreThroughput result;
    result.stores = static_cast<int>(stores_.size());
    if (stores_.empty())
      return result;
    run(0); // sets the state in which the other iterations begin
    parts_ = switches_ = commits_ = 0;
    // Which stores are committed together may change from one iteration to the next.
    const std::int64_t period = iterations_until_it_repeats() * (rule_.blocks_apart ? rule_.per_cycle : 1);
    for (std::int64_t iteration = 1; iteration <= period; ++iteration)
      run(iteration);
    result.parts = Cycles(parts_, period);
    result.block_changes = Cycles(switches_, period);
    result.cycles = rule_.blocks_apart ? Cycles(commits_, period)
                                       : std::max(result.parts / Cycles(rule_.per_cycle), result.block_changes);
    if (!rule_.page_crossing_cycles.is_zero())
      result.cycles += page_crossings() * rule_.page_crossing_cycles;
    return result;
  }

private:
  struct Store {
    const MemoryAccess *access = nullptr;
    /// If a pointer moves in an unknown way, its place in a block is not known either. All places are tried in turn at
    /// which the widest store through it is aligned.
    std::int64_t step_bytes = 0;
  };

  /// The number of iterations after which every address with a known step has moved by whole blocks.
  [[nodiscard]] std::int64_t iterations_until_it_repeats() const {
    std::int64_t shared = rule_.block_bytes;
    for (const Store &store : stores_)
      shared = std::gcd(shared, store.step_bytes);
    return rule_.block_bytes / shared;
  }

  /// Per iteration. Only stores that move count: one that stays in its place is assumed not to be at the end of a page.
  [[nodiscard]] Cycles page_crossings() const {
    Cycles crossings;
    for (const Store &store : stores_)
      if (const MemoryAccess &access = *store.access; access.comparable && access.step_bytes.value_or(0) != 0)
        crossings += share_across_pages(access.address.offset, *access.step_bytes, access.width_bytes);
    return crossings;
  }

  void run(std::int64_t iteration) {
    for (const Store &store : stores_) {
      const MemoryAccess &access = *store.access;
      if (!access.comparable) {
        add({});
        continue;
      }
      const std::int64_t first = access.address.offset + store.step_bytes * iteration;
      const std::int64_t last = first + access.width_bytes - 1;
      const std::int64_t first_block = floor_division(first, rule_.block_bytes);
      const std::int64_t last_block = floor_division(last, rule_.block_bytes);
      if (rule_.crossing_apart && first_block != last_block)
        for (std::int64_t block = first_block; block <= last_block; ++block)
          add({});
      else
        for (std::int64_t block = first_block; block <= last_block; ++block)
          add({&access.address, access.step_bytes ? 0 : iteration, block});
    }
  }

  void add(const StorePart &part) {
    const auto open =
        std::ranges::find_if(open_, [&part](const StorePart &other) { return are_in_one_block(other, part); });
    const bool changes = open == open_.end();
    ++parts_;
    switches_ += changes ? 1 : 0;
    if (changes || in_cycle_ == rule_.per_cycle) {
      ++commits_;
      in_cycle_ = 0;
    }
    ++in_cycle_;
    if (!changes)
      open_.erase(open);
    else if (open_.size() == static_cast<std::size_t>(rule_.open_blocks))
      open_.pop_back();
    open_.insert(open_.begin(), part);
  }

  const StoreCommit &rule_;
  std::vector<Store> stores_;
  std::vector<StorePart> open_; ///< parts in the blocks that can be written without a change, the latest first
  std::int64_t parts_ = 0;
  std::int64_t switches_ = 0;
  std::int64_t commits_ = 0; ///< if all stores of a cycle are to the same block
  int in_cycle_ = 0;         ///< parts in the last of these cycles so far
};

} // namespace

StoreThroughput throughput_of(const std::vector<const MemoryAccess *> &stores, const StoreCommit &rule) {
  return CommitCounter(rule, stores).count();
}

StoreThroughput store_throughput(const CostedKernel &kernel, const AddressAnalysis &addresses) {
  const std::optional<StoreCommit> &rule = kernel.model.core().store_commit;
  if (!rule)
    return {};
  std::vector<const MemoryAccess *> stores;
  for (const MemoryAccess &access : addresses.accesses)
    if (access.writes)
      stores.push_back(&access);
  return throughput_of(stores, *rule);
}

} // namespace osaca
