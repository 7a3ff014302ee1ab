// JSON-RPC 2.0, as the Language Server Protocol uses it: one message at a time, no batches.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace osaca::driver::lsp {

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
  Json id;                 ///< a number or text; null: a notification, or an answer to what could not be read
  std::string method;      ///< empty: a response
  Json params;             ///< an object; null: there are none
  bool is_failure = false; ///< of a response: an error was answered
};

struct Refusal {
  Json id; ///< null: not known
  ErrorCode code = ErrorCode::parse_error;
  std::string reason;
};

/// What a message's content says. Content that would take many times its size in memory is refused before it is parsed.
[[nodiscard]] std::variant<Message, Refusal> message_in(const std::string &content);

[[nodiscard]] Json reply_to(const Json &id, Json result);
[[nodiscard]] Json failure_of(const Json &id, ErrorCode code, const std::string &reason);
/// `params`: null: none.
[[nodiscard]] Json notification(std::string_view method, Json params);
[[nodiscard]] Json request(const Json &id, std::string_view method, Json params);

/// In UTF-8 whatever the texts hold.
[[nodiscard]] std::string text_of(const Json &message);

} // namespace osaca::driver::lsp
