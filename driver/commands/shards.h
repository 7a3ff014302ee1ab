// Shards (osaca/shards.h): writes the reports of a part of a build to a file, and merges such files.
#pragma once

#include "driver/commands/report_inputs.h"

#include <string>
#include <vector>

namespace osaca::driver {

/// The shards that `paths` refer to, for ReportInputs::add_files(). In folders, other files are skipped. Error: a named
/// file is not a shard, a shard is damaged, or an object has different reports in two shards.
[[nodiscard]] Expected<std::vector<FoundFile>> shards_in(const std::vector<std::string> &paths,
                                                         const std::string &root);

/// Writes all reports of these files as one shard. It depends only on the objects and on what is in them. False: errors
/// are reported on standard error.
[[nodiscard]] bool write_shard(const std::string &file, const std::vector<FoundFile> &inputs, const std::string &root,
                               int jobs);

} // namespace osaca::driver
