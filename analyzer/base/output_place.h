// Where an output is written, if its name may lead through links. In folders such as /tmp, other users can create links
// and files with names that they expect. Such a link must not lead to a file of this user.
#pragma once

#include "base/files.h"

#include <string>
#include <sys/stat.h>

namespace osaca {

struct OutputPlace {
  Descriptor folder; ///< open, so that its contents cannot be exchanged by renaming it or its parents
  std::string name;  ///< in the folder; not a link, except if `is_of_open_file`
  bool is_new = false;
  bool is_shared = false;       ///< everybody may create files in the folder
  bool is_of_open_file = false; ///< in /proc, such as the target of /dev/stdout
  struct stat status = {};      ///< unless `is_new` or `is_of_open_file`
};

/// Follows the links of this user and of root. Error: the path cannot be used, or it is a link of another user, or it
/// is a file of another user in a shared folder. Links in the folders of `path` are followed as usual.
[[nodiscard]] Expected<OutputPlace> output_place_of(const std::string &path);

} // namespace osaca
