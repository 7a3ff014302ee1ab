// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that GCC replaced by an identical one, its twin (-fipa-icf). Their loops are in the code of the twin, with
// the twin's places.
#include "unit.h"

#include "report/functions.h"

namespace osaca::gcc {

void Unit::note_twins() {
  cgraph_node *node = nullptr;
  FOR_EACH_FUNCTION(node) {
    if (!node->icf_merged)
      continue;
    // The merged function is an alias of its twin, or calls it.
    cgraph_node *twin = node->alias ? node->ultimate_alias_target() : nullptr;
    if (twin == nullptr && node->callees != nullptr && node->callees->next_callee == nullptr)
      twin = node->callees->callee->ultimate_alias_target();
    if (twin != nullptr && twin != node && twin->icf_merged)
      fates_.merged[DECL_UID(DECL_ORIGIN(node->decl))] = {node->decl, DECL_UID(DECL_ORIGIN(twin->decl)),
                                                          readable_name(twin->decl)};
  }
}

/// The loop of the function that was replaced, if the loop's code came through that function: it called its twin, and
/// the call was inlined. Such a call has no location in most versions of GCC, so it does not count as an inlined call.
LoopCopy Unit::as_written(const LoopCopy &source) {
  if (source.extent < 0)
    return source;
  const auto replaced = [&](int context) -> LoopCopy {
    const unsigned function = instance_of(context);
    const auto merged = fates_.merged.find(function);
    if (merged == fates_.merged.end() || requested_.extents()[source.extent].is_of(function))
      return {};
    return {requested_.extents().counterpart(source.extent, merged->second.uid_of_twin, function), context};
  };
  LoopCopy own = replaced(source.context);
  if (own.extent < 0 && source.context != InlineContexts::none)
    own = replaced(contexts_.outer(source.context));
  return own.extent < 0 ? source : own;
}

void Unit::assign_loops_of_twins() {
  if (fates_.merged.empty())
    return;
  for (MachineLoop &loop : current_.loops)
    loop.source = as_written(loop.source);
  std::map<LoopCopy, Remains> remains;
  for (auto &[source, left] : current_.remains)
    remains.emplace(as_written(source), std::move(left));
  current_.remains = std::move(remains);
}

namespace {

/// Whether a function that was replaced has no copy of its twin's code. Once it was written, its calls are unknown.
bool only_refers_to_twin(tree function, bool is_found) {
  const cgraph_node *node = cgraph_node::get(function);
  if (node == nullptr)
    return false;
  if (node->alias || node->callees == nullptr)
    return node->alias || !is_found;
  return node->callees->inline_failed != CIF_OK;
}

} // namespace

/// The loop of `cfun` is also that of the functions that `cfun` replaces.
void Unit::add_loop_for_twins(const MachineLoop &loop) {
  if (loop.source.extent < 0 || loop.source.context != InlineContexts::none)
    return;
  const unsigned own = DECL_UID(DECL_ORIGIN(current_function_decl));
  for (const auto &[uid, merged] : fates_.merged) {
    if (merged.uid_of_twin != own)
      continue;
    const int extent = requested_.extents().counterpart(loop.source.extent, own, uid);
    const int request = extent < 0 ? -1 : requested_.requests().for_machine_loop(extent, loop.works_itself);
    if (request < 0 || !only_refers_to_twin(merged.function, outcomes_[request].found))
      continue;
    current_annotated_.push_back({request, requested_.shown_at(request, InlineContexts::none, locations_), &loop});
    outcomes_[request].sightings.push_back({readable_name(current_function_decl), uid, true, {}});
    twins_found_.insert(request);
  }
}

} // namespace osaca::gcc
