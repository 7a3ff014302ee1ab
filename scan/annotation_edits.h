// Pragmas put in and taken out: where they go, the changes of a file's text, and files written anew.
#pragma once

#include "base/expected.h"
#include "scan/loop.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::scan {

// Changes to one file, line by line, that leave every other byte as it was: line ends, byte-order mark, a last line
// without an end.

/// Each with its line end; only the last may lack one.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

/// "\r\n", "\n", or empty for a last line without one.
[[nodiscard]] std::string_view line_end(std::string_view line);

class TextEdits {
public:
  explicit TextEdits(std::string text);

  [[nodiscard]] const std::vector<std::string_view> &lines() const { return lines_; }
  [[nodiscard]] std::string_view original() const { return *text_; }

  // Lines and columns count from 0. Columns are those of the original line.
  void insert_line(std::size_t before, const std::string &line); ///< `line` without its end
  void insert_text(std::size_t line, std::size_t column, const std::string &text);
  void remove_line(std::size_t line);
  void remove_text(std::size_t line, std::size_t column, std::size_t length);

  [[nodiscard]] bool empty() const { return changes_.empty(); }
  [[nodiscard]] std::string result() const;

  /// In the unified form; `name` is the file's path without "a/" and "b/". Empty without changes.
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
  /// Writes the changes [begin, end), which are near each other, as one hunk; `so_far` counts lines of hunks before it.
  [[nodiscard]] std::string hunk(Changes::const_iterator begin, Changes::const_iterator end, Counts &so_far) const;
  [[nodiscard]] std::string changed(std::size_t line, const Change &change) const;
  [[nodiscard]] std::string end_near(std::size_t line) const;

  std::unique_ptr<const std::string> text_; ///< stays where it is when this object moves: the lines are views of it
  std::vector<std::string_view> lines_;
  Changes changes_;
};

// Where pragmas go and which go away.
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
// The operator needs no line of its own, so removing it gives the line back as it was.

struct Plan {
  std::map<std::string, TextEdits> edits; ///< by file
  int changes = 0;                        ///< pragmas put in or taken out
  int already_done = 0;                   ///< loops that had one
  std::map<std::string, int> left_out;    ///< why -> how many
};

/// A pragma for each of `loops` that has none. Files are read again; what no longer fits is left out.
[[nodiscard]] Plan plan_annotation(const std::vector<Loop> &loops);

[[nodiscard]] Plan plan_removal(const std::vector<Pragma> &pragmas);

/// Puts `bytes` in the place of the file, as a whole or not at all; its permissions stay. Empty: done.
[[nodiscard]] std::optional<Error> replace_file(const std::string &path, std::string_view bytes);

/// To standard output. A reader that went away early is no error.
[[nodiscard]] std::optional<Error> write_to_stdout(std::string_view bytes);

} // namespace osaca::scan
