// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine/frequencies.h"

namespace osaca::gcc {

namespace {

/// How often a loop is entered. Edges have counts of their own, unless a pass failed to update them.
profile_count entries_of(const class loop *loop) {
  profile_count from_outside = profile_count::zero();
  profile_count from_inside = profile_count::zero();
  edge way = nullptr;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, loop->header->preds) {
    profile_count &side = flow_bb_inside_loop_p(loop, way->src) ? from_inside : from_outside;
    side += way->count();
  }
  return from_outside.initialized_p() ? from_outside : loop->header->count - from_inside;
}

/// Counts from a profile cover the whole training run. Zeros that the compiler replaced by guesses become zeros again.
capture::LoopFrequency counted(profile_count iterations, profile_count entries) {
  if (!iterations.ipa().initialized_p() || !entries.ipa().initialized_p())
    return {};
  return {capture::FrequencySource::profile, static_cast<double>(iterations.ipa().to_gcov_type()),
          static_cast<double>(entries.ipa().to_gcov_type())};
}

capture::LoopFrequency guessed(profile_count iterations, profile_count entries, profile_count calls) {
  if (!iterations.initialized_p() || !entries.initialized_p() || !calls.initialized_p())
    return {};
  bool is_known[2] = {};
  const sreal per_call[2] = {iterations.to_sreal_scale(calls, &is_known[0]),
                             entries.to_sreal_scale(calls, &is_known[1])};
  if (!is_known[0] || !is_known[1])
    return {};
  return {capture::FrequencySource::estimate, per_call[0].to_double(), per_call[1].to_double()};
}

/// The edge that a jump takes out of its block. The other edge leads to the next block in the text.
edge way_of_jump(basic_block block, rtx_insn *jump) {
  if (EDGE_COUNT(block->succs) != 2 || JUMP_LABEL(jump) == NULL_RTX || !LABEL_P(JUMP_LABEL(jump)))
    return nullptr;
  const edge way = BRANCH_EDGE(block);
  if (way->dest == EXIT_BLOCK_PTR_FOR_FN(cfun))
    return nullptr;
  for (rtx_insn *head = BB_HEAD(way->dest); head != nullptr && (LABEL_P(head) || NOTE_P(head)); head = NEXT_INSN(head))
    if (head == JUMP_LABEL(jump))
      return way;
  return nullptr;
}

/// Whether a training run showed that the block is never executed.
bool never_ran(basic_block block) {
  const profile_count runs = block->count.ipa();
  return profile_status_for_fn(cfun) == PROFILE_READ && runs.initialized_p() && !runs.nonzero_p();
}

/// Whether an estimated probability of "never" is an artefact. It usually remains when a pass copied an exit of the
/// loop, because jump threading removes a probability instead of dividing it. Then the probability is unknown. For
/// calls of cold functions and the like the compiler is certain, and a training run may show that the way leads to code
/// that never ran. A user's __builtin_expect_with_probability(x, y, 1.0) cannot be distinguished from the artefact.
bool is_leftover(basic_block block, edge way) {
  const bool never = way->probability == profile_probability::never().guessed();
  const bool always = way->probability == profile_probability::always().guessed();
  if (way->probability.reliable_p() || (!never && !always))
    return false;
  return !never_ran((never ? way : FALLTHRU_EDGE(block))->dest);
}

capture::LoopFrequency frequency(profile_count iterations, profile_count entries) {
  switch (profile_status_for_fn(cfun)) {
  case PROFILE_READ: return counted(iterations, entries);
  case PROFILE_GUESSED: return guessed(iterations, entries, ENTRY_BLOCK_PTR_FOR_FN(cfun)->count);
  default: return {};
  }
}

} // namespace

capture::LoopFrequency frequency_of(const class loop *loop, const class loop *whole) {
  return frequency(loop->header->count, entries_of(whole));
}

capture::LoopFrequency frequency_of(edge way_back) {
  const profile_count iterations = way_back->dest->count;
  return frequency(iterations, iterations - way_back->count());
}

std::unordered_map<int, double> branches_taken(const std::unordered_set<int> &uids) {
  std::unordered_map<int, double> taken;
  if (profile_status_for_fn(cfun) == PROFILE_ABSENT)
    return taken;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    rtx_insn *jump = BB_END(block);
    if (!JUMP_P(jump) || !any_condjump_p(jump) || uids.count(INSN_UID(jump)) == 0)
      continue;
    const edge way = way_of_jump(block, jump);
    if (way != nullptr && way->probability.initialized_p() && !is_leftover(block, way))
      taken[INSN_UID(jump)] = way->probability.to_sreal().to_double();
  }
  return taken;
}

} // namespace osaca::gcc
