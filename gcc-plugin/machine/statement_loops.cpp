// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine/statement_loops.h"

#include "statement_share.h"

namespace osaca::gcc {

namespace {

/// A function that instructions of a loop come from.
struct Written {
  tree block = NULL_TREE; ///< of the inlined copy; NULL_TREE: the function itself
  location_t place = UNKNOWN_LOCATION;
  size_t count = 0;
  int depth = 0; ///< number of calls that the function was inlined through
};

/// The functions that the instruction was inlined through, by their blocks.
void add_functions(location_t location, std::map<tree, Written> &functions) {
  std::vector<Written> chain;
  location_t place = plain(location);
  for (tree block = LOCATION_BLOCK(location); block != NULL_TREE && TREE_CODE(block) == BLOCK;
       block = BLOCK_SUPERCONTEXT(block)) {
    if (!inlined_function_outer_scope_p(block))
      continue;
    chain.push_back({block, place});
    place = plain(BLOCK_SOURCE_LOCATION(block));
  }
  chain.push_back({NULL_TREE, place});
  int depth = static_cast<int>(chain.size());
  for (const Written &one : chain) {
    Written &known = functions[one.block];
    if (known.count++ == 0)
      known.place = one.place;
    known.depth = --depth;
  }
}

bool is_located(const LoopPlaces::Instruction &instruction) { return plain(instruction.location) > BUILTINS_LOCATION; }

void note_written(MachineLoop &machine, const LoopPlaces &places) {
  std::map<tree, Written> functions; // by the block of the inlined copy
  size_t located = 0;
  for (const LoopPlaces::Instruction &instruction : places.own) {
    if (!is_located(instruction))
      continue;
    ++located;
    add_functions(instruction.location, functions);
  }
  int depth = -1;
  for (const auto &[block, written] : functions) {
    if (written.count * 10 < located * 9 || written.depth <= depth)
      continue;
    depth = written.depth;
    machine.written_in = block == NULL_TREE ? current_function_decl : block_ultimate_origin(block);
    machine.written_at = written.place;
  }
}

StatementSite statement_of_most(const LoopPlaces &places, AnnotatedStatements &statements, InlineContexts &contexts) {
  source::StatementShares<StatementCopy, StatementSite> shares;
  for (const LoopPlaces::Instruction &instruction : places.own) {
    if (!is_located(instruction))
      continue;
    const StatementSite site = statements.around(instruction.location, contexts);
    if (site.copy.statement < 0)
      shares.add(instruction.is_branch);
    else
      shares.add(site.copy, site, instruction.is_branch);
  }
  return shares.of_most();
}

} // namespace

/// The source loop decides, if it is known: a loop around the statement may contain much of the statement's code.
void note_statements(MachineLoop &machine, const LoopPlaces &places, const LoopExtents &extents,
                     AnnotatedStatements &statements, InlineContexts &contexts) {
  const StatementSite site = machine.source.extent < 0 ? statement_of_most(places, statements, contexts)
                                                       : statements.around(extents[machine.source.extent].first,
                                                                           machine.source.context, contexts);
  if (site.copy.statement >= 0)
    machine.statements = {site};
  else
    machine.statements = statements.called_from();
  if (!machine.statements.empty() && machine.source.extent < 0)
    note_written(machine, places);
}

} // namespace osaca::gcc
