// What an editor shows for a source file: loops with their hints and hovers, and findings.
#pragma once

#include "collection/collection.h"
#include "render/selection.h"

#include <map>
#include <string>
#include <vector>

namespace osaca {

// The hint that an editor shows at the end of a loop's line.

/// "4.0 cycles, divider"; "at least 5.0 cycles for 8 iterations, ports" if a machine iteration does several source
/// iterations; "A: 4.0 cycles, divider; B: 5.0 cycles, ports" for several cores A and B.
[[nodiscard]] std::string hint_of(const SourceLoop &loop, const Collection &collection);

// The text that an editor shows when the pointer is on a loop.

/// Markdown: the prediction, its bounds, the figures of each memory level, findings with advice, copies and paths,
/// other cores. Always valid UTF-8. `source_loop` is an index into Collection::source_loops.
[[nodiscard]] std::string hover_of(int source_loop, const Collection &collection);

// What an editor shows in one source file. Places are those at the time of the compilation.

struct LinesOfLoop { ///< from 1, inclusive
  int first = 0;     ///< the loop statement
  int last = 0;      ///< the last line with machine code of the loop
};

struct EditorLoop {
  LinesOfLoop lines;
  std::string hint; ///< from hint_of()
  std::string headline;
  int source_loop = -1; ///< index into Collection::source_loops
};

struct EditorStep {
  SourceLocation where; ///< always known
  std::string text;
};

struct EditorFinding {
  SourceLocation where; ///< its line is known
  LinesOfLoop lines;    ///< of the loop that the finding is about; only the finding's own line if there is no loop
  int loop = -1;        ///< index into Collection::loops; -1: there is no machine code
  Severity severity = Severity::note;
  bool is_annotated = false; ///< the user annotated the loop
  std::string rule;
  std::string message; ///< the advice follows on a line of its own
  std::vector<EditorStep> steps;
};

struct EditorFile {
  std::vector<EditorLoop> loops; ///< sorted by line
  std::vector<EditorFinding>
      findings; ///< most important first: open findings that are not minor, each rule once per line
};

/// By the file names of the collection. Loops without a line are omitted.
[[nodiscard]] std::map<std::string, EditorFile> editor_files(const Collection &collection);

} // namespace osaca
