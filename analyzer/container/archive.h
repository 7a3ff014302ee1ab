// Walks through a static archive (ar): GNU's long names, BSD's, Microsoft's (.lib), and thin archives, whose members
// are files of their own.
#pragma once

#include "base/byte_source.h"

#include <functional>
#include <string>

namespace osaca {

[[nodiscard]] bool is_archive(const ByteSource &file);

/// Calls `visit` for each member but the tables of symbols and names, in the archive's order, with the member's name as
/// `ar t` prints it. Problems (a member that cannot be read, an archive that is cut off) go to `fail`.
void for_each_member(const ByteSource &archive, const std::string &path, const FileOpener &open,
                     const std::function<void(const std::string &name, const ByteSource &content)> &visit,
                     const std::function<void(const std::string &problem)> &fail);

} // namespace osaca
