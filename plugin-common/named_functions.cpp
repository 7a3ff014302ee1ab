// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "named_functions.h"

#include "arguments.h"
#include "messages.h"

#include <algorithm>

namespace osaca {
namespace {

void add_function(std::string name, std::vector<std::string> &names) {
  name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
  name.erase(name.find_last_not_of(' ') + 1);
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(std::move(name));
}

/// A function that was not asked for, and whose name looks nearly like this one.
std::string mistyped(const std::string &name, const std::vector<std::string> &names, const NamesInUnit &unit) {
  constexpr std::size_t shortest = 3; // every name of two letters looks like every other
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

} // namespace osaca
