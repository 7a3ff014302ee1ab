#include "collection/baseline.h"

#include "base/index.h"
#include "base/source_location.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace osaca {

namespace {

/// Names of more parts are compared by this many parts at their ends.
constexpr int most_parts = 40;

/// The last `parts` parts of a path; empty: it has fewer.
std::string_view path_end(std::string_view path, int parts) {
  std::size_t begin = path.size();
  for (int i = 0; i < parts; ++i) {
    if (begin == 0)
      return {};
    const std::size_t slash = path.rfind('/', begin - 1);
    begin = slash == std::string_view::npos ? 0 : slash;
  }
  return path.substr(begin > 0 || path.starts_with('/') ? begin + 1 : 0);
}

/// Whether `end` is a whole number of parts at the end of `path`: "b/c.c" of "/a/b/c.c".
bool ends_with_path(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path.ends_with(end) && path[path.size() - end.size() - 1] == '/';
}

/// Whether both may be names of one file, relative to different roots or in different checkouts.
bool may_be_same_file(std::string_view a, std::string_view b) {
  return a != b && (ends_with_path(a, b) || ends_with_path(b, a) ||
                    (is_absolute_path(a) && is_absolute_path(b) && path_end(a, 1) == path_end(b, 1)));
}

using Files = std::set<std::string, std::less<>>;

Files files_of(const std::vector<LoopRecord> &loops) {
  Files files;
  for (const LoopRecord &loop : loops)
    if (!loop.file.empty())
      files.insert(loop.file);
  return files;
}

/// The only file with each end; nullptr: there are several.
std::map<std::string_view, const std::string *> by_path_end(const Files &files, int parts) {
  std::map<std::string_view, const std::string *> out;
  for (const std::string &file : files)
    if (const std::string_view end = path_end(file, parts); !end.empty())
      if (const auto [known, is_new] = out.try_emplace(end, &file); !is_new)
        known->second = nullptr;
  return out;
}

/// The loops of a file, and how many of them have a partner in the other build.
struct FileMatches {
  int loops = 0;
  int matched = 0;
};

/// Only the files without a match, each with the number of its loops.
std::map<std::string, int> files_without_match(const std::vector<LoopRecord> &loops, const std::vector<bool> &matched) {
  std::map<std::string, FileMatches> files;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    FileMatches &file = files[loops[i].file];
    ++file.loops;
    file.matched += matched[i] ? 1 : 0;
  }
  std::map<std::string, int> out;
  for (const auto &[name, file] : files)
    if (file.matched == 0 && !name.empty())
      out.emplace(name, file.loops);
  return out;
}

} // namespace

std::string last_part_of_path(const std::string &path) { return std::string(path_end(path, 1)); }

FileNames new_names_of_files(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after) {
  Files old_names = files_of(before);
  Files new_names = files_of(after);
  std::erase_if(old_names, [&](const std::string &file) { return new_names.erase(file) > 0; });
  FileNames out;
  for (int parts = most_parts; parts > 0 && !old_names.empty() && !new_names.empty(); --parts) {
    const auto candidates = by_path_end(new_names, parts);
    for (const auto &[end, old_name] : by_path_end(old_names, parts)) {
      const auto found = candidates.find(end);
      if (old_name != nullptr && found != candidates.end() && found->second != nullptr)
        out.emplace(*old_name, *found->second);
    }
    for (const auto &[old_name, new_name] : out) {
      old_names.erase(old_name);
      new_names.erase(new_name);
    }
  }
  return out;
}

FileDifferences file_differences(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after,
                                 const std::vector<int> &matches) {
  FileDifferences out;
  std::vector<bool> is_matched_before(before.size(), false);
  std::vector<bool> is_matched_after(after.size(), false);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (matches[i] >= 0) {
      is_matched_after[i] = is_matched_before[at(matches[i])] = true;
      const RenamedFile names{before[at(matches[i])].file, after[i].file, 1};
      if (may_be_same_file(names.before, names.after) &&
          is_absolute_path(names.before) != is_absolute_path(names.after) && !out.other_root)
        out.other_root = names;
    }
  out.compared_none = !before.empty() && !after.empty() &&
                      std::ranges::none_of(is_matched_after, [](bool is_matched) { return is_matched; });
  const std::map<std::string, int> appeared = files_without_match(after, is_matched_after);
  std::multimap<std::string_view, const std::string *> appeared_by_end;
  for (const auto &[file, loops] : appeared)
    appeared_by_end.emplace(path_end(file, 1), &file);
  for (const auto &[file, loops] : files_without_match(before, is_matched_before)) {
    const auto [begin, end] = appeared_by_end.equal_range(path_end(file, 1));
    const auto found =
        std::find_if(begin, end, [&](const auto &candidate) { return may_be_same_file(*candidate.second, file); });
    if (found != end)
      out.unmatched.push_back({file, *found->second, loops});
  }
  if (out.compared_none && out.unmatched.empty())
    out.unmatched.push_back({before.front().file, after.front().file, static_cast<int>(before.size())});
  return out;
}

} // namespace osaca
