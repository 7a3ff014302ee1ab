// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/loop_extents.h"

#include "front/source_text.h"
#include "report/functions.h"

namespace osaca::gcc {

namespace {

bool is_known(location_t location) { return location > BUILTINS_LOCATION; }

bool is_openmp_loop(tree node) {
  switch (static_cast<int>(TREE_CODE(node))) {
  case OMP_FOR:
  case OMP_SIMD:
  case OMP_DISTRIBUTE:
  case OMP_TASKLOOP:
  case OMP_LOOP:
  case OACC_LOOP: return true;
  default: return false;
  }
}

bool is_plain_loop(tree node) {
  switch (static_cast<int>(TREE_CODE(node))) {
  case FOR_STMT:
  case WHILE_STMT:
  case DO_STMT:
  case RANGE_FOR_STMT: return true;
  default: return false;
  }
}

/// `do { ... } while (0)`, as in macros that expand to one statement.
bool runs_once(tree node) {
  if (TREE_CODE(node) != DO_STMT || DO_COND(node) == NULL_TREE)
    return false;
  tree condition = DO_COND(node);
  STRIP_NOPS(condition);
  return integer_zerop(condition) != 0;
}

/// What is allowed between a pragma and its loop: wrappers that begin where the loop does, other pragmas, labels.
bool is_transparent(tree node) {
  switch (static_cast<int>(TREE_CODE(node))) {
  case BIND_EXPR:
  case STATEMENT_LIST:
  case CLEANUP_POINT_EXPR:
  case CLEANUP_STMT:
  case MUST_NOT_THROW_EXPR:
  case EXPR_STMT:
  case LABEL_EXPR:
  case CASE_LABEL_EXPR:
  case PREDICT_EXPR:
  case DEBUG_BEGIN_STMT:
  case OMP_PARALLEL:
  case OMP_TASK:
  case OMP_TEAMS:
  case OMP_TARGET:
  case OMP_TARGET_DATA:
  case OMP_SECTIONS:
  case OMP_SECTION:
  case OMP_SINGLE:
  case OMP_MASTER:
  case OMP_ORDERED:
  case OMP_CRITICAL:
  case OMP_TASKGROUP:
  case OMP_SCAN: return true;
  default: return is_openmp_loop(node);
  }
}

/// OMP_FOR has the place of its pragma, which may be before ours, so the first place inside the parentheses is used.
/// The outer ones of a combined construct (`for simd`) have none, and are no loops of their own.
location_t first_in_parentheses(tree loop) {
  location_t first = UNKNOWN_LOCATION;
  for (const tree parts : {OMP_FOR_INIT(loop), OMP_FOR_COND(loop), OMP_FOR_INCR(loop)}) {
    if (parts == NULL_TREE || TREE_CODE(parts) != TREE_VEC || TREE_VEC_LENGTH(parts) == 0)
      continue;
    const tree part = TREE_VEC_ELT(parts, 0);
    const location_t location = part != NULL_TREE && EXPR_P(part) ? plain(EXPR_LOCATION(part)) : UNKNOWN_LOCATION;
    if (is_known(location) && (!is_known(first) || comes_before(location, first)))
      first = location;
  }
  return first;
}

const char *keyword_of(tree loop) {
  switch (static_cast<int>(TREE_CODE(loop))) {
  case WHILE_STMT: return "while";
  case DO_STMT: return "do";
  default: return "for";
  }
}

} // namespace

void add_instance(LoopExtent &extent, const SourceFunction &function) {
  const bool is_known =
      std::any_of(extent.instances.begin(), extent.instances.end(),
                  [&function](const SourceFunction &instance) { return instance.uid == function.uid; });
  if (!is_known)
    extent.instances.push_back(function);
}

/// Visits one function's body. The visitor of a loop visits its body with the same object, so that each loop knows what
/// it contains.
class ExtentWalker {
public:
  ExtentWalker(LoopExtents &extents, tree function, const std::vector<RecordedPragma> &pragmas, bool is_pattern)
      : extents_(extents), pragmas_(pragmas), is_pattern_(is_pattern), function_(function) {}

