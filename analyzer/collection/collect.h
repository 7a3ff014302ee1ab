// Builds a collection from the reports of many objects, the project's file names, and samples.
#pragma once

#include "collection/collection.h"
#include "collection/measured_time.h"
#include "collection/project_paths.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca {

// Merges the reports of many objects into one collection. Each loop is kept once, and the order depends only on the
// loops.

struct NamedReport {
  std::string object; ///< "liba.a(b.o)"
  Report report;
};

/// Applies the project's settings to a report. File names in the report are those of the project.
using Configure = std::function<Report(Report)>;

/// Called with the files that are read next, so that they can be read in several threads.
using ReadAhead = std::function<void(const std::vector<std::string> &paths)>;

/// Loops with the same code in several objects (templates and inline functions of headers) are one loop.
[[nodiscard]] Collection collect(std::vector<NamedReport> reports, const CollectOptions &options,
                                 const SourceReader &read_source, const Configure &configure = nullptr,
                                 const ReadAhead &read_ahead = nullptr);

// Matches the loops of a collection with the loops of a sampled program.
//
// Linking keeps a function's symbol and its instructions. A loop of the program is matched with a collected loop of the
// same symbol. The program's loop has to contain the opcodes of all paths of the collected loop, and no inner loop may
// contain all of them.
//
// Among several candidates, the one that shares most opcodes on the same source lines is chosen, if the program has
// line tables. Then the one with most instructions is chosen, and then the first one that has not been matched yet.

/// Sets CollectedLoop::sampled of each loop in a sampled function (a share of 0 if it has no samples) and
/// Collection::samples, and then recomputes the source loops and the findings, because those without samples matter
/// less. File names below `root` are made relative to it, as in the collection.
[[nodiscard]] Collection with_samples(Collection collection, const SampledPrograms &programs,
                                      const std::string &root = "");

} // namespace osaca
