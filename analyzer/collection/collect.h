// From the reports of many objects to one collection: each loop once, in an order that depends on nothing but the
// loops.
#pragma once

#include "collection/collection.h"

#include <functional>

namespace osaca {

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

} // namespace osaca
