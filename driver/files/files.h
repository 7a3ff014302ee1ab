// Files that are read as a whole, piece by piece or from folders, and outputs, with messages a person can act on.
#pragma once

#include "base/expected.h"
#include "osaca/embedded_reports.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

// Reading inputs and writing outputs, with messages a person can act on.

/// The whole file; "-" is standard input.
[[nodiscard]] Expected<std::string> read_input(const std::string &path);

/// The name under which an input appears in messages.
[[nodiscard]] std::string display_name(const std::string &path);

/// Why an output may not replace what stands at `path`: that is one of the inputs, or what nobody wants replaced by a
/// report, a source or what a compiler made of it. Empty: it may; "-" and "" too, and what is no regular file.
[[nodiscard]] std::optional<Error> refusal_to_replace(const std::string &path,
                                                      std::span<const std::string> inputs = {});

/// Empty: written. "-" or "" is standard output; a reader there that went away early is no error.
[[nodiscard]] std::optional<Error> write_output(const std::string &path, std::string_view text);

/// The same for text that people may see in a terminal: it obeys no character of what the text quotes
/// (base/printable.h), only our colours.
[[nodiscard]] std::optional<Error> write_text(const std::string &path, std::string_view text);

// Files for `osaca report`: read piece by piece, and found in folders.

/// A regular file; a pipe or a device, which could keep one waiting, is an error.
[[nodiscard]] Expected<std::unique_ptr<ByteSource>> open_file(const std::string &path);

struct FoundFile {
  std::string path;
  bool named = false; ///< by the user; else it was found in a folder
};

/// The files that `paths` mean: folders are replaced by all regular files below them, sorted by name. Folders that
/// cannot be read go to `problems`.
[[nodiscard]] std::vector<FoundFile> files_in(const std::vector<std::string> &paths, std::vector<Error> &problems);

} // namespace osaca::driver