  void walk() { walk_below(&DECL_SAVED_TREE(function_)); }

private:
  static tree visit(tree *node, int *walk_subtrees, void *self) {
    return static_cast<ExtentWalker *>(self)->visit(*node, *walk_subtrees);
  }

  void walk_below(tree *node) { walk_tree(node, visit, this, &visited_); }

  tree visit(tree node, int &walk_subtrees) {
    if (TYPE_P(node) || TREE_CODE(node) == OMP_CLAUSE || (DECL_P(node) && TREE_CODE(node) != VAR_DECL)) {
      walk_subtrees = 0;
      return NULL_TREE;
    }
    if (is_plain_loop(node) || is_openmp_loop(node)) {
      visit_loop(node);
      walk_subtrees = 0;
      return NULL_TREE;
    }
    if (!EXPR_P(node))
      return NULL_TREE;
    const bool is_statement = !is_transparent(node);
    note_place(plain(EXPR_LOCATION(node)), is_statement);
    note_place(plain(get_finish(EXPR_LOCATION(node))), false);
    if (TREE_CODE(node) == DECL_EXPR)
      note_place(plain(DECL_SOURCE_LOCATION(DECL_EXPR_DECL(node))), true);
    return NULL_TREE;
  }

  void visit_loop(tree loop) {
    const location_t first = is_openmp_loop(loop) ? first_in_parentheses(loop) : plain(EXPR_LOCATION(loop));
    const location_t around = innermost_last_;
    const bool was_inside = inside_loop_;
    inside_loop_ = true;
    innermost_last_ = first;
    for (int i = 0; i < TREE_OPERAND_LENGTH(loop); ++i)
      if (TREE_OPERAND(loop, i) != NULL_TREE)
        walk_below(&TREE_OPERAND(loop, i));
    if (is_known(first))
      add_extent(first, innermost_last_, loop);
    inside_loop_ = was_inside;
    innermost_last_ =
        was_inside && (!is_known(innermost_last_) || comes_before(innermost_last_, around)) ? around : innermost_last_;
  }

  void add_extent(location_t first, location_t last, tree loop) {
    LoopExtent &extent = extents_.extents_[extents_.extent_at(first, 0)];
    if (!is_known(extent.last) || comes_before(extent.last, last))
      extent.last = last;
    extent.keyword = keyword_of(loop);
    extent.is_openmp = is_openmp_loop(loop);
    extent.runs_once = runs_once(loop);
    const std::string name = readable_name(function_);
    if (extent.function.empty())
      extent.function = name;
    if (!is_pattern_)
      add_instance(extent, {DECL_UID(function_), name});
  }

  void note_place(location_t location, bool is_statement) {
    if (!is_known(location))
      return;
    if (inside_loop_ && (!is_known(innermost_last_) || comes_before(innermost_last_, location)))
      innermost_last_ = location;
    if (is_statement)
      extents_.note_statement(location, pragmas_);
  }

