// What is noted of a translation unit while Clang parses it: its files, pragmas and loops.
#pragma once

#include "scan/loop.h"
#include "scan/project.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace osaca::scan {

// What of a translation unit's files is needed: the name on the disk, and whether its loops are wanted.

class FileTable {
public:
  FileTable(const clang::SourceManager &sources, const Project &project, bool with_others)
      : sources_(sources), project_(project), with_others_(with_others) {}

  /// Of a location in a file or a macro: the place in a file that a reader would go to. Empty if it is not wanted.
  [[nodiscard]] std::optional<Place> place(clang::SourceLocation location);

  [[nodiscard]] bool is_wanted(clang::SourceLocation location);
  [[nodiscard]] bool is_editable(clang::SourceLocation location);

private:
  struct File {
    std::string path;
    bool wanted = false;
    bool editable = false;
  };
  const File &file_of(clang::FileID id);

  const clang::SourceManager &sources_;
  const Project &project_;
  bool with_others_;
  std::unordered_map<unsigned, File> files_;
};

// Watches the preprocessor for `#pragma osaca analyze` and the operator `_Pragma("osaca analyze")`, and for the token
// that follows each: a loop is annotated if its keyword is that token. Pragmas, attributes and labels may stand
// between.
//
// The parser asks for tokens ahead and reads some twice; the watcher sees each once, in the order of the source, with
// macros expanded.

class PragmaWatch {
public:
  /// Watches `preprocessor`, which must not outlive `files` and `findings`.
  static std::shared_ptr<PragmaWatch> install(clang::Preprocessor &preprocessor, FileTable &files, Findings &findings);

  [[nodiscard]] bool annotates(clang::SourceLocation keyword) const {
    return keywords_.contains(keyword.getRawEncoding());
  }

private:
  friend class AnalyzePragma;
  PragmaWatch(FileTable &files, Findings &findings) : files_(files), findings_(findings) {}

  enum class State { idle, expecting, in_brackets, in_pragma, after_name, in_case };
  void on_pragma(clang::PragmaIntroducer introducer);
  void on_token(const clang::Token &token);
  void advance(const clang::Token &token);
  void expect(const clang::Token &token);
  void settle(const std::optional<Place> &loop);

  FileTable &files_;
  Findings &findings_;
  State state_ = State::idle;
  int open_brackets_ = 0;
  std::vector<Pragma> pending_; ///< whose loop is still to come
  std::set<unsigned> keywords_; ///< raw locations
};

// Walks a parsed translation unit and notes its loops.
//
// Templates are walked as written, not as instantiated. A lambda belongs to the function around it: its loops count as
// nested in the loops around the lambda. `do ... while (0)` runs once and is no loop.

void collect_loops(clang::ASTContext &context, FileTable &files, const PragmaWatch &pragmas, Findings &findings);

} // namespace osaca::scan
