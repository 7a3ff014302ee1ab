// The parts of the protocol (LSP 3.17) that this server uses. Parameters are parsed into structs, and results are
// created from values.
#pragma once

#include "base/expected.h"
#include "driver/lsp/document.h"
#include "driver/lsp/json_rpc.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::driver::lsp {

/// The properties of the editor and its open folder.
struct Client {
  std::string root;              ///< an absolute path; empty: no folder is open
  std::size_t other_folders = 0; ///< further folders of the workspace
  Encoding encoding = Encoding::utf16;
  bool shows_progress = false;
  bool refreshes_hints = false;
  bool shows_related_places = false;
  bool reads_markdown = true; ///< hovers may contain Markdown
};

struct OpenedDocument {
  std::string uri;
  std::string text;
  std::optional<int> version;
};

struct ChangedDocument {
  std::string uri;
  std::optional<int> version;
  std::vector<TextChange> changes; ///< applied in this order
};

struct PlaceInDocument {
  std::string uri;
  Position position;
};

struct RangeInDocument {
  std::string uri;
  Range range;
};

/// An error describes what is wrong with the parameters.
[[nodiscard]] Client
client_of(const Json &params); ///< a capability that is missing or malformed counts as not supported
[[nodiscard]] Expected<OpenedDocument> opened_document(const Json &params);
[[nodiscard]] Expected<ChangedDocument> changed_document(const Json &params);
[[nodiscard]] Expected<std::string> uri_of_document(const Json &params);
[[nodiscard]] Expected<PlaceInDocument> place_in_document(const Json &params);
[[nodiscard]] Expected<RangeInDocument> range_in_document(const Json &params);

[[nodiscard]] Json json_of(const Position &position);
[[nodiscard]] Json json_of(const Range &range);

enum class MessageType : int { error = 1, warning = 2, info = 3, log = 4 };
[[nodiscard]] Json shown_message(MessageType type, const std::string &text);
[[nodiscard]] Json logged_message(MessageType type, const std::string &text);

/// The result of `initialize`.
[[nodiscard]] Json capabilities(const Client &client, const std::string &server_version);

} // namespace osaca::driver::lsp
