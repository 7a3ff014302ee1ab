// Builds a collection from the reports of many objects, the project's file names, and samples.
#pragma once

#include "collection/collection.h"
#include "collection/measured_time.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace osaca {

// Merges the reports of many objects into one collection. Each loop is kept once, and the order depends only on the
// loops.

struct NamedReport {
  std::string object; ///< "liba.a(b.o)"
  Report report;
};

/// Applies the project's settings to a report. File names in the report are those of the project.
using Configure = std::function<Report(Report)>;

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

/// Loops with the same code in several objects (templates and inline functions of headers) are one loop.
[[nodiscard]] Collection collect(std::vector<NamedReport> reports, const CollectOptions &options,
                                 const SourceReader &read_source, const Configure &configure = nullptr);

// The names of source files in the project: relative to its root, wherever the compiler was run.

class ProjectPaths {
public:
  ProjectPaths(CollectOptions options, SourceReader read_source);

  /// The project's name for `file`, which is a name in a report of `object`: relative to the root if the file is below
  /// it, else unchanged. A relative name is searched for in the working folder, then in the folder of the object and
  /// its parent folders.
  [[nodiscard]] const std::string &name_in_project(const std::string &file, const std::string &object);
  /// The kernel of a report of `object` with the project's names. Results of an earlier comparison are removed.
  [[nodiscard]] KernelReport renamed(KernelReport kernel, const std::string &object);
  [[nodiscard]] Report renamed(Report report, const std::string &object);

  /// Moves out the files that were found, by their names in the project.
  [[nodiscard]] SourceLines take_sources() { return std::move(sources_); }
  /// The names of existing files that must not be read.
  [[nodiscard]] const std::set<std::string> &withheld() const { return withheld_; }

private:
  void rename(SourceLocation &where, const std::string &object);
  void rename(Finding &finding, const std::string &object);
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

// Matches the loops of a collection with the loops of a sampled program.
//
// Linking keeps a function's symbol and its instructions. A loop of the program is matched with a collected loop of the
// same symbol. The program's loop has to contain the opcodes of all paths of the collected loop, and no inner loop may
// contain all of them.
//
// Among several candidates, the one that shares most opcodes on the same source lines is chosen, if the program has
// line tables. Then the one with most instructions is chosen, and then the first one that has not been matched yet.

/// Sets CollectedLoop::sampled of each loop in a sampled function (a share of 0 if it has no samples) and
/// Collection::samples, and then recomputes the findings, because findings about machine loops without samples matter
/// less. File names below `root` are made relative to it, as in the collection.
[[nodiscard]] Collection with_samples(Collection collection, const SampledPrograms &programs,
                                      const std::string &root = "");

} // namespace osaca
