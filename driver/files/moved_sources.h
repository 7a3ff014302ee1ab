// Where the sources are that a program's line tables name: they may have moved since it was built.
#pragma once

#include "base/expected.h"
#include "osaca/annotated_loops.h"

#include <string>
#include <utility>
#include <vector>

namespace osaca::driver {

/// Names that begin with the folder `first` are looked for in `second`; the first that fits counts.
using MovedFolders = std::vector<std::pair<std::string, std::string>>;

/// Of "OLD=NEW" each. Errors: something else.
[[nodiscard]] Expected<MovedFolders> parse_moved_folders(const std::vector<std::string> &items);

/// Regular files of at most the size that text_of_file() takes. Those below `root` and below the new folders of `moved`
/// may be quoted.
[[nodiscard]] SourceFinder source_finder(MovedFolders moved, const std::string &root);

} // namespace osaca::driver
