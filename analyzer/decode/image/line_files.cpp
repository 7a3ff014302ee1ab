#include "decode/image/line_files.h"

#include "base/file_name.h"

#include <utility>

namespace osaca {

LineFiles::LineFiles() { (void)number_of(LineFile{}); }

std::uint32_t LineFiles::number_of(std::string_view folder, std::string_view path, std::string_view working_folder,
                                   std::string md5) {
  const std::size_t size = path.size() + (folder.empty() ? 0 : folder.size() + 1);
  const std::size_t read = size + working_folder.size() + md5.size();
  if (size > longest_path_bytes || read > left_to_read_)
    return 0;
  left_to_read_ -= read;
  LineFile file{folder.empty() ? std::string(path) : std::string(folder) + "/" + std::string(path), {}, std::move(md5)};
  if (!is_absolute_anywhere(file.name) && working_folder.size() <= longest_path_bytes)
    file.working_folder = working_folder;
  return number_of(std::move(file));
}

std::uint32_t LineFiles::number_of(LineFile file) {
  std::string key = file.working_folder + '\0' + file.name + '\0' + file.md5;
  if (const auto known = numbers_.find(key); known != numbers_.end())
    return known->second;
  if (key.size() > left_to_keep_)
    return 0;
  left_to_keep_ -= key.size();
  files_.push_back(std::move(file));
  return numbers_[std::move(key)] = static_cast<std::uint32_t>(files_.size() - 1);
}

} // namespace osaca
