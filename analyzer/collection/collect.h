// How a collection is made: of the reports of many objects, of the project's names for its files, and of samples.
#pragma once

#include "collection/collection.h"
#include "collection/measured_time.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace osaca {

// From the reports of many objects to one collection: each loop once, in an order that depends on nothing but the
// loops.

struct NamedReport {
  std::string object; ///< "liba.a(b.o)"
  Report report;
};

/// What the project decided about a report whose names of files are those of the project.
using Configure = std::function<Report(const Report &)>;

/// A source file, as far as a report may look at it.
struct SourceFile {
  enum class Access { missing, withheld, open };
  Access access = Access::missing;
  std::string text = {}; ///< if it is open

  static SourceFile with(std::string text) { return {Access::open, std::move(text)}; }
};

/// Called once per file that is there.
using SourceReader = std::function<SourceFile(const std::string &path)>;

struct CollectOptions {
  std::string root; ///< absolute: the folder that names of files are made relative to; empty: names stay as they are
  std::string working_dir; ///< absolute: what relative names in reports are relative to; empty: they stay as they are
};

/// Loops that several objects hold in the same words (templates and inline functions of headers) are one loop.
[[nodiscard]] Collection collect(const std::vector<NamedReport> &reports, const CollectOptions &options,
                                 const SourceReader &read_source, const Configure &configure = nullptr);

// Names of source files as a project knows them: relative to its root, wherever the compiler ran.

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

// Which loop of a collection is which loop of a program that was sampled.
//
// Linking keeps a function's symbol and its instructions. A loop of a program is the one of the same symbol whose
// paths' opcodes are all in it, but not all in a loop inside it; of several the one that shares most opcodes of the
// same source lines with it, as far as the program has line tables; then the one with most instructions; of equal ones
// the first that has no loop yet.

/// CollectedLoop::sampled of each loop of functions that were sampled (a share of 0 where no sample was found in it),
/// Collection::samples, and the findings anew: those of machine loops without samples count less. Files below `root`
/// are named relative to it, as those of the collection are.
[[nodiscard]] Collection with_samples(Collection collection, const SampledPrograms &programs,
                                      const std::string &root = "");

} // namespace osaca
