// What is known of the files that are open, and what the server shows of them.
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

// What is known of the files that are open: the build's reports, and each document as it is now.

/// The loops of a build, sorted by file.
class Loops {
public:
  Loops() = default;
  explicit Loops(BuildReports reports);

  struct File {
    BuiltFile built;
    EditorFile shown; ///< without what is outdated
    int outdated_loops = 0;
  };
  /// Null: no loop and no finding is in it.
  [[nodiscard]] const File *find(const std::string &path) const;
  [[nodiscard]] std::string hover(int source_loop) const;

private:
  Collection collection_;
  Ranking ranking_;
  std::map<std::string, File> files_; ///< by path
};

/// A document, beside what was compiled of it.
class OpenFile {
public:
  OpenFile(std::string uri, std::string path, Document document)
      : uri_(std::move(uri)), path_(std::move(path)), document_(std::move(document)) {}

  [[nodiscard]] const std::string &uri() const { return uri_; }
  [[nodiscard]] const std::string &path() const {
    return path_;
  } ///< as BuildSource::path_of() gives it; empty: it is no file
  [[nodiscard]] const Document &document() const { return document_; }
  void apply(const std::vector<Change> &changes, std::optional<int> version, Encoding encoding);
  /// The build's reports are others now.
  void forget_lines() { map_.reset(); }

  /// Where lines of `file` are now.
  [[nodiscard]] const LineMap &lines(const Loops::File &file);

private:
  std::string uri_;
  std::string path_;
  Document document_;
  std::optional<LineMap> map_; ///< made when it is asked for
};

// What the server shows of a file: loops' hints, hovers and findings, at the places where their lines are now.

/// An array of InlayHint: at the ends of the loops' lines that are within `range`. Of a loop that was edited since it
/// was compiled the hint says so; of one whose first line was changed there is none.
[[nodiscard]] Json inlay_hints(OpenFile &open, const Loops::File &file, const Range &range, Encoding encoding);

/// A Hover about the innermost loop that has this line, or null.
[[nodiscard]] Json hover(OpenFile &open, const Loops::File &file, const Loops &loops, const Position &position,
                         const Client &client);

/// An array of Diagnostic. What was found at a line that was changed since is left out; that reports are outdated is
/// said at the file's first line.
[[nodiscard]] Json diagnostics(OpenFile &open, const Loops::File &file, const Client &client);

} // namespace osaca::driver::lsp
