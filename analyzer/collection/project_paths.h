// The names of source files in the project: relative to its root, wherever the compiler was run.
#pragma once

#include "collection/source_lines.h"
#include "report/report.h"

#include <functional>
#include <set>
#include <string>
#include <unordered_map>

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
};

class ProjectPaths {
public:
  ProjectPaths(CollectOptions options, SourceReader read_source);

  /// The project's name for `file`, which is a name in a report of `object`: relative to the root if the file is below
  /// it, else unchanged. A relative name is searched for in the working folder, then in the folder of the object and
  /// its parent folders.
  [[nodiscard]] const std::string &name_in_project(const std::string &file, const std::string &object);
  /// The kernel of a report of `object`, or the report, with the project's names. Results of an earlier comparison are
  /// removed.
  [[nodiscard]] KernelReport renamed(KernelReport kernel, const std::string &object);
  [[nodiscard]] Report renamed(Report report, const std::string &object);

  /// Moves out the files that were found, by their names in the project.
  [[nodiscard]] SourceLines take_sources() { return std::move(sources_); }
  /// The names of existing files that must not be read.
  [[nodiscard]] const std::set<std::string> &withheld() const { return withheld_; }

private:
  void rename(SourceLocation &where, const std::string &object);
  void rename(Findings &findings, const std::string &object);
  void rename(KernelReport &kernel, const std::string &object);
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
  SourceLines sources_;
  std::set<std::string> withheld_;
};

} // namespace osaca
