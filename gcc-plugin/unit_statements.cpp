// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a unit's work that is about annotated statements and definitions of functions.
#include "machine/frequencies.h"
#include "report/functions.h"
#include "unit.h"

namespace osaca::gcc {

/// The request for the annotated statement that became the loop; -1: the pragma of `other`, a request for a loop, is
/// nearer to it.
int Unit::request_by_statement(const MachineLoop &loop, const StatementSite &site, int other) {
  const int statement = site.copy.statement;
  const int request = requested_.requests().by_statement(statement);
  if (request < 0 || other < 0 || requested_.list()[other].kind != capture::AnnotationKind::pragma || request == other)
    return request;
  const int extent = requested_.list()[other].loop;
  const bool is_in_statement = extent >= 0 && requested_.statement_at(requested_.extent_first(extent)) == statement;
  // The statement leads to the loop by calls, and the pragma is where the loop is written.
  const int written = loop.source.extent;
  const int around = requested_.extents().innermost_at(requested_.statements()[statement].first);
  const bool is_at_loop = requested_.requests().by_pragma_around(written) == other &&
                          requested_.requests().by_pragma_around(around) != other &&
                          requested_.statement_at(requested_.extent_first(written)) != statement;
  if (!is_in_statement && !is_at_loop)
    return request;
  outcomes_[request].loops_have_pragmas = true;
  return -1;
}

/// The loop is reported where the user's code leads to it: at the loop itself, or at the statement that calls it.
void Unit::add_loop_of_statement(int request, const MachineLoop &loop, const StatementSite &site) {
  const int location = requested_.site_shown_at(site, locations_);
  AnnotatedLoop annotated = {request, location, &loop, site.copy.statement};
  const int extent = loop.source.extent;
  const location_t written = extent >= 0 ? requested_.extent_place(extent) : loop.written_at;
  if (requested_.statement_at(written) != site.copy.statement) {
    if (extent >= 0)
      annotated.written_in = capture::function_name(requested_.extents()[extent].function);
    else if (loop.written_in != NULL_TREE && TREE_CODE(loop.written_in) == FUNCTION_DECL)
      annotated.written_in = capture::function_name(readable_name(DECL_ORIGIN(loop.written_in)));
    annotated.written_at = locations_.index_of(written, InlineContexts::none);
  } else if (extent >= 0) {
    annotated.location = requested_.loop_shown_at(extent, loop.source.context, locations_);
  }
  current_annotated_.push_back(std::move(annotated));
  outcomes_[request].found = true;
}

/// A function whose definition is annotated and that contains no loop is analysed as a whole.
void Unit::add_whole_function() {
  const unsigned uid = DECL_UID(DECL_ORIGIN(current_function_decl));
  for (int index = 0; index < static_cast<int>(requested_.list().size()); ++index) {
    const LoopRequest &request = requested_.list()[index];
    if (!request.has_statement())
      continue;
    const AnnotatedStatement &statement = requested_.statements()[request.statement];
    const bool defines_it =
        statement.is_definition && std::any_of(statement.instances.begin(), statement.instances.end(),
                                               [&](const SourceFunction &function) { return function.uid == uid; });
    if (!defines_it)
      continue;
    current_annotated_.push_back(
        {index, requested_.shown_at(index, InlineContexts::none, locations_), nullptr, request.statement});
    outcomes_[index].found = true;
    outcomes_[index].sightings.push_back({readable_name(current_function_decl), uid, true, {}});
    return;
  }
}

void Unit::note_remains_of_statements() {
  for (const auto &[copy, left] : current_.statements) {
    const int request = requested_.requests().by_statement(copy.statement);
    if (request < 0)
      continue;
    const bool has_loop =
        std::any_of(current_annotated_.begin(), current_annotated_.end(), [&, &of = copy](const AnnotatedLoop &loop) {
          return loop.annotation == request && loop.statement >= 0 && loop.loop->statements.front().copy == of;
        });
    outcomes_[request].has_inlined |= left.has_inlined;
    Remains remains = left.remains;
    for (std::string &callee : remains.callees)
      callee = capture::function_name(readable_symbol(callee));
    outcomes_[request].sightings.push_back(
        {readable_name(current_function_decl), instance_of(copy.context), has_loop, std::move(remains)});
  }
  // Loops of functions that a statement calls.
  for (const AnnotatedLoop &annotated : current_annotated_) {
    if (annotated.statement < 0)
      continue;
    const StatementCopy &copy = annotated.loop->statements.front().copy;
    if (annotated.loop->statements.size() > 1 || current_.statements.count(copy) == 0)
      outcomes_[annotated.annotation].sightings.push_back(
          {readable_name(current_function_decl), DECL_UID(current_function_decl), true, {}});
  }
}

vanish::Fate Unit::fate_of_request(const LoopRequest &request, const Outcome &outcome) {
  if (request.has_loop())
    return fate_of(requested_.extents()[request.loop], outcome.sightings, fates_);
  if (!request.has_statement())
    return {};
  const AnnotatedStatement &statement = requested_.statements()[request.statement];
  LoopExtent extent;
  extent.function = statement.function;
  extent.is_of_template = statement.is_of_template;
  extent.instances = statement.instances;
  vanish::Fate fate = fate_of(extent, outcome.sightings, fates_);
  fate.is_statement = true;
  fate.loops_have_pragmas = outcome.loops_have_pragmas;
  const bool calls = std::any_of(outcome.sightings.begin(), outcome.sightings.end(),
                                 [](const Sighting &sighting) { return !sighting.remains.callees.empty(); });
  fate.is_plain = !calls && !outcome.has_inlined && !statement.span.has_calls && !statement.is_definition;
  return fate;
}

} // namespace osaca::gcc
