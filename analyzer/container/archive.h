// Reads static archives (ar) with the long names of GNU, BSD and Microsoft (.lib), and thin archives, whose members are
// separate files.
#pragma once

#include "base/byte_source.h"

#include <functional>
#include <string>

namespace osaca {

[[nodiscard]] bool is_archive(const ByteSource &file);

/// Calls `visit` for each member, in the order of the archive, with the member's name as `ar t` prints it. The tables
/// of symbols and of names are skipped. Problems (a member that cannot be read, a truncated archive) are passed to
/// `fail`.
void for_each_member(const ByteSource &archive, const std::string &path, const FileOpener &open,
                     const std::function<void(const std::string &name, const ByteSource &content)> &visit,
                     const std::function<void(const std::string &problem)> &fail);

} // namespace osaca
