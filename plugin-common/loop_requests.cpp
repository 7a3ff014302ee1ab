// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loop_requests.h"

#include "arguments.h"
#include "messages.h"

#include <algorithm>
#include <utility>

namespace osaca {

namespace {

void add_function(std::string name, std::vector<std::string> &names) {
  name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
  name.erase(name.find_last_not_of(' ') + 1);
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(std::move(name));
}

/// A function of the unit that the user did not name, and whose name is similar to `name`.
std::string mistyped(const std::string &name, const std::vector<std::string> &names, const NamesInUnit &unit) {
  constexpr std::size_t shortest = 3; // any two names of two letters are similar
  if (name.size() < shortest)
    return {};
  std::vector<std::string> others;
  std::set_difference(unit.functions.begin(), unit.functions.end(), unit.met.begin(), unit.met.end(),
                      std::back_inserter(others));
  others.erase(std::remove_if(others.begin(), others.end(),
                              [&](const std::string &other) {
                                return std::find(names.begin(), names.end(), other) != names.end();
                              }),
               others.end());
  return nearest(name, others);
}

} // namespace

void add_functions(const std::string &list, std::vector<std::string> &names) {
  int depth = 0; // commas in brackets are part of a name
  std::string name;
  for (const char c : list) {
    depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      add_function(std::move(name), names);
      name.clear();
    } else {
      name += c;
    }
  }
  add_function(std::move(name), names);
}

std::vector<std::string> remarks_on_names(const std::vector<std::string> &names, const NamesInUnit &unit,
                                          bool is_project) {
  std::vector<std::string> remarks;
  std::vector<std::string> elsewhere;
  for (const std::string &name : names) {
    if (unit.met.count(name) != 0)
      continue;
    const std::string meant = mistyped(name, names, unit);
    if (meant.empty())
      elsewhere.push_back(name);
    else
      remarks.push_back(messages::mistyped_function(name, meant));
  }
  if (!elsewhere.empty() && unit.met.empty() && !is_project)
    remarks.push_back(messages::unknown_functions(elsewhere));
  if (!unit.met.empty() && !unit.has_loops)
    remarks.push_back(messages::no_loop_in({unit.met.begin(), unit.met.end()}));
  return remarks;
}

LoopRequests::LoopRequests(const std::vector<BoundPragma> &pragmas, std::vector<SourceLoop> loops, bool all)
    : loops_(std::move(loops)), all_(all) {
  for (const BoundPragma &pragma : pragmas)
    add(pragma);
  for (std::size_t id = 0; id < loops_.size(); ++id)
    request_by_argument(static_cast<int>(id));
}

void LoopRequests::add(const BoundPragma &pragma) {
  LoopRequest asked;
  asked.loop = pragma.loop;
  asked.pragma = pragmas_++;
  asked.is_repeated = pragma.loop >= 0 && !by_loop_.emplace(pragma.loop, static_cast<int>(requests_.size())).second;
  asked.expectations = pragma.expectations;
  asked.why_none = pragma.why_none;
  asked.statement = pragma.statement;
  asked.is_unsupported = pragma.is_unsupported;
  if (pragma.statement >= 0)
    asked.is_repeated = !by_statement_.emplace(pragma.statement, static_cast<int>(requests_.size())).second;
  requests_.push_back(std::move(asked));
}

void LoopRequests::may_become_code(int loop, bool is_named) {
  SourceLoop &known = loops_[loop];
  known.is_named = known.is_named || is_named;
  request_by_argument(loop);
}

/// Adds a request if the loop is innermost and `all` or the name of its function selects it.
void LoopRequests::request_by_argument(int loop) {
  const SourceLoop &known = loops_[loop];
  if (known.has_inner || !known.is_analysable || known.runs_once)
    return;
  if (known.is_named)
    request(loop, capture::AnnotationKind::function);
  else if (all_)
    request(loop, capture::AnnotationKind::all);
}

int LoopRequests::request(int loop, capture::AnnotationKind kind) {
  const auto inserted = by_loop_.emplace(loop, static_cast<int>(requests_.size()));
  if (inserted.second) {
    LoopRequest asked;
    asked.loop = loop;
    asked.kind = kind;
    requests_.push_back(std::move(asked));
  }
  return inserted.first->second;
}

int LoopRequests::index_of(int loop) const {
  const auto known = by_loop_.find(loop);
  return known != by_loop_.end() ? known->second : -1;
}

int LoopRequests::for_machine_loop(int loop, bool works_itself) {
  while (loop >= 0 && loops_[loop].runs_once && index_of(loop) < 0)
    loop = loops_[loop].parent;
  if (loop < 0)
    return -1;
  if (const int known = index_of(loop); known >= 0)
    return works_itself || requests_[known].kind == capture::AnnotationKind::pragma ? known : -1;
  // An outer source loop is selected when one of its machine loops works itself: it has enough instructions outside its
  // inner loops, or the inner loop has disappeared.
  const SourceLoop &source = loops_[loop];
  if ((all_ || source.is_named) && works_itself && source.is_analysable)
    return request(loop, source.is_named ? capture::AnnotationKind::function : capture::AnnotationKind::all);
  return -1;
}

int LoopRequests::by_statement(int statement) const {
  const auto known = by_statement_.find(statement);
  return known != by_statement_.end() ? known->second : -1;
}

int LoopRequests::by_pragma(int loop) const {
  const int known = index_of(loop);
  return known >= 0 && requests_[known].kind == capture::AnnotationKind::pragma ? known : -1;
}

int LoopRequests::by_pragma_around(int loop) const {
  for (; loop >= 0; loop = loops_[loop].parent)
    if (const int index = by_pragma(loop); index >= 0)
      return index;
  return -1;
}

capture::Annotation annotation_of(const LoopRequest &request, bool is_found, const vanish::Fate &fate) {
  capture::Annotation annotation;
  annotation.kind = request.kind;
  annotation.expectations = request.expectations;
  const bool is_empty = request.has_statement() && !is_found && fate.is_plain;
  if (is_empty || (!request.has_loop() && !request.has_statement())) {
    annotation.status = capture::AnnotationStatus::not_a_loop;
    const char *const next = request.statement >= 0 ? "statement" : "loop";
    annotation.reason = request.is_repeated ? "the " + std::string(next) + " that follows it already has a pragma"
                        : request.why_none.empty() ? "no for, while or do statement follows it"
                                                   : request.why_none;
    annotation.is_harmless = request.is_unsupported;
    return annotation;
  }
  if (request.has_statement() && !is_found && fate.loops_have_pragmas) {
    annotation.status = capture::AnnotationStatus::not_a_loop;
    annotation.reason = vanish::loops_have_pragmas();
    annotation.is_harmless = true; // the expectations of the loops' own pragmas are checked
    return annotation;
  }
  annotation.is_statement = request.has_statement();
  annotation.status = is_found ? capture::AnnotationStatus::found : capture::AnnotationStatus::vanished;
  annotation.reason = is_found ? vanish::missing_instances(fate) : vanish::reason(fate);
  return annotation;
}

} // namespace osaca
