#include "driver/files/source_files.h"

#include "driver/files/file_source.h"

#include <algorithm>
#include <filesystem>

namespace osaca::driver {
namespace {

constexpr std::uint64_t most_source_bytes = 32U << 20U;

} // namespace

std::optional<std::string> text_of_file(const std::string &path) {
  const Expected<std::unique_ptr<ByteSource>> file = open_file(path);
  if (!file || (*file)->size_bytes() > most_source_bytes)
    return std::nullopt;
  return (*file)->read(0, (*file)->size_bytes());
}

bool SourceBudget::take(const std::string &text) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const std::size_t bytes = text.size() + lines * sizeof(std::string);
  if (bytes > left_bytes_)
    return false;
  left_bytes_ -= bytes;
  return true;
}

SourceFile SourceFiles::read(const std::string &path) {
  const std::optional<std::string> place = path_without_links(path);
  std::error_code failed;
  if (!place || !std::filesystem::is_regular_file(*place, failed))
    return {};
  if (!folders_.hold(*place))
    return {.access = SourceFile::Access::withheld};
  std::optional<std::string> text = text_of_file(*place);
  if (!text || !budget_.take(*text))
    return {};
  return SourceFile::with(*std::move(text));
}

} // namespace osaca::driver
