// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/option_scrub.h"

namespace osaca::clang_plugin {

namespace {

bool is_ours(llvm::StringRef word) {
  if (word.consume_front("-fplugin="))
    return word.take_back(8) == "osaca.so";
  return word.consume_front("-fplugin-arg-osaca");
}

/// The words are separated by blanks. A blank inside a word is preceded by a backslash.
std::string without_ours(const std::string &line) {
  std::string kept;
  for (std::size_t start = 0; start < line.size();) {
    std::size_t end = start;
    while (end < line.size() && line[end] != ' ')
      end += line[end] == '\\' && end + 1 < line.size() ? 2 : 1;
    const llvm::StringRef word = llvm::StringRef(line).slice(start, end);
    if (!is_ours(word))
      kept += (kept.empty() ? "" : " ") + word.str();
    start = end + 1;
  }
  return kept;
}

} // namespace

void scrub_recorded_options(clang::CodeGenOptions &options) {
  for (std::string *recorded : {&options.DwarfDebugFlags, &options.RecordCommandLine})
    if (recorded->find("osaca") != std::string::npos)
      *recorded = without_ours(*recorded);
}

} // namespace osaca::clang_plugin
