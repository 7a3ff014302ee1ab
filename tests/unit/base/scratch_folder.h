// A folder for one test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>

namespace osaca::tests {

class ScratchFolder {
public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "osaca-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("no folder for tests");
    path_ = std::filesystem::canonical(name).string();
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  ~ScratchFolder() {
    std::error_code failed;
    std::filesystem::remove_all(path_, failed);
  }

  [[nodiscard]] std::string operator/(const std::string &name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string &path() const { return path_; }

  /// A file with this text; its folders are made.
  std::string with(const std::string &name, const std::string &text) const {
    const std::string path = *this / name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

private:
  std::string path_;
};

inline std::string content_of(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(text).str();
}

inline std::ptrdiff_t entries_in(const std::string &folder) {
  return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

} // namespace osaca::tests
