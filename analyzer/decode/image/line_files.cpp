#include "decode/image/line_files.h"

#include "base/file_name.h"

namespace osaca {

LineFiles::LineFiles() { (void)number_of(std::string()); }

std::uint32_t LineFiles::number_of(std::string_view folder, std::string_view path) {
  const std::size_t size = path.size() + (folder.empty() ? 0 : folder.size() + 1);
  if (size > longest_path_bytes || size > left_to_read_)
    return 0;
  left_to_read_ -= size;
  return number_of(folder.empty() ? std::string(path) : std::string(folder) + "/" + std::string(path));
}

std::uint32_t LineFiles::number_of(std::string name) {
  if (const auto known = numbers_.find(name); known != numbers_.end())
    return known->second;
  if (name.size() > left_to_keep_)
    return 0;
  left_to_keep_ -= name.size();
  names_.push_back(name);
  return numbers_[std::move(name)] = static_cast<std::uint32_t>(names_.size() - 1);
}

} // namespace osaca
