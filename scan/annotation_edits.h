// Inserts and removes pragmas: computes the changes of a file's text.
#pragma once

#include "scan/loop.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::scan {

// Line-by-line changes to one file. All other bytes are kept, including line ends, a byte-order mark and a missing end
// of the last line.

/// Each line includes its line end; only the last one may lack it.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

/// "\r\n", "\n", or empty for a last line without a line end.
[[nodiscard]] std::string_view line_end(std::string_view line);

class TextEdits {
public:
  explicit TextEdits(std::string text);

  [[nodiscard]] const std::vector<std::string_view> &lines() const { return lines_; }
  [[nodiscard]] std::string_view original() const { return *text_; }

  // Lines and columns count from 0. Columns are those of the original line.
  void insert_line(std::size_t before, const std::string &line); ///< `line` without its line end
  void insert_text(std::size_t line, std::size_t column, const std::string &text);
  void remove_line(std::size_t line);
  void remove_text(std::size_t line, std::size_t column, std::size_t length);

  [[nodiscard]] bool empty() const { return changes_.empty(); }
  [[nodiscard]] std::string result() const;

  /// The changes as a unified diff; `name` is the file's path without "a/" and "b/". Empty if there are no changes.
  [[nodiscard]] std::string patch(const std::string &name) const;

private:
  struct Inline {
    std::string text;             ///< to insert
    std::size_t length_bytes = 0; ///< to remove
  };
  struct Change {
    std::vector<std::string> before;
    std::map<std::size_t, Inline> inside;
    bool is_removed = false;
  };
  using Changes = std::map<std::size_t, Change>;
  struct Counts {
    std::size_t inserted = 0;
    std::size_t removed = 0;
  };
  /// Formats the changes [begin, end), which are close to each other, as one hunk. `so_far` counts the lines of the
  /// hunks before it.
  [[nodiscard]] std::string hunk(Changes::const_iterator begin, Changes::const_iterator end, Counts &so_far) const;
  [[nodiscard]] std::string changed(std::size_t line, const Change &change) const;
  [[nodiscard]] std::string end_near(std::size_t line) const;

  std::unique_ptr<const std::string>
      text_; ///< a pointer, because `lines_` are views of the text and this object can be moved
  std::vector<std::string_view> lines_;
  Changes changes_;
};

// Plans where pragmas are inserted and which are removed.
//
//     for (...)                      #pragma osaca analyze
//                                    for (...)
//
//     #pragma omp parallel for       #pragma osaca analyze
//     for (...)                      #pragma omp parallel for       (loop pragmas stay with their loop)
//                                    for (...)
//
//     if (x) for (...)               if (x) _Pragma("osaca analyze") for (...)
//
// The operator is inserted into the line, so removing it restores the original line.

struct Plan {
  std::map<std::string, TextEdits> edits; ///< by file
  int changes = 0;                        ///< number of pragmas inserted or removed
  int already_done = 0;                   ///< loops that are annotated already
  std::map<std::string, int> left_out;    ///< reason -> number of loops
};

/// Plans a pragma for each of `loops` that has none. The files are read again; loops that are no longer at their place
/// are left out.
[[nodiscard]] Plan plan_annotation(const std::vector<ListedLoop> &loops);

[[nodiscard]] Plan plan_removal(const std::vector<Pragma> &pragmas);

} // namespace osaca::scan
