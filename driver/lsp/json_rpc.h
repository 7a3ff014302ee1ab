// The protocol's messages: finding them in a stream, and parsing and creating them.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace osaca::driver::lsp {

// The Language Server Protocol's framing: "Content-Length: N", an empty line, N bytes.

/// Splits the bytes of a stream into messages. It never stores more than one unfinished message and the bytes that
/// feed() added last.
class Framing {
public:
  /// `most_bytes`: maximum length of a message's content.
  explicit Framing(std::size_t most_bytes = std::size_t{32} << 20U) : most_bytes_(most_bytes) {}

  struct TooLarge { ///< a message that was skipped
    std::size_t bytes = 0;
  };
  struct Lost { ///< no message begins here, and the rest of the stream cannot be interpreted
    std::string reason;
  };
  using Item = std::variant<std::string, TooLarge, Lost>;

  void feed(std::string_view bytes);
  /// Empty: the bytes contain no further complete message. After Lost, it is always empty.
  [[nodiscard]] std::optional<Item> next();

private:
  std::optional<Item> read_header();
  Item lose(std::string reason);

  std::size_t most_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;               ///< of the unread part of `buffer_`
  std::optional<std::size_t> expected_; ///< content length from the header that was read
  std::size_t to_skip_ = 0;
  bool is_lost_ = false;
};

/// A message with its header.
[[nodiscard]] std::string framed(const std::string &content);

// JSON-RPC 2.0 as the Language Server Protocol uses it: one message at a time, no batches.

using Json = nlohmann::json;

enum class ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  server_not_initialized = -32002,
  request_cancelled = -32800
};

struct Message {
  enum class Kind { request, notification, response };
  Kind kind = Kind::notification;
  Json id;                 ///< a number or text; null: a notification, or a response to an unreadable message
  std::string method;      ///< empty: a response
  Json params;             ///< an object; null: none
  bool is_failure = false; ///< of a response: it reports an error
};

struct Refusal {
  Json id; ///< null: unknown
  ErrorCode code = ErrorCode::parse_error;
  std::string reason;
};

/// Parses the content of a message. Content that would need many times its size in memory is refused before it is
/// parsed.
[[nodiscard]] std::variant<Message, Refusal> message_in(const std::string &content);

[[nodiscard]] Json reply_to(const Json &id, Json result);
[[nodiscard]] Json failure_of(const Json &id, ErrorCode code, const std::string &reason);
/// `params`: null: none.
[[nodiscard]] Json notification(std::string_view method, Json params);
[[nodiscard]] Json request(const Json &id, std::string_view method, Json params);

/// Always valid UTF-8.
[[nodiscard]] std::string text_of(const Json &message);

} // namespace osaca::driver::lsp
