// SPDX-License-Identifier: GPL-3.0-or-later
#include "linked_loops.h"

#include "function_names.h"

namespace osaca::gcc {
namespace {

/// The functions that were inlined into `cfun`, each as often as it was.
std::vector<tree> inlined_functions() {
  std::vector<tree> functions;
  std::vector<tree> blocks = {DECL_INITIAL(current_function_decl)};
  while (!blocks.empty()) {
    const tree block = blocks.back();
    blocks.pop_back();
    if (block == NULL_TREE || TREE_CODE(block) != BLOCK)
      continue;
    if (inlined_function_outer_scope_p(block)) {
      const tree origin = block_ultimate_origin(block);
      if (origin != NULL_TREE && TREE_CODE(origin) == FUNCTION_DECL)
        functions.push_back(origin);
    }
    for (tree inner = BLOCK_SUBBLOCKS(block); inner != NULL_TREE; inner = BLOCK_CHAIN(inner))
      blocks.push_back(inner);
  }
  return functions;
}

SourceFunction described(tree function) { return {DECL_UID(DECL_ORIGIN(function)), readable_name(function)}; }

} // namespace

void LinkedLoops::answer_extents() {
  extents_.ask_for_innermost([this](location_t location) { return sources_.innermost_at(location); });
}

void LinkedLoops::meet_function(bool all, const IsNamed &is_named) {
  sources_.look_at_new_files(all);
  if (!all && !has_pragmas())
    return;
  add_new_loops();
  meet(DECL_ORIGIN(current_function_decl), is_named);
  for (const tree function : inlined_functions())
    meet(function, is_named);
}

void LinkedLoops::add_new_loops() {
  for (int loop = requests_.loop_count(); loop < static_cast<int>(extents_.all().size()); ++loop)
    requests_.add(SourceLoop{extents_[loop].parent, extents_[loop].has_inner, !sources_.is_system_header(loop), false});
}

void LinkedLoops::meet(tree function, const IsNamed &is_named) {
  if (!met_.insert(DECL_UID(function)).second)
    return;
  const LinkedSources::Body body = sources_.body_of(function);
  for (const int loop : body.loops)
    add_instance(loop, function, body.begin);
  for (const int pragma : body.pragmas)
    ask_by_pragma(pragma);
  const bool is_wanted = is_named(function);
  for (const int loop : body.loops)
    requests_.may_become_code(loop, is_wanted);
}

/// A function may stand in another one, as that of a lambda does: a loop in it is none of the outer one's.
void LinkedLoops::add_instance(int loop, tree function, const source::Place &begin) {
  source::Place &known = body_of_loop_.emplace(loop, begin).first->second;
  if (begin < known)
    return;
  if (known < begin)
    extents_.drop_instances_of(loop);
  known = begin;
  extents_.add_instance_to(loop, described(function));
}

void LinkedLoops::meet_loop(int loop, tree owner) {
  if (loop < 0)
    return;
  if (const int pragma = sources_.pragma_of(loop); pragma >= 0)
    ask_by_pragma(pragma);
  if (!extents_[loop].can_become_code() && owner != NULL_TREE)
    extents_.add_instance_to(loop, described(owner));
  requests_.may_become_code(loop, false);
}

void LinkedLoops::ask_by_pragma(int pragma) {
  if (!asked_.insert(pragma).second)
    return;
  const LinkedSources::Pragma &asked = sources_.pragmas()[static_cast<size_t>(pragma)];
  pragmas_.push_back(asked.recorded);
  requests_.add(BoundPragma{asked.loop, asked.recorded.expectations});
}

} // namespace osaca::gcc
