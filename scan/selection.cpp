#include "scan/options.h"

#include "base/name_matching.h"

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <set>

namespace osaca::scan {
namespace {

std::vector<std::string> files_of(const ScannedLoops &findings, const std::vector<CompileCommand> &units) {
  std::set<std::string> files;
  for (const ListedLoop &loop : findings.loops())
    files.insert(loop.place.file);
  for (const Pragma &pragma : findings.pragmas())
    files.insert(pragma.place.file);
  for (const CompileCommand &unit : units) { // a unit without loops is not an error
    std::error_code failed;
    const std::filesystem::path file = std::filesystem::canonical(unit.file, failed);
    files.insert(failed ? unit.file : file.string());
  }
  return {files.begin(), files.end()};
}

std::vector<std::string> functions_of(const ScannedLoops &findings) {
  std::set<std::string> names;
  for (const ListedLoop &loop : findings.loops()) {
    names.insert(loop.function);
    names.insert(loop.function.substr(loop.function.rfind(':') + 1));
  }
  return {names.begin(), names.end()};
}

} // namespace

bool names_function(const std::string &pattern, const std::string &function) {
  const auto fits = [&pattern](const std::string &name) { return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0; };
  if (pattern == function || fits(function))
    return true;
  for (std::size_t at = function.find("::"); at != std::string::npos; at = function.find("::", at + 2))
    if (function.substr(at + 2) == pattern || fits(function.substr(at + 2)))
      return true;
  return false;
}

std::vector<ListedLoop> selected(const std::vector<ListedLoop> &loops, const ScanOptions &options,
                                 const FileFilter &files) {
  std::vector<ListedLoop> chosen;
  std::string last_file;
  bool last_matches = false;
  for (const ListedLoop &loop : loops) {
    if (loop.place.file != last_file) { // checks the file system once per file
      last_file = loop.place.file;
      last_matches = files.matches(last_file);
    }
    if (last_matches && (!options.innermost || loop.innermost) && (!options.annotated || loop.annotated) &&
        (options.function.empty() || names_function(options.function, loop.function)))
      chosen.push_back(loop);
  }
  return chosen;
}

std::vector<Pragma> selected(const std::vector<Pragma> &pragmas, const std::vector<ListedLoop> &chosen,
                             const ScanOptions &options, const FileFilter &files) {
  const bool by_loop = options.innermost || options.annotated || !options.function.empty();
  std::set<std::pair<std::string, unsigned>> keywords;
  for (const ListedLoop &loop : chosen)
    keywords.emplace(loop.place.file, loop.place.offset_bytes);
  std::vector<Pragma> kept;
  for (const Pragma &pragma : pragmas) {
    const bool is_chosen =
        !by_loop || (pragma.loop && keywords.contains({pragma.loop->file, pragma.loop->offset_bytes}));
    if (is_chosen && files.matches(pragma.place.file))
      kept.push_back(pragma);
  }
  return kept;
}

std::vector<std::string> useless_filters(const ScannedLoops &findings, const std::vector<CompileCommand> &units,
                                         const ScanOptions &options, const FileFilter &files) {
  std::vector<std::string> messages;
  if (!files.empty()) {
    const std::vector<std::string> known = files_of(findings, units);
    std::vector<std::string> names;
    for (const std::string &file : known)
      names.push_back(std::filesystem::path(file).filename().string());
    for (const std::string &pattern : files.unused(known))
      messages.push_back("no file with loops in the project matches '" + pattern + "'" +
                         suggestion(std::filesystem::path(pattern).filename().string(), names));
  }
  const std::vector<ListedLoop> loops = findings.loops();
  if (!options.function.empty() && std::ranges::none_of(loops, [&options](const ListedLoop &loop) {
        return names_function(options.function, loop.function);
      }))
    messages.push_back("no function with loops matches '" + options.function + "'" +
                       suggestion(options.function, functions_of(findings)));
  return messages;
}

} // namespace osaca::scan
