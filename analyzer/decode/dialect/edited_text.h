// Text that was changed before it is read, and where each of its characters stands in the original.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

class EditedText {
public:
  explicit EditedText(std::string_view original) : original_(original) {}

  /// The original up to `begin` stays, `text` comes in place of the original from there to `end`. From front to back.
  void replace(std::size_t begin, std::size_t end, std::string_view text);
  /// What is left of the original stays. Nothing may be replaced any more.
  void finish();

  /// The original itself where nothing was replaced. A zero stands behind the end, as it does in the original.
  [[nodiscard]] std::string &text() { return is_edited() ? edited_ : original_; }
  [[nodiscard]] const std::string &text() const { return is_edited() ? edited_ : original_; }
  [[nodiscard]] const std::string &original() const { return original_; }
  /// Where the character at `offset` of text() stands in original(); one that was added, where it stands instead of
  /// something.
  [[nodiscard]] std::size_t original_offset(std::size_t offset) const;

private:
  /// What begins at `edited`, up to the next piece.
  struct Piece {
    std::size_t edited = 0;
    std::size_t original = 0;
    bool is_copied = true; ///< character for character; otherwise all of it stands instead of what was at `original`
  };

  [[nodiscard]] bool is_edited() const { return !pieces_.empty(); }

  std::string original_;
  std::string edited_;
  std::size_t done_ = 0; ///< of the original
  std::vector<Piece> pieces_;
};

} // namespace osaca
