// The names of source files in the project: relative to its root, wherever the compiler was run.
#pragma once

#include "collection/source_lines.h"
#include "report/report.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

/// A source file, if the report is allowed to read it.
struct SourceFile {
  enum class Access { missing, withheld, open };
  Access access = Access::missing;
  std::string text = {}; ///< if access is `open`

  static SourceFile with(std::string text) { return {Access::open, std::move(text)}; }
};

/// Called once per existing file.
using SourceReader = std::function<SourceFile(const std::string &path)>;

struct CollectOptions {
  std::string root;        ///< absolute; file names are made relative to this folder; empty: they are kept
  std::string working_dir; ///< absolute; relative names in reports are relative to this folder; empty: they are kept
  int jobs = 1;            ///< the greatest number of threads; the result does not depend on it
  bool has_ids = true;     ///< false: ids of loops and fingerprints of findings and of sources are left out
};

/// The files that a report names, each once, in the order of the report.
[[nodiscard]] std::vector<std::string> files_named_in(const Report &report);

/// New names of the files of one report.
class NewNames {
public:
  void add(const std::string &old_name, const std::string &new_name);
  [[nodiscard]] bool empty() const { return names_.empty(); }
  /// The name itself if there is no new one.
  [[nodiscard]] const std::string &of(const std::string &name) const;

private:
  std::unordered_map<std::string, std::string> names_;
};
[[nodiscard]] Report renamed(Report report, const NewNames &names);

class ProjectPaths {
public:
  ProjectPaths(CollectOptions options, SourceReader read_source);

  /// The project's name for `file`, which is a name in a report of `object`: relative to the root if the file is below
  /// it, else unchanged. A relative name is searched for in the working folder, then in the folder of the object and
  /// its parent folders.
  [[nodiscard]] const std::string &name_in_project(const std::string &file, const std::string &object);
  /// The path that the next call of name_in_project() will try first; empty: none, or it has been found already.
  [[nodiscard]] std::string next_path_for(const std::string &file) const;
  /// The kernel of a report of `object` with the project's names.
  [[nodiscard]] KernelReport renamed(KernelReport kernel, const std::string &object);

  /// Moves out the files that were found, by their names in the project.
  [[nodiscard]] SourceLines take_sources(int jobs);
  /// The names of existing files that must not be read.
  [[nodiscard]] const std::set<std::string> &withheld() const { return withheld_; }

private:
  std::string resolved(const std::string &file, const std::string &object);
  bool is_there(const std::string &absolute);
  [[nodiscard]] std::string below_root(const std::string &path) const;

  CollectOptions options_;
  SourceReader read_source_;
  using Names = std::unordered_map<std::string, std::string>;
  std::unordered_map<std::string, Names> names_; ///< by folder of the object
  std::string object_here_;                      ///< the last object
  Names *names_here_ = nullptr;                  ///< the names in its folder
  std::set<std::string> found_;                  ///< absolute paths
  std::map<std::string, std::string> sources_;   ///< texts
  std::set<std::string> withheld_;
};

} // namespace osaca
