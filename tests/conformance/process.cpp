// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process.h"

#include "run_process.h"

#include <fstream>
#include <sstream>

namespace osaca::conformance {

Finished run(const std::vector<std::string> &command, const std::filesystem::path &folder) {
  const Expected<tests::Finished> finished = tests::run(command, {.folder = folder, .limits_files = false});
  if (!finished)
    return {-1, {}, finished.error().message};
  return {finished->exit_code, finished->output, finished->errors};
}

std::string content_of(const std::filesystem::path &file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> words_of(const std::string &text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

} // namespace osaca::conformance
