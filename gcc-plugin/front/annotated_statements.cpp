// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/annotated_statements.h"

#include "front/source_text.h"
#include "report/functions.h"

namespace osaca::gcc {

namespace {

/// A function that more annotated statements call is reported for the first ones.
constexpr size_t most_statements_of_function = 20;

struct FilePlace {
  const char *file = nullptr;
  source::Place at;
};

FilePlace file_place(location_t location) {
  const expanded_location place = expand_location(location);
  return {place.file, {place.line, place.column}};
}

bool is_in(const AnnotatedStatement &statement, const FilePlace &place) {
  return place.file != nullptr && source::holds(statement.span, place.at) && statement.file == place.file;
}

/// The end of the function that the front end has just read or instantiated.
location_t end_of(tree function) {
  const struct function *body = DECL_STRUCT_FUNCTION(function);
  const location_t end = body != nullptr ? plain(body->function_end_locus) : UNKNOWN_LOCATION;
  return end > BUILTINS_LOCATION ? end : plain(input_location);
}

/// A function of a template, a lambda or a header: what a statement calls without having written it.
bool counts_as_part(tree function, const AnnotatedStatement &statement) {
  const tree origin = DECL_ORIGIN(function);
  const FilePlace place = file_place(DECL_SOURCE_LOCATION(origin));
  const bool is_cxx = std::strstr(lang_hooks.name, "C++") != nullptr;
  if (is_cxx && DECL_LANG_SPECIFIC(origin) != nullptr && DECL_TEMPLATE_INFO(origin) != NULL_TREE)
    return true;
  return DECL_COMDAT(origin) || DECL_DECLARED_INLINE_P(origin) || in_system_header_at(DECL_SOURCE_LOCATION(origin)) ||
         place.file == nullptr || statement.file != place.file;
}

/// A member function that the compiler adds, such as the conversion of a lambda to a pointer to a function.
bool is_implicit_member(tree function) {
  return DECL_ARTIFICIAL(function) && DECL_CONTEXT(function) != NULL_TREE && TYPE_P(DECL_CONTEXT(function));
}

} // namespace

void AnnotatedStatements::read(const std::vector<RecordedPragma> &pragmas) {
  for (size_t p = of_pragma_.size(); p < pragmas.size(); ++p)
    of_pragma_.push_back(read(pragmas[p]));
  const std::vector<RecordedPragma> &attributes = PragmaRecorder::attributes();
  for (size_t a = of_attribute_.size(); a < attributes.size(); ++a)
    of_attribute_.push_back(read(attributes[a]));
}

int AnnotatedStatements::read(const RecordedPragma &pragma) {
  const FilePlace place = file_place(pragma.location);
  if (statements_.size() >= source::most_statements || place.file == nullptr)
    return -1;
  const PragmaForm form = pragma.is_attribute ? PragmaForm::attribute
                          : pragma.in_macro   ? PragmaForm::in_macro
                                              : PragmaForm::pragma;
  const std::optional<source::StatementSpan> span = statement_behind(pragma.location, form, tokens_left_);
  if (!span || span->is_loop)
    return -1;
  AnnotatedStatement statement;
  statement.file = place.file;
  statement.span = *span;
  statements_.push_back(std::move(statement));
  return static_cast<int>(statements_.size()) - 1;
}

/// Of several pragmas about one statement, the first one counts.
int AnnotatedStatements::select(int id, location_t same_file) {
  AnnotatedStatement &statement = statements_[static_cast<size_t>(id)];
  statement.first = place_in_file(same_file, statement.span.first.line, statement.span.first.column);
  const int known = by_first_.emplace(std::make_pair(statement.file, statement.span.first), id).first->second;
  bound_.insert(known);
  return known;
}

std::vector<int> AnnotatedStatements::bind_attributes() {
  const std::vector<RecordedPragma> &attributes = PragmaRecorder::attributes();
  std::vector<int> result = of_attribute_;
  for (size_t a = 0; a < result.size(); ++a)
    if (result[a] >= 0)
      result[a] = select(result[a], attributes[a].location);
  return result;
}

void AnnotatedStatements::add_function(tree function, const std::vector<RecordedPragma> &pragmas, bool is_pattern) {
  read(pragmas);
  if (is_implicit_member(function))
    return;
  const FilePlace first = file_place(plain(DECL_SOURCE_LOCATION(function)));
  const FilePlace last = file_place(end_of(function));
  if (first.file == nullptr || last.file == nullptr)
    return;
  for (AnnotatedStatement &statement : statements_) {
    const bool is_definition = is_in(statement, first);
    const bool is_around = statement.file == first.file && first.at < statement.span.first &&
                           statement.span.first < last.at && std::strcmp(first.file, last.file) == 0;
    if (!is_definition && !is_around)
      continue;
    // The initialisation of a variable is such a function, too, unless a lambda in it contains the loops.
    if (DECL_ARTIFICIAL(function) && !statement.instances.empty())
      continue;
    const std::string name = readable_name(function);
    // A lambda in the statement is part of it, and may have been read before the function around the statement.
    if (is_definition && statement.is_inside)
      continue;
    if (is_around && !std::exchange(statement.is_inside, true)) {
      statement.instances.clear();
      statement.function.clear();
    }
    statement.is_definition = !statement.is_inside;
    if (statement.function.empty())
      statement.function = name;
    if (is_pattern)
      continue;
    LoopExtent instances;
    instances.instances = std::move(statement.instances);
    add_instance(instances, {DECL_UID(function), name});
    statement.instances = std::move(instances.instances);
  }
}

/// Whether the pragma is about the loop that follows it, and not about the statement that contains the loop. If a macro
/// contains both pragma and loop, the statement in the text after it does not matter.
bool AnnotatedStatements::is_about_loop(const AnnotatedStatement &statement, location_t loop) {
  const FilePlace place = file_place(loop);
  if (place.at == statement.span.from)
    return true;
  const bool is_in_block = statement.span.is_block && !statement.span.only_loop;
  return !is_in_block && !(statement.is_definition && is_in(statement, place));
}

std::vector<int> AnnotatedStatements::bind(const std::vector<RecordedPragma> &pragmas, const std::vector<int> &bound,
                                           const LoopExtents &extents) {
  read(pragmas);
  std::vector<int> result(pragmas.size(), -1);
  for (size_t p = 0; p < pragmas.size(); ++p) {
    const int id = of_pragma_[p];
    if (id < 0)
      continue;
    AnnotatedStatement &statement = statements_[static_cast<size_t>(id)];
    if (bound[p] >= 0 && is_about_loop(statement, extents[bound[p]].first))
      continue;
    result[p] = select(id, pragmas[p].location);
  }
  cache_.clear();
  return result;
}

int AnnotatedStatements::innermost_at(location_t place) {
  if (bound_.empty() || place <= BUILTINS_LOCATION)
    return -1;
  const auto known = cache_.find(place);
  if (known != cache_.end())
    return known->second;
  const FilePlace at = file_place(place);
  int best = -1;
  for (const int id : bound_) {
    const AnnotatedStatement &statement = statements_[static_cast<size_t>(id)];
    if (is_in(statement, at) && (best < 0 || statements_[static_cast<size_t>(best)].span.first < statement.span.first))
      best = id;
  }
  return cache_[place] = best;
}

StatementSite AnnotatedStatements::around(location_t location, InlineContexts &contexts) {
  return bound_.empty() ? StatementSite() : around(plain(location), contexts.of(location), contexts);
}

StatementSite AnnotatedStatements::around(location_t place, int context, const InlineContexts &contexts) {
  for (bool is_direct = true; !bound_.empty(); is_direct = false) {
    const int id = innermost_at(place);
    if (id >= 0)
      return {{id, context}, place, is_direct};
    if (context == InlineContexts::none)
      break;
    place = contexts.call_site(context);
    context = contexts.outer(context);
  }
  return {};
}

void AnnotatedStatements::note_calls(InlineContexts &contexts) {
  if (bound_.empty())
    return;
  cgraph_node *node = nullptr;
  FOR_EACH_FUNCTION(node) {
    if (node->definition && node->inlined_to == nullptr)
      follow_calls(node, {}, contexts, 0);
  }
  contexts.forget_blocks();
}

/// `from`: the annotated statement that the function was called from.
void AnnotatedStatements::follow_calls(cgraph_node *node, StatementSite from, InlineContexts &contexts, int depth) {
  constexpr int deepest = 200;
  if (depth > deepest)
    return;
  for (cgraph_edge *call = node->callees; call != nullptr; call = call->next_callee) {
    StatementSite site = from;
    if (call->call_stmt != nullptr)
      if (const StatementSite own = around(gimple_location(call->call_stmt), contexts); own.copy.statement >= 0)
        site = own;
    if (call->inline_failed == CIF_OK) {
      follow_calls(call->callee, site, contexts, depth + 1);
      continue;
    }
    cgraph_node *target = call->callee->ultimate_alias_target();
    if (site.copy.statement < 0 || target == nullptr || !target->definition ||
        !counts_as_part(target->decl, statements_[static_cast<size_t>(site.copy.statement)]))
      continue;
    site.is_direct = false;
    std::vector<StatementSite> &known = called_[DECL_UID(target->decl)];
    const bool is_known = std::any_of(known.begin(), known.end(), [&site](const StatementSite &other) {
      return other.copy.statement == site.copy.statement;
    });
    if (is_known || known.size() >= most_statements_of_function)
      continue;
    known.push_back(site);
    follow_calls(target, site, contexts, depth + 1);
  }
}

const std::vector<StatementSite> &AnnotatedStatements::called_from() const {
  const auto known = called_.find(DECL_UID(current_function_decl));
  return known != called_.end() ? known->second : no_sites_;
}

} // namespace osaca::gcc
