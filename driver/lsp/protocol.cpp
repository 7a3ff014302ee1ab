#include "driver/lsp/protocol.h"

#include "base/source_location.h"
#include "render/uris.h"

#include <climits>

namespace osaca::driver::lsp {
namespace {

/// Null: there is none.
const Json *member(const Json *value, const char *name) {
  if (value == nullptr || !value->is_object())
    return nullptr;
  const auto found = value->find(name);
  return found == value->end() || found->is_null() ? nullptr : &*found;
}

template <class... Names> const Json *member(const Json *value, const char *name, Names... more) {
  return member(member(value, name), more...);
}

bool is_true(const Json *value) { return value != nullptr && value->is_boolean() && value->get<bool>(); }

std::optional<std::string> string_of(const Json *value) {
  return value != nullptr && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::optional<int> number_of(const Json *value) {
  if (value == nullptr || !value->is_number_integer())
    return std::nullopt;
  if (value->is_number_unsigned() && value->get<std::uint64_t>() > INT_MAX)
    return std::nullopt;
  const auto number = value->get<std::int64_t>();
  return number < INT_MIN || number > INT_MAX ? std::nullopt : std::optional(static_cast<int>(number));
}

bool contains(const Json *list, std::string_view text) {
  if (list == nullptr || !list->is_array())
    return false;
  for (const Json &item : *list)
    if (item.is_string() && item.get_ref<const std::string &>() == text)
      return true;
  return false;
}

std::optional<Position> position_of(const Json *value) {
  const std::optional<int> line = number_of(member(value, "line"));
  const std::optional<int> character = number_of(member(value, "character"));
  if (!line || !character || *line < 0 || *character < 0)
    return std::nullopt;
  return Position{*line, *character};
}

std::optional<Range> range_of(const Json *value) {
  const std::optional<Position> begin = position_of(member(value, "start"));
  const std::optional<Position> end = position_of(member(value, "end"));
  return begin && end ? std::optional(Range{*begin, *end}) : std::nullopt;
}

Error malformed(const std::string &what) { return {"the params have no valid " + what}; }

std::string root_of(const Json &params, std::size_t &others) {
  const Json *folders = member(&params, "workspaceFolders");
  std::optional<std::string> uri;
  if (folders != nullptr && folders->is_array() && !folders->empty()) {
    uri = string_of(member(&folders->front(), "uri"));
    others = folders->size() - 1;
  }
  if (!uri)
    uri = string_of(member(&params, "rootUri"));
  if (uri)
    return file_of_uri(*uri).value_or("");
  const std::string path = string_of(member(&params, "rootPath")).value_or("");
  return is_absolute_path(path) ? path : "";
}

} // namespace

Client client_of(const Json &params) {
  Client client;
  client.root = root_of(params, client.other_folders);
  const Json *can = member(&params, "capabilities");
  if (contains(member(can, "general", "positionEncodings"), name_of(Encoding::utf8)))
    client.encoding = Encoding::utf8;
  client.shows_progress = is_true(member(can, "window", "workDoneProgress"));
  client.refreshes_hints = is_true(member(can, "workspace", "inlayHint", "refreshSupport"));
  client.shows_related_places = is_true(member(can, "textDocument", "publishDiagnostics", "relatedInformation"));
  client.reads_markdown = contains(member(can, "textDocument", "hover", "contentFormat"), "markdown");
  return client;
}

Expected<OpenedDocument> opened_document(const Json &params) {
  const Json *document = member(&params, "textDocument");
  std::optional<std::string> uri = string_of(member(document, "uri"));
  std::optional<std::string> text = string_of(member(document, "text"));
  if (!uri || !text)
    return malformed("textDocument");
  return OpenedDocument{*std::move(uri), *std::move(text), number_of(member(document, "version"))};
}

Expected<ChangedDocument> changed_document(const Json &params) {
  ChangedDocument out;
  const Expected<std::string> uri = uri_of_document(params);
  const Json *changes = member(&params, "contentChanges");
  if (!uri || changes == nullptr || !changes->is_array())
    return malformed("textDocument and contentChanges");
  out.uri = *uri;
  out.version = number_of(member(&params, "textDocument", "version"));
  for (const Json &change : *changes) {
    std::optional<std::string> text = string_of(member(&change, "text"));
    const Json *where = member(&change, "range");
    const std::optional<Range> range = range_of(where);
    if (!text || (where != nullptr && !range))
      return malformed("contentChanges");
    out.changes.push_back({range, *std::move(text)});
  }
  return out;
}

Expected<std::string> uri_of_document(const Json &params) {
  std::optional<std::string> uri = string_of(member(&params, "textDocument", "uri"));
  return uri ? Expected<std::string>(*std::move(uri)) : malformed("textDocument");
}

Expected<PlaceInDocument> place_in_document(const Json &params) {
  const Expected<std::string> uri = uri_of_document(params);
  const std::optional<Position> position = position_of(member(&params, "position"));
  if (!uri || !position)
    return malformed("textDocument and position");
  return PlaceInDocument{*uri, *position};
}

Expected<RangeInDocument> range_in_document(const Json &params) {
  const Expected<std::string> uri = uri_of_document(params);
  const std::optional<Range> range = range_of(member(&params, "range"));
  if (!uri || !range)
    return malformed("textDocument and range");
  return RangeInDocument{*uri, *range};
}

Json json_of(const Position &position) { return {{"line", position.line}, {"character", position.character}}; }

Json json_of(const Range &range) { return {{"start", json_of(range.begin)}, {"end", json_of(range.end)}}; }

Json shown_message(MessageType type, const std::string &text) {
  return notification("window/showMessage", {{"type", static_cast<int>(type)}, {"message", text}});
}

Json logged_message(MessageType type, const std::string &text) {
  return notification("window/logMessage", {{"type", static_cast<int>(type)}, {"message", text}});
}

Json capabilities(const Client &client, const std::string &server_version) {
  constexpr int incremental = 2;
  return {{"capabilities",
           {{"positionEncoding", name_of(client.encoding)},
            {"textDocumentSync", {{"openClose", true}, {"change", incremental}, {"save", {{"includeText", false}}}}},
            {"hoverProvider", true},
            {"inlayHintProvider", {{"resolveProvider", false}}}}},
          {"serverInfo", {{"name", "osaca"}, {"version", server_version}}}};
}

} // namespace osaca::driver::lsp
