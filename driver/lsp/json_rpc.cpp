#include "driver/lsp/json_rpc.h"

#include "base/printable.h"

#include <algorithm>

namespace osaca::driver::lsp {
namespace {

constexpr int most_levels = 64;
constexpr std::size_t most_values = 1U << 20U;

/// Brackets and commas outside of strings: "[[[[..." and "[0,0,0,..." take many times their size once they are parsed.
bool is_too_much(std::string_view text) {
  int levels = 0;
  std::size_t values = 1;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      in_string = c != '"';
      continue;
    }
    in_string = c == '"';
    levels += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    values += c == ',' || c == '[' || c == '{' ? 1 : 0;
    if (levels > most_levels || values > most_values)
      return true;
  }
  return false;
}

Refusal refusal(Json id, ErrorCode code, std::string reason) { return {std::move(id), code, std::move(reason)}; }

/// `json` is an object.
std::variant<Message, Refusal> message_of(Json json) {
  Message message;
  if (const auto id = json.find("id"); id != json.end() && !id->is_null()) {
    if (!id->is_number_integer() && !id->is_string())
      return refusal({}, ErrorCode::invalid_request, "an id is a whole number or a string");
    message.id = *id;
  }
  const auto method = json.find("method");
  if (method == json.end()) {
    message.kind = Message::Kind::response;
    message.is_failure = json.contains("error");
    // A failure without an id is what is said of a message that could not be read: no answer to it, or two would never
    // end.
    if (!message.is_failure && (message.id.is_null() || !json.contains("result")))
      return refusal(message.id, ErrorCode::invalid_request, "neither a method nor a result");
    return message;
  }
  if (!method->is_string())
    return refusal(message.id, ErrorCode::invalid_request, "a method is a string");
  message.kind = message.id.is_null() ? Message::Kind::notification : Message::Kind::request;
  message.method = method->get<std::string>();
  if (const auto params = json.find("params"); params != json.end() && !params->is_null()) {
    if (params->is_object())
      message.params = std::move(*params);
    else if (message.kind == Message::Kind::request) // nobody answers notifications
      return refusal(message.id, ErrorCode::invalid_params, "params are an object here");
  }
  return message;
}

Json envelope() { return {{"jsonrpc", "2.0"}}; }

} // namespace

std::variant<Message, Refusal> message_in(const std::string &content) {
  if (is_too_much(content))
    return refusal({}, ErrorCode::invalid_request, "nested too deeply, or too many values");
  Json json = Json::parse(content, nullptr, false);
  if (json.is_discarded())
    return refusal({}, ErrorCode::parse_error, "this is no JSON in UTF-8");
  if (!json.is_object())
    return refusal({}, ErrorCode::invalid_request, "a message is an object");
  return message_of(std::move(json));
}

Json reply_to(const Json &id, Json result) {
  Json out = envelope();
  out["id"] = id;
  out["result"] = std::move(result);
  return out;
}

Json failure_of(const Json &id, ErrorCode code, const std::string &reason) {
  Json out = envelope();
  out["id"] = id;
  out["error"] = {{"code", static_cast<int>(code)}, {"message", reason}};
  return out;
}

Json notification(std::string_view method, Json params) {
  Json out = envelope();
  out["method"] = method;
  if (!params.is_null())
    out["params"] = std::move(params);
  return out;
}

Json request(const Json &id, std::string_view method, Json params) {
  Json out = notification(method, std::move(params));
  out["id"] = id;
  return out;
}

std::string text_of(const Json &message) {
  return with_escaped_controls(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

} // namespace osaca::driver::lsp
