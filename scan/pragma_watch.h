// Watches the preprocessor for `#pragma osaca analyze` and the operator `_Pragma("osaca analyze")`, and for the token
// that follows each: a loop is annotated if its keyword is that token. Pragmas, attributes and labels may stand
// between.
//
// The parser asks for tokens ahead and reads some twice; the watcher sees each once, in the order of the source, with
// macros expanded.
#pragma once

#include "scan/file_table.h"

#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <set>

namespace osaca::scan {

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

} // namespace osaca::scan
