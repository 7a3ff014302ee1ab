// What an editor shows in one source file, at the places that the file had when it was compiled.
#pragma once

#include "collection/collection.h"
#include "render/ranking.h"

#include <map>
#include <string>
#include <vector>

namespace osaca {

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
