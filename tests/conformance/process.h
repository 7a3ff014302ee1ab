// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs compilers and other tools, without a shell in between.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace osaca::conformance {

struct Finished {
  int status = 0;     ///< 0: success; -1: it did not end by itself
  std::string output; ///< what it wrote on standard output
  std::string errors;
};

/// Waits for its end. `folder` becomes its working directory.
[[nodiscard]] Finished run(const std::vector<std::string> &command, const std::filesystem::path &folder);

[[nodiscard]] std::string content_of(const std::filesystem::path &file);

/// Words between blanks.
[[nodiscard]] std::vector<std::string> words_of(const std::string &text);

} // namespace osaca::conformance
