// The text of a source file, by lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Lines end with LF or CR LF, which is not part of them.
class LinedText {
public:
  LinedText() = default;
  explicit LinedText(std::string text);

  [[nodiscard]] const std::string &text() const { return text_; }
  /// The number of lines.
  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  /// Counts from 0.
  [[nodiscard]] std::string_view operator[](std::size_t line) const;
  [[nodiscard]] std::vector<std::string> lines() const;

private:
  std::string text_;
  std::vector<std::uint32_t> begins_; ///< of the lines. Source files are smaller than 4 GiB.
};

using SourceLines = std::map<std::string, LinedText>; ///< by name of the file

/// Finds files fast if the same one is asked for several times in a row. For one thread.
class SourceCursor {
public:
  explicit SourceCursor(const SourceLines &sources) : sources_(sources) {}

  /// Null: there is no such file.
  [[nodiscard]] const LinedText *file(const std::string &name) {
    if (!is_set_ || name != name_) {
      const auto found = sources_.find(name);
      file_ = found == sources_.end() ? nullptr : &found->second;
      name_ = name;
      is_set_ = true;
    }
    return file_;
  }

private:
  const SourceLines &sources_;
  bool is_set_ = false;
  std::string name_;
  const LinedText *file_ = nullptr;
};

} // namespace osaca