  LoopExtents &extents_;
  const std::vector<RecordedPragma> &pragmas_;
  bool is_pattern_;
  tree function_;
  hash_set<tree> visited_;
  bool inside_loop_ = false;
  location_t innermost_last_ = UNKNOWN_LOCATION;
};

void LoopExtents::add_function(tree function, const std::vector<RecordedPragma> &pragmas, bool is_pattern) {
  if (DECL_SAVED_TREE(function) == NULL_TREE)
    return;
  // A pattern is read only while no code of the function was read. Once a body was lowered, it contains no loop
  // statements.
  bool &walked_as_code = walked_functions_.emplace(DECL_UID(function), false).first->second;
  if (walked_as_code)
    return;
  walked_as_code = !is_pattern;
  innermost_cache_.clear();
  next_statement_.resize(pragmas.size(), UNKNOWN_LOCATION);
  note_statement(plain(DECL_SOURCE_LOCATION(function)), pragmas);
  if (DECL_STRUCT_FUNCTION(function) != nullptr)
    note_statement(plain(DECL_STRUCT_FUNCTION(function)->function_end_locus), pragmas);
  ExtentWalker(*this, function, pragmas, is_pattern).walk();
}

int LoopExtents::extent_at(location_t first, int level) {
  const auto inserted = by_first_.emplace(std::make_pair(first, level), static_cast<int>(extents_.size()));
  if (inserted.second) {
    extents_.emplace_back();
    extents_.back().first = first;
    extents_.back().level = level;
  }
  return inserted.first->second;
}

void LoopExtents::add(LoopExtent extent) {
  innermost_cache_.clear();
  LoopExtent &known = extents_[extent_at(extent.first, extent.level)];
  if (known.last == UNKNOWN_LOCATION) {
    known = std::move(extent);
    return;
  }
  if (comes_before(known.last, extent.last))
    known.last = extent.last;
  known.may_be_several |= extent.may_be_several;
  for (const SourceFunction &instance : extent.instances)
    add_instance(known, instance);
}

int LoopExtents::counterpart(int id, unsigned function, unsigned identical) const {
  std::vector<int> from;
  std::vector<int> to;
  for (int other = 0; other < static_cast<int>(extents_.size()); ++other) {
    if (extents_[other].is_of(function))
      from.push_back(other);
    if (extents_[other].is_of(identical))
      to.push_back(other);
  }
  const auto found = std::find(from.begin(), from.end(), id);
  return from.size() != to.size() || found == from.end() ? -1 : to[found - from.begin()];
}

void LoopExtents::add_in_text(LoopExtent extent) {
  innermost_cache_.clear();
  if (extent.parent >= 0)
    extents_[extent.parent].has_inner = true;
  extents_.push_back(std::move(extent));
}

int LoopExtents::find(location_t first, int level) const {
  const auto found = by_first_.find({first, level});
  return found != by_first_.end() ? found->second : -1;
}

int LoopExtents::first_from(location_t place) const {
  const auto found = std::lower_bound(extents_.begin(), extents_.end(), place,
                                      [](const LoopExtent &e, location_t l) { return comes_before(e.first, l); });
  return static_cast<int>(found - extents_.begin());
}

void LoopExtents::note_statement(location_t location, const std::vector<RecordedPragma> &pragmas) {
  if (!is_known(location))
    return;
  // Only for the last pragma before the place can this be the next statement. bind() applies it to the preceding
  // pragmas.
  const auto after =
      std::lower_bound(pragmas.begin(), pragmas.end(), location,
                       [](const RecordedPragma &p, location_t l) { return comes_before(p.location, l); });
  if (after == pragmas.begin())
    return;
  location_t &nearest = next_statement_[static_cast<size_t>(after - pragmas.begin()) - 1];
  if (!is_known(nearest) || comes_before(location, nearest))
    nearest = location;
}

/// In a template's pattern, an OpenMP loop has no place for its begin; in the instances it has one. So the pattern's
/// loop would look like a loop inside that of the instances.
void LoopExtents::drop_patterns_of_openmp() {
  std::vector<LoopExtent> kept;
  for (LoopExtent &extent : extents_) {
    const bool is_pattern = !kept.empty() && extent.is_openmp && !extent.can_become_code() && kept.back().is_openmp &&
                            kept.back().can_become_code() && !comes_before(kept.back().last, extent.first);
    if (!is_pattern)
      kept.push_back(std::move(extent));
  }
  extents_ = std::move(kept);
}

void LoopExtents::settle() {
  std::sort(extents_.begin(), extents_.end(), [](const LoopExtent &a, const LoopExtent &b) {
    return a.first == b.first ? a.level < b.level : comes_before(a.first, b.first);
  });
  drop_patterns_of_openmp();
  std::vector<int> open;
  by_first_.clear();
  for (size_t i = 0; i < extents_.size(); ++i) {
    LoopExtent &extent = extents_[i];
    by_first_[{extent.first, extent.level}] = static_cast<int>(i);
    while (!open.empty() && comes_before(extents_[open.back()].last, extent.first))
      open.pop_back();
    extent.parent = open.empty() ? -1 : open.back();
    extent.has_inner = false;
    // A statement that runs once is not an inner loop, but may contain one.
    for (int outer = extent.runs_once ? -1 : extent.parent; outer >= 0;
         outer = extents_[outer].runs_once ? extents_[outer].parent : -1)
      extents_[outer].has_inner = true;
    open.push_back(static_cast<int>(i));
  }
  innermost_cache_.clear();
}

int LoopExtents::innermost_at(location_t location) {
  if (!is_known(location))
    return -1;
  const auto known = innermost_cache_.find(location);
  if (known != innermost_cache_.end())
    return known->second;
  if (ask_for_innermost_)
    return innermost_cache_[location] = ask_for_innermost_(location);
  const auto after = std::upper_bound(extents_.begin(), extents_.end(), location,
                                      [](location_t l, const LoopExtent &e) { return comes_before(l, e.first); });
  int id = static_cast<int>(after - extents_.begin()) - 1;
  while (id >= 0 && comes_before(extents_[id].last, location))
    id = extents_[id].parent;
  innermost_cache_[location] = id;
  return id;
}

int LoopExtents::first_after(const RecordedPragma &pragma, int skip) const {
  const auto is_before = [&pragma](const LoopExtent &e, location_t l) {
    return comes_before(e.first, l) || (!pragma.in_macro && e.first == l);
  };
  const auto found = std::lower_bound(extents_.begin(), extents_.end(), pragma.location, is_before);
  int id = found == extents_.end() ? -1 : static_cast<int>(found - extents_.begin());
  // The second pragma in one use of a macro applies to the second loop in it.
  for (; skip > 0 && id >= 0; --skip) {
    const size_t next = static_cast<size_t>(id) + 1;
    if (next >= extents_.size() || comes_before(pragma.location, extents_[next].first))
      break;
    id = static_cast<int>(next);
  }
  return id;
}

/// The declaration in `for (int i = 0; ...)` is a statement of its own that may be before the loop's place.
bool LoopExtents::is_part_of(location_t statement, const LoopExtent &loop) {
  const location_t keyword = keyword_location(loop.first, loop.keyword);
  if (keyword != UNKNOWN_LOCATION)
    return !comes_before(statement, keyword);
  const expanded_location a = expand_location(statement);
  const expanded_location b = expand_location(loop.first);
  return a.line == b.line && a.file == b.file;
}

/// The syntax tree contains no places for the end of a block or for an empty statement, so the text is checked.
bool LoopExtents::ends_a_statement(const RecordedPragma &pragma) {
  const char next = pragma.in_macro ? '\0' : next_code_after(pragma.location);
  return next == '}' || next == ';';
}

std::vector<int> LoopExtents::bind(const std::vector<RecordedPragma> &pragmas) const {
  std::vector<int> bound(pragmas.size(), -1);
  location_t next_statement = UNKNOWN_LOCATION;
  for (size_t p = pragmas.size(); p-- > 0;) {
    const location_t own = p < next_statement_.size() ? next_statement_[p] : UNKNOWN_LOCATION;
    next_statement = is_known(own) ? own : next_statement;
    int same_place = 0;
    while (pragmas[p].in_macro && p > static_cast<size_t>(same_place) &&
           pragmas[p - 1 - same_place].location == pragmas[p].location)
      ++same_place;
    const int id = first_after(pragmas[p], same_place);
    if (id < 0 || ends_a_statement(pragmas[p]))
      continue;
    const LoopExtent &loop = extents_[id];
    if (!is_known(next_statement) || !comes_before(next_statement, loop.first) || is_part_of(next_statement, loop))
      bound[p] = id;
  }
  return bound;
}

} // namespace osaca::gcc
