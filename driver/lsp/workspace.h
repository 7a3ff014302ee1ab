// The open files, and what the server shows in them.
#pragma once

#include "driver/lsp/build_reports.h"
#include "driver/lsp/document.h"
#include "driver/lsp/protocol.h"
#include "render/editor/editor_file.h"
#include "render/selection.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::driver::lsp {

// The loops of the build and the open documents.

/// The loops of a build, by file.
class Loops {
public:
  Loops() = default;
  explicit Loops(BuildReports reports);

  struct File {
    BuiltFile built;
    EditorFile shown; ///< what is shown: everything except outdated loops and findings
    int outdated_loops = 0;
  };
  /// Null: the file contains no loop and no finding.
  [[nodiscard]] const File *find(const std::string &path) const;
  [[nodiscard]] std::string hover(int source_loop) const;

private:
  Collection collection_;
  std::map<std::string, File> files_; ///< by path
};

/// An open document, and the mapping of its compiled lines to its current lines.
class OpenFile {
public:
  OpenFile(std::string uri, std::string path, Document document)
      : uri_(std::move(uri)), path_(std::move(path)), document_(std::move(document)) {}

  [[nodiscard]] const std::string &uri() const { return uri_; }
  [[nodiscard]] const std::string &path() const {
    return path_;
  } ///< from BuildSource::path_of(); empty: the document is not a file
  [[nodiscard]] const Document &document() const { return document_; }
  void apply(const std::vector<TextChange> &changes, std::optional<int> version, Encoding encoding);
  /// Called when the build has new reports.
  void forget_lines() { map_.reset(); }

  /// The current positions of the lines of `file`.
  [[nodiscard]] const LineMap &lines(const Loops::File &file);

private:
  std::string uri_;
  std::string path_;
  Document document_;
  std::optional<LineMap> map_; ///< created on demand
};

// What the server shows in a file: hints, hovers and findings of loops, at the current positions of their lines.

/// An array of InlayHint at the ends of the loops' lines within `range`. If a loop was edited since it was compiled,
/// its hint says so. If its first line was changed, it has no hint.
[[nodiscard]] Json inlay_hints(OpenFile &open, const Loops::File &file, const Range &range, Encoding encoding);

/// A Hover about the innermost loop that contains the line, or null.
[[nodiscard]] Json hover(OpenFile &open, const Loops::File &file, const Loops &loops, const Position &position,
                         const Client &client);

/// An array of Diagnostic. Findings at changed lines are omitted. If the reports are outdated, a diagnostic at the
/// file's first line says so.
[[nodiscard]] Json diagnostics(OpenFile &open, const Loops::File &file, const Client &client);

} // namespace osaca::driver::lsp
