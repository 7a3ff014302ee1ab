#include "driver/commands/build_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace osaca::driver {
namespace {

namespace fs = std::filesystem;

/// What tells a build folder; their times tell when it was used last.
constexpr std::array traces = {"CMakeCache.txt",        "build.ninja", ".ninja_log", "CMakeFiles",
                               "compile_commands.json", "meson-info",  "meson-logs"};
constexpr std::array makefiles = {"Makefile", "makefile", "GNUmakefile"};

constexpr int deepest = 2; ///< "build/release"
constexpr std::size_t most_looked_at = 2000;

struct Candidate {
  fs::path folder;
  fs::file_time_type used;
};

/// A link to a database elsewhere, which other tools want in the project's root, is a trace of that other folder.
fs::path folder_of_trace(const fs::path &trace) {
  std::error_code failed;
  const fs::path real = fs::is_symlink(trace, failed) ? fs::canonical(trace, failed) : trace;
  return failed ? trace.parent_path() : real.parent_path();
}

void add_candidates(const fs::path &folder, int depth, std::size_t &looked_at, std::vector<Candidate> &found) {
  for (const char *trace : traces) {
    std::error_code failed;
    const fs::file_time_type time = fs::last_write_time(folder / trace, failed);
    if (!failed)
      found.push_back({folder_of_trace(folder / trace), time});
  }
  std::error_code failed;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(folder, failed), end; depth < deepest && !failed && entry != end;
       entry.increment(failed)) {
    std::error_code unknown;
    if (entry->is_directory(unknown) && !entry->is_symlink(unknown) &&
        !entry->path().filename().native().starts_with('.'))
      folders.push_back(entry->path());
  }
  for (const fs::path &inner : folders)
    if (++looked_at <= most_looked_at)
      add_candidates(inner, depth + 1, looked_at, found);
}

} // namespace

std::optional<BuildFolder> find_build_folder(const std::string &root) {
  std::vector<Candidate> found;
  std::size_t looked_at = 0;
  add_candidates(root, 0, looked_at, found);
  if (found.empty()) {
    const bool is_made_here = std::ranges::any_of(makefiles, [&](const char *name) {
      std::error_code failed;
      return fs::is_regular_file(fs::path(root) / name, failed);
    });
    return is_made_here ? std::optional(BuildFolder{root, {}}) : std::nullopt;
  }
  std::ranges::sort(found, [](const Candidate &a, const Candidate &b) {
    return a.used != b.used ? a.used > b.used : a.folder < b.folder;
  });
  BuildFolder out{found.front().folder.string(), {}};
  for (const Candidate &candidate : found) {
    const std::string folder = candidate.folder.string();
    // What CMake makes for itself within a build folder is part of it.
    if (folder != out.path && !folder.starts_with(out.path + "/") &&
        std::ranges::find(out.others, folder) == out.others.end())
      out.others.push_back(folder);
  }
  return out;
}

} // namespace osaca::driver
