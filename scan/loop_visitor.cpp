#include "scan/parsed_unit.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/Lexer.h>

#include <vector>

namespace osaca::scan {
namespace {

struct Keyword {
  LoopKind kind;
  clang::SourceLocation location;
};

std::optional<Keyword> keyword_of(const clang::Stmt *statement) {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return Keyword{LoopKind::for_loop, loop->getForLoc()};
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    return Keyword{LoopKind::while_loop, loop->getWhileLoc()};
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
    return Keyword{LoopKind::do_loop, loop->getDoLoc()};
  if (const auto *loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return Keyword{LoopKind::range_for, loop->getForLoc()};
  return std::nullopt;
}

class LoopVisitor : public clang::RecursiveASTVisitor<LoopVisitor> {
  using Base = clang::RecursiveASTVisitor<LoopVisitor>;

public:
  LoopVisitor(clang::ASTContext &context, FileTable &files, const PragmaWatch &pragmas, ScannedLoops &findings)
      : context_(context), sources_(context.getSourceManager()), files_(files), pragmas_(pragmas), findings_(findings) {
  }

  bool TraverseDecl(clang::Decl *declaration) {
    if (declaration == nullptr || is_unwanted(*declaration))
      return true;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr)
      return Base::TraverseDecl(declaration);
    std::vector<Open> outer_open;
    std::string outer_function = function->getQualifiedNameAsString();
    open_.swap(outer_open);
    function_.swap(outer_function);
    const bool go_on = Base::TraverseDecl(declaration);
    function_.swap(outer_function);
    open_.swap(outer_open);
    return go_on;
  }

  // These two are called for every statement, even where the traversal uses a queue instead of recursion.
  bool dataTraverseStmtPre(clang::Stmt *statement) {
    if (const auto keyword = keyword_of(statement); keyword && !runs_once(statement))
      begin(statement, *keyword);
    return true;
  }

  bool dataTraverseStmtPost(clang::Stmt *statement) {
    if (!open_.empty() && open_.back().statement == statement)
      end();
    return true;
  }

private:
  struct Open {
    const clang::Stmt *statement;
    Keyword keyword;
    bool innermost = true;
  };

  /// Skips whole functions and classes of unwanted files. Namespaces are visited, because they may include other files.
  bool is_unwanted(const clang::Decl &declaration) {
    return !llvm::isa<clang::TranslationUnitDecl, clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration) &&
           declaration.getDeclContext() != nullptr && declaration.getDeclContext()->isFileContext() &&
           !files_.is_wanted(declaration.getLocation());
  }

  bool runs_once(const clang::Stmt *statement) const {
    const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement);
    if (loop == nullptr || loop->getCond() == nullptr)
      return false;
    const clang::Expr &condition = *loop->getCond();
    bool holds = true;
    return !condition.isValueDependent() && !condition.containsErrors() &&
           condition.EvaluateAsBooleanCondition(holds, context_) && !holds;
  }

  void begin(const clang::Stmt *statement, Keyword keyword) {
    for (Open &around : open_)
      around.innermost = false;
    open_.push_back({statement, keyword});
  }

  void end() {
    const Open loop = open_.back();
    open_.pop_back();
    note(loop, static_cast<int>(open_.size()) + 1);
  }

  void note(const Open &open, int depth) {
    const clang::SourceLocation location = open.keyword.location;
    std::optional<Place> place = files_.place(location);
    if (!place)
      return;
    ListedLoop loop;
    loop.place = *std::move(place);
    loop.function = function_;
    loop.kind = open.keyword.kind;
    loop.depth = depth;
    loop.innermost = open.innermost;
    loop.annotated = pragmas_.annotates(location);
    loop.editable = files_.is_editable(location);
    if (location.isMacroID())
      note_macro(location, loop);
    findings_.add(loop);
  }

  void note_macro(clang::SourceLocation location, ListedLoop &loop) const {
    const clang::SourceLocation spelling = sources_.getSpellingLoc(location);
    const bool is_argument = sources_.getFileLoc(location) == spelling;
    loop.origin = is_argument ? KeywordOrigin::macro_argument : KeywordOrigin::macro_definition;
    loop.macro = clang::Lexer::getImmediateMacroName(location, sources_, context_.getLangOpts()).str();
    if (!is_argument)
      loop.spelling = spelling.printToString(sources_);
  }

  clang::ASTContext &context_;
  const clang::SourceManager &sources_;
  FileTable &files_;
  const PragmaWatch &pragmas_;
  ScannedLoops &findings_;
  std::string function_;
  std::vector<Open> open_; ///< the loops around the current statement, in this function
};

} // namespace

void collect_loops(clang::ASTContext &context, FileTable &files, const PragmaWatch &pragmas, ScannedLoops &findings) {
  LoopVisitor(context, files, pragmas, findings).TraverseDecl(context.getTranslationUnitDecl());
}

} // namespace osaca::scan
