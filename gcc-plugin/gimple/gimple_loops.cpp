// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/gimple_loops.h"

namespace osaca::gcc {

namespace {

/// Numbers the statements in order, and notes where loops begin and end.
class StatementWalk {
public:
  std::vector<GimpleLoop> loops_in(gimple_seq body) {
    walk(body);
    std::sort(found_.begin(), found_.end(), [](const Interval &a, const Interval &b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    return described();
  }

private:
  struct Interval {
    size_t begin = 0;
    size_t end = 0; ///< number of the last statement that belongs to it
    GimpleLoop loop;
  };

  static tree visit(gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *info) {
    return static_cast<StatementWalk *>(info->info)->visit(gsi_stmt(*at), *is_done);
  }

  void walk(gimple_seq statements) {
    walk_stmt_info info{};
    info.info = this;
    walk_gimple_seq(statements, visit, nullptr, &info);
  }

  tree visit(gimple *statement, bool &is_done) {
    const size_t number = places_.size();
    places_.push_back(plain(gimple_location(statement)));
    switch (gimple_code(statement)) {
    case GIMPLE_LABEL: label_at_[gimple_label_label(as_a<glabel *>(statement))] = number; break;
    case GIMPLE_GOTO: visit_jump(statement, number); break;
    case GIMPLE_OMP_FOR:
      walk(gimple_omp_for_pre_body(statement));
      walk(gimple_omp_body(statement));
      add_openmp_loop(as_a<gomp_for *>(statement), number);
      is_done = true; // its contents have been visited
      break;
    default: break;
    }
    return NULL_TREE;
  }

  void visit_jump(gimple *statement, size_t number) {
    const tree label = gimple_goto_dest(statement);
    const auto target = label_at_.find(label);
    if (target == label_at_.end() || TREE_CODE(label) != LABEL_DECL || DECL_NAME(label) != NULL_TREE)
      return;
    Interval interval;
    interval.begin = target->second;
    interval.end = number;
    interval.loop.location = places_[number];
    found_.push_back(std::move(interval));
  }

  void add_openmp_loop(gomp_for *statement, size_t number) {
    Interval interval;
    interval.begin = number;
    interval.end = places_.size() - 1;
    interval.loop.location = places_[number];
    interval.loop.is_openmp = true;
    const tree variable = gimple_omp_for_index(statement, 0);
    if (variable != NULL_TREE && DECL_P(variable) && DECL_NAME(variable) != NULL_TREE) {
      const std::string name = IDENTIFIER_POINTER(DECL_NAME(variable));
      interval.loop.variable = name.substr(0, name.find('.')); // a private copy is called i.1
    }
    found_.push_back(std::move(interval));
  }

  std::vector<GimpleLoop> described() {
    std::vector<GimpleLoop> loops;
    std::vector<int> open;
    for (Interval &interval : found_) {
      while (!open.empty() && found_[open.back()].end < interval.begin)
        open.pop_back();
      interval.loop.parent = open.empty() ? -1 : open.back();
      open.push_back(static_cast<int>(loops.size()));
      note_places(interval);
      loops.push_back(interval.loop);
    }
    return loops;
  }

  void note_places(Interval &interval) const {
    GimpleLoop &loop = interval.loop;
    for (size_t number = interval.begin; number <= interval.end; ++number) {
      const location_t place = places_[number];
      if (place <= BUILTINS_LOCATION)
        continue;
      if (loop.first == UNKNOWN_LOCATION || comes_before(place, loop.first))
        loop.first = place;
      if (loop.last == UNKNOWN_LOCATION || comes_before(loop.last, place))
        loop.last = place;
    }
    if (loop.location <= BUILTINS_LOCATION)
      loop.location = loop.first;
  }

  std::vector<location_t> places_; ///< places by number of the statement
  std::unordered_map<tree, size_t> label_at_;
  std::vector<Interval> found_;
};

} // namespace

std::vector<GimpleLoop> gimple_loops_of(tree function) { return StatementWalk().loops_in(gimple_body(function)); }

} // namespace osaca::gcc
