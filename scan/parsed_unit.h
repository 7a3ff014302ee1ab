// What is recorded about a translation unit while Clang parses it: its files, pragmas and loops.
#pragma once

#include "scan/loop.h"
#include "scan/project_root.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace osaca::scan {

// The files of a translation unit: their names on the disk, and whether their loops are wanted.

class FileTable {
public:
  FileTable(const clang::SourceManager &sources, const ProjectRoot &project, bool with_others)
      : sources_(sources), project_(project), with_others_(with_others) {}

  /// The place in a file that corresponds to the location. For a location in a macro's definition, it is the place
  /// where the macro is used. Empty if the loops of that file are not wanted.
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
  const ProjectRoot &project_;
  bool with_others_;
  std::unordered_map<unsigned, File> files_;
};

// Watches the preprocessor for `#pragma osaca analyze` and the operator `_Pragma("osaca analyze")`, and for the token
// that follows each. A loop is annotated if that token is its keyword. Other pragmas, attributes and labels may come
// between the pragma and the keyword.
//
// The parser reads tokens ahead and reads some of them twice. The watcher sees each token once, in the order of the
// source, with macros expanded.

class PragmaWatch {
public:
  /// Watches `preprocessor`, which must not outlive `files` and `findings`.
  static std::shared_ptr<PragmaWatch> install(clang::Preprocessor &preprocessor, FileTable &files,
                                              ScannedLoops &findings);

  [[nodiscard]] bool annotates(clang::SourceLocation keyword) const {
    return keywords_.contains(keyword.getRawEncoding());
  }

private:
  friend class AnalyzePragma;
  PragmaWatch(FileTable &files, ScannedLoops &findings) : files_(files), findings_(findings) {}

  enum class State { idle, expecting, in_brackets, in_pragma, after_name, in_case };
  void on_pragma(clang::PragmaIntroducer introducer);
  void on_token(const clang::Token &token);
  void advance(const clang::Token &token);
  void expect(const clang::Token &token);
  void settle(const std::optional<Place> &loop);

  FileTable &files_;
  ScannedLoops &findings_;
  State state_ = State::idle;
  int open_brackets_ = 0;
  std::vector<Pragma> pending_; ///< pragmas whose loop has not been seen yet
  std::set<unsigned> keywords_; ///< raw locations
};

// Collects the loops of a parsed translation unit.
//
// Templates are visited as written, not as instantiated. A lambda belongs to the enclosing function: its loops are
// nested in the loops around the lambda. `do ... while (0)` runs once and does not count as a loop.

void collect_loops(clang::ASTContext &context, FileTable &files, const PragmaWatch &pragmas, ScannedLoops &findings);

} // namespace osaca::scan
