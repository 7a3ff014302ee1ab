// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "requested_loops.h"

namespace osaca::clang_plugin {
namespace {

bool is_analysable(const LoopExtent &extent) { return extent.can_become_code() && !extent.in_system_header; }

bool is_named(const clang::FunctionDecl &function, const std::string &name) {
  if (function.getDeclName().isIdentifier() && function.getName() == name)
    return true;
  return function.getQualifiedNameAsString() == name;
}

} // namespace

RequestedLoops::RequestedLoops(const LoopExtents &extents, const RecordedPragmas &pragmas, const Arguments &arguments)
    : extents_(extents), all_(arguments.all) {
  const std::vector<int> bound = extents.bind();
  for (std::size_t p = 0; p < pragmas.places.size(); ++p) {
    RequestedLoop loop;
    loop.extent = bound[p];
    loop.is_repeated = bound[p] >= 0 && by_extent_.count(bound[p]) != 0;
    loop.expectations = pragmas.expectations[p];
    loop.location = bound[p] < 0 || loop.is_repeated ? pragmas.places[p] : extents[bound[p]].first;
    if (bound[p] >= 0 && !loop.is_repeated)
      by_extent_[bound[p]] = static_cast<int>(loops_.size());
    loops_.push_back(loop);
  }
  std::set<std::string> met;
  for (std::size_t id = 0; id < extents.all().size(); ++id) {
    const LoopExtent &extent = extents[static_cast<int>(id)];
    if (!is_analysable(extent))
      continue;
    bool is_asked_for = false;
    for (const clang::FunctionDecl *instance : extent.instances)
      for (const std::string &name : arguments.functions)
        if (is_named(*instance, name)) {
          is_asked_for = true;
          met.insert(name);
        }
    if (!extent.has_inner && is_asked_for)
      request(static_cast<int>(id), capture::AnnotationKind::function);
    else if (!extent.has_inner && all_)
      request(static_cast<int>(id), capture::AnnotationKind::all);
  }
  for (const std::string &name : arguments.functions)
    if (met.count(name) == 0)
      unknown_functions_.push_back(name);
}

int RequestedLoops::request(int extent, capture::AnnotationKind kind) {
  const auto inserted = by_extent_.emplace(extent, static_cast<int>(loops_.size()));
  if (inserted.second) {
    RequestedLoop loop;
    loop.location = extents_[extent].first;
    loop.extent = extent;
    loop.kind = kind;
    loops_.push_back(loop);
  }
  return inserted.first->second;
}

int RequestedLoops::for_loop(int extent, bool innermost) {
  if (extent < 0)
    return -1;
  const auto known = by_extent_.find(extent);
  if (known != by_extent_.end())
    return loops_[known->second].kind == capture::AnnotationKind::pragma || innermost ? known->second : -1;
  // An outer loop of the source whose inner loop is gone is an innermost loop of the machine.
  if (all_ && innermost && is_analysable(extents_[extent]))
    return request(extent, capture::AnnotationKind::all);
  return -1;
}

int RequestedLoops::around(int extent) const {
  for (; extent >= 0; extent = extents_[extent].parent) {
    const auto known = by_extent_.find(extent);
    if (known != by_extent_.end() && loops_[known->second].kind == capture::AnnotationKind::pragma)
      return known->second;
  }
  return -1;
}

} // namespace osaca::clang_plugin
