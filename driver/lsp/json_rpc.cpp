#include "driver/lsp/json_rpc.h"

#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace osaca::driver::lsp {

namespace {

constexpr std::size_t most_header_bytes = 4096;
constexpr std::string_view header_end = "\r\n\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// Empty: the header has no length, an invalid one, or two different ones.
std::optional<std::size_t> content_length(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::size_t end = header.find("\r\n");
    const std::string_view line = header.substr(0, end);
    header = end == std::string_view::npos ? "" : header.substr(end + 2);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      return std::nullopt;
    if (!equal_in_any_case(trimmed(line.substr(0, colon)), "Content-Length"))
      continue;
    const std::string_view digits = trimmed(line.substr(colon + 1));
    const auto value = parse_number<std::size_t>(digits);
    if (!value || (length && *length != *value))
      return std::nullopt;
    length = value;
  }
  return length;
}

} // namespace

void Framing::feed(std::string_view bytes) {
  if (is_lost_)
    return;
  const std::size_t skipped = std::min(to_skip_, bytes.size());
  to_skip_ -= skipped;
  bytes.remove_prefix(skipped);
  if (begin_ > buffer_.size() / 2) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  buffer_ += bytes;
}

std::optional<Framing::Item> Framing::next() {
  if (is_lost_)
    return std::nullopt;
  if (!expected_)
    if (std::optional<Item> item = read_header())
      return item;
  if (!expected_ || buffer_.size() - begin_ < *expected_)
    return std::nullopt;
  std::string content = buffer_.substr(begin_, *expected_);
  begin_ += *expected_;
  expected_.reset();
  return content;
}

std::optional<Framing::Item> Framing::read_header() {
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  const std::size_t end = rest.substr(0, most_header_bytes).find(header_end);
  if (end == std::string_view::npos)
    return rest.size() < most_header_bytes ? std::nullopt : std::optional(lose("the header does not end"));
  const std::optional<std::size_t> length = content_length(rest.substr(0, end));
  if (!length)
    return lose("the header has no valid Content-Length");
  begin_ += end + header_end.size();
  if (*length <= most_bytes_) {
    expected_ = length;
    return std::nullopt;
  }
  const std::size_t here = std::min(*length, buffer_.size() - begin_);
  begin_ += here;
  to_skip_ = *length - here;
  return TooLarge{*length};
}

Framing::Item Framing::lose(std::string reason) {
  is_lost_ = true;
  buffer_.clear();
  return Lost{std::move(reason)};
}

std::string framed(const std::string &content) {
  return format_text("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

namespace {

constexpr int most_levels = 64;
constexpr std::size_t most_values = 1U << 20U;

/// Counts brackets and commas outside strings, because "[[[[..." and "[0,0,0,..." need many times their size once they
/// are parsed.
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
      return refusal({}, ErrorCode::invalid_request, "the id must be an integer or a string");
    message.id = *id;
  }
  const auto method = json.find("method");
  if (method == json.end()) {
    message.kind = Message::Kind::response;
    message.is_failure = json.contains("error");
    // An error without an id is a report about an unreadable message. It gets no answer, because two programs could
    // answer each other forever.
    if (!message.is_failure && (message.id.is_null() || !json.contains("result")))
      return refusal(message.id, ErrorCode::invalid_request, "the message has neither a method nor a result");
    return message;
  }
  if (!method->is_string())
    return refusal(message.id, ErrorCode::invalid_request, "the method must be a string");
  message.kind = message.id.is_null() ? Message::Kind::notification : Message::Kind::request;
  message.method = method->get<std::string>();
  if (const auto params = json.find("params"); params != json.end() && !params->is_null()) {
    if (params->is_object())
      message.params = std::move(*params);
    else if (message.kind == Message::Kind::request) // notifications are not answered
      return refusal(message.id, ErrorCode::invalid_params, "the params must be an object");
  }
  return message;
}

Json envelope() { return {{"jsonrpc", "2.0"}}; }

} // namespace

std::variant<Message, Refusal> message_in(const std::string &content) {
  if (is_too_much(content))
    return refusal({}, ErrorCode::invalid_request, "the message is nested too deeply, or has too many values");
  Json json = Json::parse(content, nullptr, false);
  if (json.is_discarded())
    return refusal({}, ErrorCode::parse_error, "the message is not valid JSON in UTF-8");
  if (!json.is_object())
    return refusal({}, ErrorCode::invalid_request, "the message must be an object");
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
