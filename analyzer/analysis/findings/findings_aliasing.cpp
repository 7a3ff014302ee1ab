// Loads that are given the value of a store to another page, because the addresses agree in their low bits.
#include "analysis/findings/by_options.h"
#include "analysis/findings/findings.h"
#include "analysis/graph/renaming.h"

#include <algorithm>

namespace osaca {
namespace {

/// So many stores may lie between the two; measured up to here.
constexpr std::size_t most_stores_between = 8;

class AliasSearch {
public:
  AliasSearch(const KernelFacts &facts, const AddressAliasing &rule)
      : facts_(facts), rule_(rule), renaming_(facts.kernel) {
    for (const MemoryAccess &access : facts.addresses.accesses)
      if (access.writes)
        stores_.push_back(&access);
  }

  /// The instructions of loads that are taken for others; `on_stack`: those through the stack pointer.
  [[nodiscard]] std::vector<int> loads(bool on_stack) const {
    std::vector<int> found;
    if (stores_.empty())
      return found;
    std::size_t before = 0; // stores of this iteration that come before the load
    for (const MemoryAccess &load : facts_.addresses.accesses) {
      while (before < stores_.size() && stores_[before]->instruction < load.instruction)
        ++before;
      if (load.reads && is_on_stack(load) == on_stack && has_alias(load, before))
        found.push_back(load.instruction);
    }
    return found;
  }

private:
  static bool is_on_stack(const MemoryAccess &access) {
    return access.memory->base && access.memory->base->kind == RegisterKind::stack_pointer;
  }

  /// Goes back over the latest stores, and on into the iteration before.
  [[nodiscard]] bool has_alias(const MemoryAccess &load, std::size_t before) const {
    for (std::size_t back = 1; back <= std::min(most_stores_between + 1, stores_.size()); ++back) {
      const bool is_of_this_iteration = back <= before;
      const MemoryAccess &store = *stores_[is_of_this_iteration ? before - back : before + stores_.size() - back];
      if (is_alias(store, load, is_of_this_iteration ? 0 : 1))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool is_alias(const MemoryAccess &store, const MemoryAccess &load, int distance) const {
    if (!store.comparable || !load.comparable || store.address.terms != load.address.terms ||
        (distance > 0 && !load.step_bytes) || !renaming_.is_renamed(store, load, distance))
      return false;
    const auto of = [](std::int64_t value) { return static_cast<std::uint64_t>(value); }; // offsets may be any numbers
    const std::uint64_t apart = of(load.address.offset) - of(store.address.offset) +
                                (distance > 0 ? of(load.step_bytes.value_or(0)) : std::uint64_t{0});
    const std::uint64_t page = std::uint64_t{1} << rule_.low_bits;
    const std::uint64_t within = apart & (page - 1);
    const auto word = static_cast<std::uint64_t>(rule_.word_bytes);
    const bool is_other_page = apart + page / 2 > page; // neither side of the store
    return is_other_page && (within < word || page - within < word);
  }

  const KernelFacts &facts_;
  const AddressAliasing &rule_;
  MemoryRenaming renaming_;
  std::vector<const MemoryAccess *> stores_; ///< in program order
};

void report(const KernelFacts &facts, const AddressAliasing &rule, std::vector<int> loads, int learned, bool on_stack,
            std::vector<Finding> &findings) {
  if (static_cast<int>(loads.size()) <= learned)
    return;
  findings.push_back(make_finding(facts, "osaca-4k-aliasing",
                                  AliasedLoads{.on_stack = on_stack,
                                               .low_bits = rule.low_bits,
                                               .learned = learned,
                                               .cycles = rule.cycles,
                                               .vectors = needed_for_vectors(facts.code)},
                                  std::move(loads)));
}

} // namespace

void find_aliasing(const KernelFacts &facts, std::vector<Finding> &findings) {
  const std::optional<AddressAliasing> &rule = facts.kernel.model.core().address_aliasing;
  if (!rule)
    return;
  const AliasSearch search(facts, *rule);
  report(facts, *rule, search.loads(false), rule->learned, false, findings);
  report(facts, *rule, search.loads(true), rule->learned_on_stack, true, findings);
}

} // namespace osaca
