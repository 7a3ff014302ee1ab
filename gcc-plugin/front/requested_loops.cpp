// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/requested_loops.h"

#include "front/pragma_recorder.h"
#include "front/source_text.h"
#include "messages.h"
#include "report/functions.h"

namespace osaca::gcc {

namespace {

location_t place_in_text(const LoopExtent &extent) {
  if (extent.place != UNKNOWN_LOCATION)
    return extent.place;
  const location_t keyword = keyword_location(extent.first, extent.keyword);
  return keyword == UNKNOWN_LOCATION ? extent.first : keyword;
}

bool is_analysable(const LoopExtent &extent) { return extent.can_become_code() && !in_system_header_at(extent.first); }

} // namespace

RequestedLoops::RequestedLoops(const Arguments &arguments, FrontEndKind front_end)
    : arguments_(arguments), front_end_(front_end), requests_({}, {}, arguments.all),
      linked_(extents_, requests_, pragmas_) {
  if (is_linked())
    linked_.answer_extents();
}

void RequestedLoops::add_body(tree function, bool is_pattern) {
  extents_.add_function(function, PragmaRecorder::pragmas(), is_pattern);
  statements_.add_function(function, PragmaRecorder::pragmas(), is_pattern);
  if (is_named(function))
    named_functions_.insert(DECL_UID(function));
}

void RequestedLoops::note_coroutine() {
  if (cfun->coroutine_component)
    coroutines_.push_back({plain(DECL_SOURCE_LOCATION(current_function_decl)), plain(cfun->function_end_locus)});
}

bool RequestedLoops::is_in_coroutine(location_t place) const {
  return std::any_of(coroutines_.begin(), coroutines_.end(), [place](const auto &extent) {
    return !comes_before(place, extent.first) && !comes_before(extent.second, place);
  });
}

void RequestedLoops::read_fortran() {
  if (!std::exchange(has_read_fortran_, true))
    fortran_.start(asks_by_argument());
}

bool RequestedLoops::add_lowered_body() {
  if (!has_read_fortran_) {
    read_fortran();
    fortran_.complain();
  }
  if (!has_fortran_requests())
    return false;
  fortran_.add_function(current_function_decl, extents_);
  if (is_named(current_function_decl))
    named_functions_.insert(DECL_UID(current_function_decl));
  return true;
}

bool RequestedLoops::has_fortran_requests() {
  read_fortran();
  return asks_by_argument() || fortran_.has_directives();
}

bool RequestedLoops::is_named(tree function) {
  if (arguments_.functions.empty() || DECL_NAME(function) == NULL_TREE)
    return false;
  const std::string plain_name = IDENTIFIER_POINTER(DECL_NAME(function));
  const std::string readable = readable_name(function);
  bool is_named = false;
  if (!in_system_header_at(DECL_SOURCE_LOCATION(function)))
    names_.functions.insert(plain_name);
  for (const std::string &name : arguments_.functions) {
    if (name != plain_name && name != readable)
      continue;
    names_.met.insert(name);
    is_named = true;
  }
  return is_named;
}

void RequestedLoops::add_current_function() {
  if (is_linked())
    linked_.add_current_function(asks_by_argument(), [this](tree function) { return is_named(function); });
}

void RequestedLoops::assign_loops(const FunctionLoops &loops, const InlineContexts &contexts) {
  if (!is_linked())
    return;
  for (const auto &[copy, remains] : loops.remains)
    linked_.assign_loop(copy.extent, copy.context == InlineContexts::none ? current_function_decl
                                                                          : contexts.inlined_function(copy.context));
  for (const MachineLoop &loop : loops.loops)
    linked_.assign_loop(loop.source.extent, NULL_TREE);
}

bool RequestedLoops::settle() {
  if (std::exchange(settled_, true) || is_linked())
    return false;
  if (is_fortran())
    fortran_.add_statements(extents_);
  extents_.settle();
  pragmas_ = is_fortran() ? fortran_.pragmas() : PragmaRecorder::pragmas();
  std::vector<SourceLoop> loops;
  for (const LoopExtent &extent : extents_.all()) {
    const bool is_named =
        std::any_of(extent.instances.begin(), extent.instances.end(),
                    [this](const SourceFunction &instance) { return named_functions_.count(instance.uid) != 0; });
    loops.push_back({extent.parent, extent.has_inner, is_analysable(extent), is_named, extent.runs_once});
  }
  requests_ = {bound_pragmas(), std::move(loops), arguments_.all};
  return true;
}

std::vector<BoundPragma> RequestedLoops::bound_pragmas() {
  if (is_fortran())
    return fortran_.bind(extents_);
  std::vector<BoundPragma> asked;
  const std::vector<int> bound = extents_.bind(pragmas_);
  const std::vector<int> statements = statements_.bind(pragmas_, bound, extents_);
  for (size_t p = 0; p < pragmas_.size(); ++p) {
    const bool is_hidden = bound[p] < 0 && is_in_coroutine(plain(pragmas_[p].location));
    BoundPragma pragma{statements[p] < 0 ? bound[p] : -1, pragmas_[p].expectations};
    pragma.statement = is_hidden ? -1 : statements[p];
    pragma.why_none = is_hidden ? messages::loop_of_coroutine() : std::string();
    asked.push_back(std::move(pragma));
  }
  const std::vector<int> of_attributes = statements_.bind_attributes();
  for (size_t a = 0; a < of_attributes.size(); ++a) {
    pragmas_.push_back(PragmaRecorder::attributes()[a]);
    BoundPragma pragma{-1, pragmas_.back().expectations};
    pragma.statement = of_attributes[a];
    asked.push_back(std::move(pragma));
  }
  return asked;
}

bool RequestedLoops::may_be_in_function() const {
  return !list().empty() || arguments_.all || (is_linked() && (linked_.has_pragmas() || asks_by_argument()));
}

location_t RequestedLoops::place_of(int loop) {
  const auto [known, is_new] = places_.try_emplace(loop, UNKNOWN_LOCATION);
  if (is_new)
    known->second = place_in_text(extents_[loop]);
  return known->second;
}

location_t RequestedLoops::location_of(int request) {
  const LoopRequest &asked = list()[request];
  if (asked.has_statement())
    return statements_[asked.statement].first;
  return asked.has_loop() ? place_of(asked.loop) : pragmas_[asked.pragma].location;
}

int RequestedLoops::shown_at(int request, int context, LocationTable &table) {
  const LoopRequest &asked = list()[request];
  if (asked.has_loop())
    return loop_shown_at(asked.loop, context, table);
  return is_linked() ? table.index_of(pragmas_[asked.pragma].in_text, context)
                     : table.index_of(location_of(request), context);
}

int RequestedLoops::site_shown_at(const StatementSite &site, LocationTable &table) {
  const AnnotatedStatement &statement = statements_[site.copy.statement];
  const bool has_parts = statement.span.is_block || statement.is_definition;
  return table.index_of(has_parts ? site.place : statement.first, site.copy.context);
}

int RequestedLoops::pragma_shown_at(int request, LocationTable &table) const {
  return table.index_of(pragmas_[list()[request].pragma].location, InlineContexts::none);
}

int RequestedLoops::loop_shown_at(int loop, int context, LocationTable &table) {
  return is_linked() ? table.index_of(extents_[loop].in_text, context) : table.index_of(place_of(loop), context);
}

} // namespace osaca::gcc
