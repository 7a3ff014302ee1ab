// What an editor shows of a source file: loops with their hints and hovers, and findings.
#pragma once

#include "collection/collection.h"
#include "collection/source_loops.h"
#include "render/selection.h"

#include <map>
#include <string>
#include <vector>

namespace osaca {

// What stands behind a loop's line in an editor: the shortest that is true.

/// "4.0 cycles, divider"; "at least 5.0 cycles for 8 iterations, ports" where one of the machine does several of the
/// source; "A: 4.0 cycles, divider; B: 5.0 cycles, ports" with several cores, A and B.
[[nodiscard]] std::string hint_of(const SourceLoop &loop, const Collection &collection);

// What an editor shows when the pointer rests on a loop.

/// Markdown: the prediction, its bounds, memory level by level, findings with what to try, copies and paths, other
/// cores. UTF-8 whatever the reports hold. `source_loop` is an index into Ranking::loops.
[[nodiscard]] std::string hover_of(int source_loop, const Collection &collection, const Ranking &ranking);

// What an editor shows in one source file, at the places that the file had when it was compiled.

struct LinesOfLoop { ///< from 1, inclusive
  int first = 0;     ///< of the loop's statement
  int last = 0;      ///< the last one that machine code of it comes from
};

struct EditorLoop {
  LinesOfLoop lines;
  std::string hint; ///< hint_of()
  std::string headline;
  int source_loop = -1; ///< index into Ranking::loops
};

struct EditorStep {
  SourceLocation where; ///< known
  std::string text;
};

struct EditorFinding {
  SourceLocation where; ///< with its line
  LinesOfLoop lines;    ///< of the loop that it is about; just its own line where there is none
  int loop = -1;        ///< index into Collection::loops; -1: there is no machine code
  Severity severity = Severity::note;
  bool asked_for = false; ///< somebody annotated the loop
  std::string rule;
  std::string message; ///< with what to try, on a line of its own
  std::vector<EditorStep> steps;
};

struct EditorFile {
  std::vector<EditorLoop> loops; ///< by line
  std::vector<EditorFinding>
      findings; ///< what matters most first; open ones that are not minor, each rule once per line
};

/// By the names that the collection has for the files. Loops without a line are in none.
[[nodiscard]] std::map<std::string, EditorFile> editor_files(const Collection &collection, const Ranking &ranking);

} // namespace osaca
