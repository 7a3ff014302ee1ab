// Names of source files as a project knows them: relative to its root, wherever the compiler ran.
#pragma once

#include "collection/collect.h"

#include <map>
#include <set>
#include <string>

namespace osaca {

class ProjectPaths {
public:
  ProjectPaths(CollectOptions options, SourceReader read_source);

  /// The name of `file` as a report from `object` has it: below the root, without the root; elsewhere, as it is. A
  /// relative name is looked for in the working folder, then in the folder of the object and those above it.
  [[nodiscard]] std::string name_in_project(const std::string &file, const std::string &object);

  /// The lines of the files that were found, by their names in the project.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>> &sources() const { return sources_; }
  /// The names of those that are there, but not to be looked at.
  [[nodiscard]] const std::set<std::string> &withheld() const { return withheld_; }

private:
  std::string resolved(const std::string &file, const std::string &object);
  bool is_there(const std::string &absolute);
  [[nodiscard]] std::string below_root(const std::string &path) const;

  CollectOptions options_;
  SourceReader read_source_;
  std::map<std::pair<std::string, std::string>, std::string> names_; ///< (file, folder of the object)
  std::set<std::string> found_;                                      ///< absolute paths
  std::map<std::string, std::vector<std::string>> sources_;
  std::set<std::string> withheld_;
};

} // namespace osaca
