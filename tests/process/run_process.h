// For tests: runs other programs, without a shell in between and never for ever, and takes the time.
#pragma once

#include "base/expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace osaca::tests {

struct Finished {
  int exit_code = 0;              ///< -1: see `lacks_instruction`
  bool lacks_instruction = false; ///< it ended at an instruction that this machine does not have
  std::string output;
  std::string errors;
  double seconds = 0; ///< from before the start to its end
};

struct RunOptions {
  std::string input = {};            ///< what it reads from its standard input
  std::filesystem::path folder = {}; ///< its working directory; empty: this one's
  bool limits_files =
      true; ///< no file of its may get larger than 256 MiB. The plugins embed nothing under such a limit.
};

/// `command[0]` is looked for in PATH if it has no slash. Ended after ten minutes.
[[nodiscard]] Expected<Finished> run(const std::vector<std::string> &command, const RunOptions &options = {});

/// The first of these that can be run, by PATH or as a path.
[[nodiscard]] std::optional<std::string> find_program(const std::vector<std::string> &names);

/// Is gone, with all that is in it, when this value is.
class TemporaryFolder {
public:
  [[nodiscard]] static Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path &path() const { return path_; }

private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// All of a file; refuses what is larger than any table or kernel can be.
[[nodiscard]] Expected<std::string> content_of(const std::filesystem::path &file);

/// False: it could not be written.
[[nodiscard]] bool write_file(const std::filesystem::path &file, const std::string &text);

} // namespace osaca::tests
