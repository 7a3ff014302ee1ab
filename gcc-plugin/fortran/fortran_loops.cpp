// SPDX-License-Identifier: GPL-3.0-or-later
#include "fortran/fortran_loops.h"

#include "front/source_text.h"
#include "loop_requests.h"
#include "messages.h"
#include "report/say.h"

namespace osaca::gcc {

namespace {

using fortran::StatementKind;

/// Lower than the levels of the loops that a statement becomes.
constexpr int level_of_statement = -1;

/// Gives the loops of one function their places in the text.
class Placement {
public:
  Placement(const FortranText &text, const std::vector<GimpleLoop> &loops) : text_(text), loops_(loops) {}

  std::vector<LoopExtent> extents() {
    for (size_t i = 0; i < loops_.size(); ++i)
      place(loops_[i]);
    return std::move(extents_);
  }

private:
  void place(const GimpleLoop &loop) {
    // The location of an OpenMP loop may be that of its directive, which is before the statement, or one in its body.
    const std::vector<int> around = text_.around(loop.is_openmp ? loop.last : loop.location);
    const int statement = statement_of(loop, around);
    LoopExtent extent;
    extent.may_be_several = !loop.is_openmp;
    if (statement >= 0) {
      extent.first = this->statement(statement).first;
      extent.place = this->statement(statement).shown;
    } else {
      place_by_itself(extent, loop, around);
    }
    extent.last = comes_before(loop.last, extent.first) ? extent.first : loop.last;
    for (int outer = loop.parent; outer >= 0; outer = loops_[static_cast<size_t>(outer)].parent)
      extent.level += extents_[static_cast<size_t>(outer)].first == extent.first ? 1 : 0;
    statements_.push_back(statement);
    extents_.push_back(std::move(extent));
  }

  /// A loop's condition may be before the location that the front end gives the loop.
  void place_by_itself(LoopExtent &extent, const GimpleLoop &loop, const std::vector<int> &around) const {
    bool begins_before = expand_location(loop.first).line == expand_location(loop.location).line;
    extent.place = first_code_on_line(loop.location);
    for (const int index : around) {
      if (!statement(index).holds(loop.location))
        continue;
      extent.place = statement(index).shown;
      extent.may_be_several = statement(index).shape.kind != StatementKind::do_loop;
      begins_before = statement(index).holds(loop.first);
    }
    extent.first = begins_before ? loop.first : loop.location;
  }

  [[nodiscard]] const PlacedStatement &statement(int index) const {
    return text_.statements()[static_cast<size_t>(index)];
  }

  /// The statement of a loop that has another location than its statement; -1 for other loops.
  [[nodiscard]] int statement_of(const GimpleLoop &loop, const std::vector<int> &around) const {
    for (const int index : around) {
      const fortran::StatementShape &shape = statement(index).shape;
      if (shape.kind == StatementKind::do_concurrent && loops_around_of(loop, index) < shape.indices)
        return index;
    }
    return loop.is_openmp ? statement_of_openmp(loop, around) : -1;
  }

  /// Finds the statement by the loop's counter, unless the compiler uses a counter of its own. An empty loop contains
  /// no place; its statement is the first one after its directive.
  [[nodiscard]] int statement_of_openmp(const GimpleLoop &loop, const std::vector<int> &around) const {
    const auto counts_with = [&](int index) { return statement(index).shape.variable == loop.variable; };
    const auto by_variable = std::find_if(around.rbegin(), around.rend(), counts_with);
    if (by_variable != around.rend() && !loop.variable.empty())
      return *by_variable;
    const int behind = text_.counted_loop_after(loop.location);
    if (behind >= 0 && counts_with(behind))
      return behind;
    const auto innermost = std::find_if(around.rbegin(), around.rend(),
                                        [this](int index) { return !statement(index).shape.variable.empty(); });
    return innermost != around.rend() ? *innermost : -1;
  }

  [[nodiscard]] int loops_around_of(const GimpleLoop &loop, int statement) const {
    int count = 0;
    for (int outer = loop.parent; outer >= 0; outer = loops_[static_cast<size_t>(outer)].parent)
      count += statements_[static_cast<size_t>(outer)] == statement ? 1 : 0;
    return count;
  }

