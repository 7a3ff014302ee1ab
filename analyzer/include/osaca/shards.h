// Shards: the reports of a part of a build, in one file, so that a machine can merge the parts of many machines.
//
// A shard is JSON Lines. The first line is {"schema": "osaca-shard-1"}. Each report has two lines: {"objects": [...]},
// the names of the objects that contain it, sorted; then the report as it is in the object, on one line. The last line
// is {"reports": N}. Names of files below the root of the project begin with `%SRCROOT%/`.
#pragma once

#include "base/byte_source.h"
#include "osaca/embedded_reports.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

[[nodiscard]] bool is_shard(const ByteSource &file);

struct ShardEntry {
  std::vector<std::string> objects; ///< sorted, at least one
  std::string json;                 ///< the report
};

/// `quoted_root`: the root of the project as a JSON text, with quotes. Reports are numbered from 0. `wants`: as in
/// ReportVisitor. Error: the file is not a shard, or of another version, or damaged; reports before the damage have
/// been passed on.
[[nodiscard]] std::optional<Error> visit_shard(const ByteSource &file, const std::string &path,
                                               std::string_view quoted_root,
                                               const std::function<bool(std::size_t number)> &wants,
                                               const std::function<void(std::size_t number, ShardEntry entry)> &take);

// The parts of a shard, each with its line end.

[[nodiscard]] std::string shard_begin();
/// `quoted_objects`: a JSON array.
[[nodiscard]] std::string shard_entry(std::string_view quoted_objects, std::string json, std::string_view quoted_root);
[[nodiscard]] std::string shard_end(std::size_t reports);

} // namespace osaca
