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

/// Whether one of the functions that hold the loop is among `names`; `met` takes those names.
bool is_in_named_function(const LoopExtent &extent, const std::vector<std::string> &names, std::set<std::string> &met) {
  bool is_in_one = false;
  for (const clang::FunctionDecl *instance : extent.instances)
    for (const std::string &name : names)
      if (is_named(*instance, name)) {
        is_in_one = true;
        met.insert(name);
      }
  return is_in_one;
}

} // namespace

AskedFor asked_for(const LoopExtents &extents, const RecordedPragmas &pragmas, const Arguments &arguments) {
  const std::vector<int> bound = extents.bind();
  std::vector<BoundPragma> asked;
  for (std::size_t p = 0; p < pragmas.places.size(); ++p)
    asked.push_back({bound[p], pragmas.expectations[p]});
  std::set<std::string> met;
  std::vector<SourceLoop> loops;
  for (const LoopExtent &extent : extents.all()) {
    const bool may_be_asked_for = is_analysable(extent);
    const bool is_in_named = may_be_asked_for && is_in_named_function(extent, arguments.functions, met);
    loops.push_back({extent.parent, extent.has_inner, may_be_asked_for, is_in_named});
  }
  AskedFor result{LoopRequests(asked, std::move(loops), arguments.all), {}};
  for (const std::string &name : arguments.functions)
    if (met.count(name) == 0)
      result.unknown_functions.push_back(name);
  return result;
}

clang::SourceLocation location_of(const LoopRequest &request, const LoopExtents &extents,
                                  const RecordedPragmas &pragmas) {
  return request.has_loop() ? extents[request.loop].first : pragmas.places[request.pragma];
}

} // namespace osaca::clang_plugin
