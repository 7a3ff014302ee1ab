// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/pragma_recorder.h"

#include <clang/Sema/ParsedAttr.h>

namespace osaca::clang_plugin {

namespace {

struct Recorded {
  clang::SourceLocation place;
  std::string expectations;
};

/// Global, because Clang's attributes have no user data. The unit that is read takes them at its end.
std::vector<Recorded> &recorded_attributes() {
  static std::vector<Recorded> recorded;
  return recorded;
}

class AnalyzeAttribute final : public clang::ParsedAttrInfo {
public:
  AnalyzeAttribute() {
    OptArgs = 1;
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_GNU, "osaca_analyze"},
                                             {clang::ParsedAttr::AS_CXX11, "osaca::analyze"},
                                             {clang_compat::c_attribute, "osaca::analyze"}};
    Spellings = spellings;
  }

  /// The declaration does not keep the attribute, so that it cannot influence the code.
  AttrHandling handleDeclAttribute(clang::Sema &, clang::Decl *declaration,
                                   const clang::ParsedAttr &attribute) const override {
    record(declaration->getLocation(), attribute);
    return AttributeApplied;
  }

  /// Clang has no handler for a plugin's attributes of statements, and reports an error for them. This check precedes
  /// the error. If it fails, Clang ignores the attribute.
  bool diagAppertainsToStmt(clang::Sema &, const clang::ParsedAttr &attribute,
                            const clang::Stmt *statement) const override {
    record(statement->getBeginLoc(), attribute);
    return false;
  }

private:
  static void record(clang::SourceLocation place, const clang::ParsedAttr &attribute) {
    if (recorded_attributes().size() >= pragma_limits::most_per_unit)
      return;
    Recorded recorded{place, {}};
    if (attribute.getNumArgs() == 1 && attribute.isArgExpr(0))
      if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(attribute.getArgAsExpr(0)->IgnoreParenCasts()))
        recorded.expectations = text->getString().substr(0, pragma_limits::most_text_bytes).str();
    recorded_attributes().push_back(std::move(recorded));
  }
};

} // namespace

void register_attributes() {
  new clang::ParsedAttrInfoRegistry::Add<AnalyzeAttribute>("osaca", "analyses the loops of a statement or function");
}

void add_attributes(const clang::SourceManager &sources, RecordedPragmas &into) {
  for (Recorded &recorded : recorded_attributes()) {
    const auto at = std::upper_bound(into.places.begin(), into.places.end(), recorded.place,
                                     [&sources](clang::SourceLocation a, clang::SourceLocation b) {
                                       return sources.isBeforeInTranslationUnit(a, b);
                                     });
    const auto index = at - into.places.begin();
    into.places.insert(at, recorded.place);
    into.expectations.insert(into.expectations.begin() + index, std::move(recorded.expectations));
    into.are_attributes.insert(into.are_attributes.begin() + index, true);
  }
  recorded_attributes().clear();
}

} // namespace osaca::clang_plugin
