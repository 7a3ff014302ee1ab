#include "driver/files/source_files.h"

#include "base/files.h"
#include "base/format.h"
#include "base/parallel.h"
#include "base/source_location.h"
#include "driver/command_line/messages.h"
#include "driver/files/files.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace osaca::driver {

SourceFolders::SourceFolders(const std::vector<std::string> &folders) {
  for (const std::string &folder : folders)
    if (const std::optional<std::string> path = path_without_links(folder))
      folders_.push_back(path->ends_with('/') ? *path : *path + "/");
}

bool SourceFolders::hold(const std::string &path) const {
  return std::ranges::any_of(folders_, [&](const std::string &folder) { return path.starts_with(folder); });
}

namespace {

constexpr std::uint64_t most_source_bytes = 32U << 20U;

std::optional<std::string> text_of(const ByteSource &file) {
  return file.size_bytes() <= most_source_bytes ? std::optional(file.read(0, file.size_bytes())) : std::nullopt;
}

} // namespace

std::optional<std::string> text_of_file(const std::string &path) {
  const Expected<std::unique_ptr<ByteSource>> file = open_file(path);
  return file ? text_of(**file) : std::nullopt;
}

bool SourceBudget::take(const std::string &text) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const std::size_t bytes = text.size() + lines * sizeof(std::string);
  if (bytes > left_bytes_)
    return false;
  left_bytes_ -= bytes;
  return true;
}

/// Many sources are in the same folder, and each part of its path may be a link.
std::optional<std::string> SourceFiles::folder_without_links(const std::string &folder) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto known = known_folders_.find(folder); known != known_folders_.end())
      return known->second;
  }
  std::optional<std::string> found = path_without_links(folder);
  if (found) {
    const std::lock_guard<std::mutex> lock(mutex_);
    known_folders_.try_emplace(folder, *found);
  }
  return found;
}

SourceFiles::Place SourceFiles::place_of(const std::string &path) {
  if (path.empty() || !can_name_a_file(path))
    return {};
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  const std::optional<std::string> folder =
      folder_without_links(slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1)));
  if (!folder)
    return {};
  std::optional<std::string> place = *folder + (folder->ends_with('/') ? "" : "/") + name;
  struct stat status = {};
  if (::lstat(place->c_str(), &status) != 0)
    return {};
  if (!S_ISREG(status.st_mode)) { // a link, or a folder such as ".."
    place = path_without_links(path);
    if (!place || ::stat(place->c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      return {};
  }
  return {folders_.hold(*place) ? SourceFile::Access::open : SourceFile::Access::withheld, *std::move(place)};
}

SourceFiles::Contents SourceFiles::contents_of(const std::string &path) {
  const Place place = place_of(path);
  Contents out{place.access, {}, {}};
  if (place.access != SourceFile::Access::open)
    return out;
  const Expected<std::unique_ptr<ByteSource>> file = open_file(place.path);
  if (file)
    out.text = text_of(**file);
  // It exists, and this user may read it: the system has run out of something, such as open files.
  else if (::access(place.path.c_str(), R_OK) == 0)
    out.problem = file.error();
  return out;
}

void SourceFiles::read_ahead(const std::vector<std::string> &paths, int jobs) {
  constexpr std::size_t enough_bytes = std::size_t{64} << 20U;
  ahead_.clear();
  std::vector<std::pair<const std::string, std::optional<Contents>> *> files;
  for (const std::string &path : paths)
    if (const auto [file, is_new] = ahead_.try_emplace(path); is_new)
      files.push_back(&*file);
  std::atomic<std::size_t> bytes = 0;
  for_each_index(jobs, files.size(), [&](int /*worker*/, std::size_t index) {
    if (bytes >= enough_bytes)
      return;
    files[index]->second = contents_of(files[index]->first);
    if (const std::optional<std::string> &text = files[index]->second->text)
      bytes += text->size();
  });
}

SourceFile SourceFiles::read(const std::string &path) {
  const auto ahead = ahead_.find(path);
  Contents contents =
      ahead != ahead_.end() && ahead->second ? *std::exchange(ahead->second, std::nullopt) : contents_of(path);
  if (contents.problem)
    problems_.push_back(*std::move(contents.problem));
  if (contents.access != SourceFile::Access::open)
    return {.access = contents.access};
  if (!contents.text || !budget_.take(*contents.text))
    return {};
  return SourceFile::with(*std::move(contents.text));
}

SourceFile SourceFiles::without_text(const std::string &path) {
  const Place place = place_of(path);
  if (place.access != SourceFile::Access::open)
    return {.access = place.access};
  std::error_code failed;
  const bool may_be_read = ::access(place.path.c_str(), R_OK) == 0;
  return may_be_read && std::filesystem::file_size(place.path, failed) <= most_source_bytes ? SourceFile::with("")
                                                                                            : SourceFile();
}

namespace {

namespace fs = std::filesystem;

std::string moved_path(const std::string &path, const MovedFolders &moved) {
  for (const auto &[old_folder, new_folder] : moved)
    if (path == old_folder ||
        (path.starts_with(old_folder) && (old_folder.ends_with('/') || path[old_folder.size()] == '/')))
      return new_folder + path.substr(old_folder.size());
  return path;
}

bool is_newer_than(const std::string &source, const std::string &program) {
  std::error_code unknown;
  const fs::file_time_type of_source = fs::last_write_time(source, unknown);
  if (unknown)
    return false;
  const fs::file_time_type of_program = fs::last_write_time(program, unknown);
  return !unknown && of_source > of_program;
}

Expected<SourceText> found_source(const InputFile &program, const std::string &name, const std::string &working_folder,
                                  const MovedFolders &moved, const SourceFolders &quotable) {
  const std::string given =
      is_absolute_anywhere(name) || working_folder.empty() ? name : format_text("{}/{}", working_folder, name);
  const std::string path = moved_path(given, moved);
  if (!can_name_a_file(path))
    return Error{"not a valid file name"};
  const std::optional<std::string> place = path_without_links(path);
  std::optional<std::string> text = place ? text_of_file(*place) : std::nullopt;
  if (!text)
    return Error{"cannot be read", {path, 0, 0}};
  // The compiler's relative name is kept if it leads to the same file here.
  const bool means_the_same = is_absolute_anywhere(name) ? path == given : path_without_links(name) == place;
  return SourceText{.name = means_the_same ? name : path,
                    .identity = *place,
                    .text = *std::move(text),
                    .is_newer = is_newer_than(*place, program.path),
                    .may_be_quoted = quotable.hold(*place)};
}

} // namespace

Expected<MovedFolders> parse_moved_folders(const std::vector<std::string> &items) {
  MovedFolders moved;
  for (const std::string &item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == item.size())
      return Error{format_text("--source-path: {} is not of the form OLD=NEW", in_quotes(item))};
    moved.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
  return moved;
}

SourceFinder source_finder(MovedFolders moved, const std::string &root) {
  std::vector<std::string> chosen{root};
  for (const auto &[old_folder, new_folder] : moved)
    chosen.push_back(new_folder);
  return [moved = std::move(moved), quotable = SourceFolders(chosen)](const InputFile &program, const std::string &name,
                                                                      const std::string &working_folder) {
    return found_source(program, name, working_folder, moved, quotable);
  };
}

} // namespace osaca::driver
