// The output of a scan: its progress, and the loops as a table or as JSON.
#pragma once

#include "scan/loop.h"
#include "scan/project_root.h"

#include <cstddef>
#include <string>
#include <vector>

namespace osaca::scan {

// The loops as a table for people or as JSON for programs (docs/schema/osaca-scan-1.schema.json).

[[nodiscard]] std::string listed_as_text(const std::vector<ListedLoop> &loops, const ProjectRoot &project,
                                         std::size_t units);

[[nodiscard]] std::string listed_as_json(const std::vector<ListedLoop> &loops, const ProjectRoot &project,
                                         std::size_t units, const std::vector<Error> &failures);

/// A progress line on standard error that is rewritten in place. Nothing is shown if standard error is not a terminal.
class ProgressLine {
public:
  explicit ProgressLine(std::size_t total);
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine(); ///< clears the line

  void show(std::size_t done, const std::string &file) const;

private:
  std::size_t total_;
  bool is_terminal_;
};

} // namespace osaca::scan
