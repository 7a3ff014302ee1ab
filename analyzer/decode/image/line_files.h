// The names of source files in debug information, each once. An entry of two bytes may stand for a name of thousands,
// so what is read and what is kept of them is bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

class LineFiles {
public:
  LineFiles();

  /// 0, the unknown file: no file can have that name, or there are too many.
  [[nodiscard]] std::uint32_t number_of(std::string_view folder, std::string_view path);
  [[nodiscard]] std::vector<std::string> take() { return std::move(names_); }

private:
  [[nodiscard]] std::uint32_t number_of(std::string name);

  std::size_t left_to_read_ = std::size_t{4} << 30U;
  std::size_t left_to_keep_ = 128U << 20U;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

} // namespace osaca