  const FortranText &text_;
  const std::vector<GimpleLoop> &loops_;
  std::vector<LoopExtent> extents_; ///< parallel to the loops
  std::vector<int> statements_;     ///< per loop
};

bool is_do(const PlacedStatement &statement) {
  return statement.shape.kind == StatementKind::do_loop || statement.shape.kind == StatementKind::do_concurrent;
}

std::string why_ignored(fortran::Misplacement misplacement) {
  return messages::misplaced_directive(misplacement == fortran::Misplacement::after_code);
}

} // namespace

void FortranLoops::start(bool wants_all) { text_.read(wants_all); }

void FortranLoops::complain() const {
  if (!text_.is_readable())
    note(UNKNOWN_LOCATION, messages::no_text_to_read());
  if (text_.is_cut())
    note(UNKNOWN_LOCATION, pragma_limits::too_many());
}

void FortranLoops::add_function(tree function, LoopExtents &extents) const {
  const std::vector<GimpleLoop> loops = gimple_loops_of(function);
  for (LoopExtent &extent : Placement(text_, loops).extents()) {
    extent.function = lang_hooks.decl_printable_name(function, 1);
    extent.instances = {{DECL_UID(function), extent.function}};
    extents.add(std::move(extent));
  }
}

void FortranLoops::add_statements(LoopExtents &extents) const {
  std::vector<int> loops(extents.all().size());
  for (size_t i = 0; i < loops.size(); ++i)
    loops[i] = static_cast<int>(i);
  std::sort(loops.begin(), loops.end(),
            [&extents](int a, int b) { return comes_before(extents[a].first, extents[b].first); });
  for (const PlacedDirective &directive : text_.directives()) {
    if (directive.statement < 0 || directive.misplacement != fortran::Misplacement::none)
      continue;
    const PlacedStatement &statement = text_.statements()[static_cast<size_t>(directive.statement)];
    LoopExtent whole;
    whole.first = statement.first;
    whole.last = statement.end;
    whole.level = level_of_statement;
    whole.place = statement.shown;
    whole.is_of_template = false;
    whole.may_be_several = true;
    const location_t last = is_do(statement) ? statement.last : statement.end;
    const auto from =
        std::lower_bound(loops.begin(), loops.end(), statement.first,
                         [&extents](int loop, location_t place) { return comes_before(extents[loop].first, place); });
    for (auto loop = from; loop != loops.end() && !comes_before(last, extents[*loop].first); ++loop)
      for (const SourceFunction &instance : extents[*loop].instances)
        add_instance(whole, instance);
    const bool has_code = !whole.instances.empty();
    if (is_do(statement) ? !has_code : has_code || fortran::is_loop(statement.shape.kind))
      extents.add(std::move(whole));
  }
}

std::vector<RecordedPragma> FortranLoops::pragmas() const {
  std::vector<RecordedPragma> pragmas;
  for (const PlacedDirective &directive : text_.directives())
    pragmas.push_back(directive.pragma);
  return pragmas;
}

std::vector<BoundPragma> FortranLoops::bind(const LoopExtents &extents) const {
  std::vector<BoundPragma> bound;
  for (const PlacedDirective &directive : text_.directives()) {
    BoundPragma pragma;
    pragma.expectations = directive.pragma.expectations;
    if (directive.misplacement != fortran::Misplacement::none) {
      pragma.why_none = why_ignored(directive.misplacement);
    } else if (directive.statement >= 0) {
      const PlacedStatement &statement = text_.statements()[static_cast<size_t>(directive.statement)];
      pragma.loop = extents.find(statement.first, level_of_statement);
      if (pragma.loop < 0 && is_do(statement))
        pragma.loop = loop_of(statement, extents);
    }
    if (pragma.loop < 0 && pragma.why_none.empty())
      pragma.why_none = messages::no_loop_of_fortran();
    bound.push_back(std::move(pragma));
  }
  return bound;
}

/// Loops in the bounds (`do i = 1, sum(k)`) are on the same line, and end there.
int FortranLoops::loop_of(const PlacedStatement &statement, const LoopExtents &extents) {
  int found = -1;
  for (int id = extents.first_from(statement.first); id < static_cast<int>(extents.all().size()); ++id) {
    if (!statement.holds(extents[id].first))
      break;
    if (found < 0 || !comes_before(extents[id].last, extents[found].last))
      found = id;
  }
  return found;
}

} // namespace osaca::gcc
