#include "pipeline/input/windows_debug_file.h"

#include "container/coff.h"
#include "container/msf.h"

#include <filesystem>
#include <vector>

namespace osaca {
namespace {

constexpr std::uint64_t largest_database_bytes = 1ULL << 30U;

std::vector<std::string> database_places(const std::string &name, const std::string &path) {
  const std::filesystem::path program(path);
  std::vector<std::string> places;
  const std::string last = name.substr(name.find_last_of("/\\") + 1);
  if (!last.empty() && last != "." && last != "..")
    places.push_back((program.parent_path() / last).string());
  places.push_back((program.parent_path() / program.stem()).string() + ".pdb");
  if (name.starts_with('/') && name.ends_with(".pdb")) // linked on a machine like this one
    places.push_back(name);
  return places;
}

} // namespace

std::string windows_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open) {
  const Expected<CoffFile> program = read_coff(file);
  const auto wanted = program ? database_of_program(file, *program) : std::nullopt;
  if (!wanted)
    return {};
  for (const std::string &place : database_places(wanted->path, path)) {
    const Expected<std::unique_ptr<ByteSource>> found = open(place);
    if (!found || (*found)->size_bytes() > largest_database_bytes)
      continue;
    if (const Expected<std::string> guid = guid_of_database(**found); guid && *guid == wanted->guid)
      return (*found)->read(0, (*found)->size_bytes());
  }
  return {};
}

} // namespace osaca
