// The Language Server Protocol's outer layer: "Content-Length: N", an empty line, N bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace osaca::driver::lsp {

/// From the bytes of a stream to the contents of its messages. Holds at most one message and what was fed last.
class Framing {
public:
  /// `most_bytes`: of one message's content.
  explicit Framing(std::size_t most_bytes = std::size_t{32} << 20U) : most_bytes_(most_bytes) {}

  struct TooLarge { ///< a message that is passed over
    std::size_t bytes = 0;
  };
  struct Lost { ///< no message begins here: what follows cannot be understood any more
    std::string reason;
  };
  using Item = std::variant<std::string, TooLarge, Lost>;

  void feed(std::string_view bytes);
  /// Empty: what was fed holds no more of them. After Lost there is nothing more.
  [[nodiscard]] std::optional<Item> next();

private:
  std::optional<Item> read_header();
  Item lose(std::string reason);

  std::size_t most_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;               ///< of what was not read yet in `buffer_`
  std::optional<std::size_t> expected_; ///< bytes of the content whose header was read
  std::size_t to_skip_ = 0;
  bool is_lost_ = false;
};

/// A message as it is sent.
[[nodiscard]] std::string framed(const std::string &content);

} // namespace osaca::driver::lsp
