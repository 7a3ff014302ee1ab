#include "driver/files/moved_sources.h"

#include "base/file_name.h"
#include "driver/command_line/messages.h"
#include "driver/files/source_files.h"
#include "driver/files/source_folders.h"

#include <filesystem>

namespace osaca::driver {
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
  const std::string told = is_absolute_anywhere(name) || working_folder.empty() ? name : working_folder + "/" + name;
  const std::string path = moved_path(told, moved);
  if (!can_name_a_file(path))
    return Error{"no file can have this name"};
  const std::optional<std::string> place = path_without_links(path);
  std::optional<std::string> text = place ? text_of_file(*place) : std::nullopt;
  if (!text)
    return Error{"cannot be read", {path, 0, 0}};
  // A relative name stays as the compiler was told, where it means the same here.
  const bool means_the_same = is_absolute_anywhere(name) ? path == told : path_without_links(name) == place;
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
      return Error{"--source-path: " + in_quotes(item) + " is not OLD=NEW, two folders"};
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
