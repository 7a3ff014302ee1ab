#include "source/loop_statements.h"

#include "base/index.h"

#include <algorithm>
#include <climits>
#include <map>
#include <set>
#include <utility>

namespace osaca {

void StatementTable::add(int source, const std::vector<LoopStatement> &loops, const std::vector<int> &annotations,
                         const std::vector<int> &by_all) {
  if (of_source_.size() <= at(source))
    of_source_.resize(at(source) + 1);
  const int first = count();
  of_source_[at(source)] = {first, static_cast<int>(loops.size()), true};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const LoopStatement &loop = loops[i];
    statements_.push_back({source, loop.begin, loop.end, loop.parent < 0 ? -1 : first + loop.parent, annotations[i],
                           by_all.empty() ? -1 : by_all[i], loop.place});
  }
}

bool StatementTable::knows(int source) const {
  return source >= 0 && at(source) < of_source_.size() && of_source_[at(source)].is_known;
}

int StatementTable::innermost_at(const SourcePoint &place) const {
  if (place.line <= 0 || !knows(place.source))
    return -1;
  const Part &part = of_source_[at(place.source)];
  // A line without a column matches any part of the line.
  const TextPosition for_begin{place.line, place.column > 0 ? place.column : INT_MAX};
  const TextPosition for_end{place.line, place.column};
  const auto begin = statements_.begin() + part.first;
  const auto after = std::upper_bound(
      begin, begin + part.count, for_begin,
      [](const TextPosition &wanted, const SourceStatement &statement) { return wanted < statement.begin; });
  if (after == begin)
    return -1;
  int statement = static_cast<int>(after - statements_.begin()) - 1;
  while (statement >= 0 && statements_[at(statement)].end < for_end)
    statement = statements_[at(statement)].parent;
  return statement;
}

int StatementTable::annotated_around(int statement) const {
  while (statement >= 0 && statements_[at(statement)].annotation < 0)
    statement = statements_[at(statement)].parent;
  return statement;
}

bool StatementTable::is_requested(int statement) const {
  return statement >= 0 && (statements_[at(statement)].by_all >= 0 || annotated_around(statement) >= 0);
}

namespace {

/// The evidence that one statement is the origin of one loop.
struct Share {
  int covered = 0;
  int endings = 0;            ///< of the branches that end iterations: those inside the statement
  int steps_from_outside = 0; ///< the deeper the nesting, the smaller the statement
  bool is_direct = false;
};

class Judgement {
public:
  Judgement(const MachineLoopPlaces &loop, const StatementTable &table) {
    for (const InstructionPlace &instruction : loop.own)
      add(instruction, table);
  }

  [[nodiscard]] LoopOrigin origin(const std::set<StatementCopy> &taken) const {
    LoopOrigin of_all = smallest_covering(located_, taken);
    if (of_all.copy.statement >= 0 || has_ending_outside_)
      return of_all;
    return smallest_covering(in_any_, taken);
  }

private:
  void add(const InstructionPlace &instruction, const StatementTable &table) {
    if (instruction.places.empty())
      return;
    ++located_;
    endings_ += instruction.ends_iterations ? 1 : 0;
    const std::vector<StatementCopy> around = statements_around(instruction, table);
    in_any_ += around.empty() ? 0 : 1;
    has_ending_outside_ |= around.empty() && instruction.ends_iterations;
    for (std::size_t i = 0; i < around.size(); ++i) {
      Share &share = shares_[around[i]];
      ++share.covered;
      share.endings += instruction.ends_iterations ? 1 : 0;
      share.steps_from_outside = std::max(share.steps_from_outside, static_cast<int>(around.size() - i));
      share.is_direct |= around[i].through.size() + 1 == instruction.places.size();
    }
  }

  [[nodiscard]] LoopOrigin smallest_covering(int all, const std::set<StatementCopy> &taken) const {
    LoopOrigin best;
    int steps = 0;
    for (const auto &[copy, share] : shares_) {
      const bool covers = endings_ > 0 ? share.covered * 2 > all : share.covered * 10 >= all * 9;
      if (!covers || share.endings != endings_ || share.steps_from_outside <= steps || taken.contains(copy))
        continue;
      best = {copy, share.is_direct};
      steps = share.steps_from_outside;
    }
    return best;
  }

  int located_ = 0;
  int in_any_ = 0;  ///< of the located instructions: those inside any statement
  int endings_ = 0; ///< number of located branches that end iterations
  bool has_ending_outside_ = false;
  std::map<StatementCopy, Share> shares_;
};

class Judge {
public:
  Judge(const std::vector<MachineLoopPlaces> &loops, const StatementTable &table)
      : loops_(loops), table_(table), inside_(loops.size()), found_(loops.size()) {}

  std::vector<LoopOrigin> judge() {
    for (std::size_t i = loops_.size(); i-- > 0;)
      judge(i);
    return std::move(found_);
  }

private:
  void judge(std::size_t index) {
    const MachineLoopPlaces &loop = loops_[index];
    found_[index] = Judgement(loop, table_).origin(inside_[index]);
    if (loop.parent < 0)
      return;
    std::set<StatementCopy> &around = inside_[at(loop.parent)];
    if (around.size() < inside_[index].size())
      std::swap(around, inside_[index]);
    around.merge(inside_[index]);
    if (found_[index].copy.statement >= 0)
      around.insert(found_[index].copy);
  }

  const std::vector<MachineLoopPlaces> &loops_;
  const StatementTable &table_;
  std::vector<std::set<StatementCopy>> inside_; ///< per loop: the statements that its inner loops belong to
  std::vector<LoopOrigin> found_;
};

} // namespace

std::vector<StatementCopy> statements_around(const InstructionPlace &instruction, const StatementTable &table) {
  std::vector<StatementCopy> found;
  for (std::size_t i = 0; i < instruction.places.size(); ++i)
    for (int statement = table.innermost_at(instruction.places[i]); statement >= 0;
         statement = table[statement].parent) {
      // The body of a lambda lies in the text of the enclosing loop and is called from there, so the statement is found
      // twice.
      std::erase_if(found, [statement](const StatementCopy &other) { return other.statement == statement; });
      found.push_back(
          {statement, {instruction.places.begin() + static_cast<std::ptrdiff_t>(i) + 1, instruction.places.end()}});
    }
  return found;
}

int annotation_of(const StatementCopy &copy, const StatementTable &table) {
  int annotated = table.annotated_around(copy.statement);
  for (std::size_t i = 0; annotated < 0 && i < copy.through.size(); ++i)
    annotated = table.annotated_around(table.innermost_at(copy.through[i]));
  return annotated < 0 ? -1 : table[annotated].annotation;
}

std::vector<LoopOrigin> origins_of(const std::vector<MachineLoopPlaces> &loops, const StatementTable &table) {
  return Judge(loops, table).judge();
}

} // namespace osaca
