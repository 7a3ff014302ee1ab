// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_places.h"

#include "capture.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *any_index = "[]";
constexpr std::string_view own_member = "this->";

std::string without_indices(std::string text) {
  while (text.size() > 2 && text.compare(text.size() - 2, 2, any_index) == 0)
    text.resize(text.size() - 2);
  return text;
}

} // namespace

/// Notes the expressions that become loads and stores at the places that the generator gives these.
class ArrayVisitor : public clang::RecursiveASTVisitor<ArrayVisitor> {
  using Base = clang::RecursiveASTVisitor<ArrayVisitor>;

public:
  explicit ArrayVisitor(ArrayPlaces &places) : places_(places) {}

  // Names that the base class looks for.
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseDecl(clang::Decl *declaration) {
    if (declaration == nullptr)
      return true;
    const bool is_skipped = !llvm::isa<clang::TranslationUnitDecl>(declaration) && is_of_library(*declaration);
    return is_skipped || Base::TraverseDecl(declaration);
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) {
    places_.note(element->getExprLoc(), places_.texts_.of(*element));
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    if (llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
      places_.note(member->getExprLoc(), places_.texts_.of(*member));
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->getOpcode() == clang::UO_Deref || operation->isIncrementDecrementOp())
      places_.note(operation->getExprLoc(), places_.texts_.of(*operation->getSubExpr()));
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    if (operation->isAssignmentOp())
      places_.note(operation->getOperatorLoc(), places_.texts_.of(*operation->getLHS()));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    if (const auto *method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
      places_.note(call->getExprLoc(), places_.texts_.of(*call));
      places_.note_object(call->getExprLoc(), *method->getImplicitObjectArgument());
    } else if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
      for (const clang::SourceLocation location : {operation->getOperatorLoc(), call->getExprLoc()})
        places_.note(location, places_.texts_.of(*call));
      if (llvm::isa_and_nonnull<clang::CXXMethodDecl>(call->getCalleeDecl()) && call->getNumArgs() > 0)
        for (const clang::SourceLocation location : {operation->getOperatorLoc(), call->getExprLoc()})
          places_.note_object(location, *call->getArg(0));
    }
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable != nullptr && (variable->hasGlobalStorage() || variable->getType()->isReferenceType()))
      places_.note(name->getExprLoc(), places_.texts_.of(*name), ArrayPlaces::Weight::variable);
    return true;
  }

private:
  ArrayPlaces &places_;
};

void ArrayPlaces::add(clang::Decl *declaration) { ArrayVisitor(*this).TraverseDecl(declaration); }

ArrayPlaces::Place ArrayPlaces::place_of(clang::SourceLocation location) {
  const clang::PresumedLoc presumed = clang_compat::debug_place(context_.getSourceManager(), location);
  if (presumed.isInvalid())
    return {};
  const auto spelling = files_by_spelling_.try_emplace(presumed.getFilename(), 0);
  if (spelling.second)
    spelling.first->second =
        files_.try_emplace(absolute_path(presumed.getFilename()), static_cast<int>(files_.size())).first->second;
  return {spelling.first->second, presumed.getLine(), presumed.getColumn()};
}

void ArrayPlaces::add_to(Names &names, const Place &place, Name name) {
  const auto inserted = names.try_emplace(place, name);
  Name &known = inserted.first->second;
  if (known.weight < name.weight)
    known = std::move(name);
  else if (known.weight == name.weight && known.text != name.text)
    known.text.clear();
}

void ArrayPlaces::note(clang::SourceLocation location, const std::string &text, Weight weight) {
  const std::string array = capture::array_name(without_indices(text));
  const Place place = location.isValid() && !array.empty() ? place_of(location) : Place();
  if (place.file >= 0)
    add_to(arrays_, place, {array, weight});
}

void ArrayPlaces::note_object(clang::SourceLocation location, const clang::Expr &object) {
  const std::string text = texts_.of(object);
  const Place place = location.isValid() && !text.empty() && text != "this" ? place_of(location) : Place();
  if (place.file >= 0)
    add_to(objects_, place, {text + (object.getType()->isPointerType() ? "->" : "."), Weight::element});
}

const std::string *ArrayPlaces::find(const Names &in, const DebugPlace &place) const {
  const auto file = files_.find(place.file);
  if (file == files_.end() || place.column == 0)
    return nullptr;
  const auto found = in.find({file->second, place.line, place.column});
  return found != in.end() ? &found->second.text : nullptr;
}

std::string ArrayPlaces::array_at(const PlaceTable &places, int index) const {
  const std::vector<InlinedPlace> &entries = places.entries();
  for (; index >= 0; index = entries[static_cast<std::size_t>(index)].call_site) {
    const InlinedPlace &entry = entries[static_cast<std::size_t>(index)];
    const std::string *array = find(arrays_, entry.place);
    if (array == nullptr)
      continue;
    const DebugPlace *call = entry.call_site >= 0 ? &entries[static_cast<std::size_t>(entry.call_site)].place : nullptr;
    const std::string *object = call != nullptr ? find(objects_, *call) : nullptr;
    if (object == nullptr || object->empty() || array->compare(0, own_member.size(), own_member) != 0)
      return *array;
    return capture::array_name(*object + array->substr(own_member.size()));
  }
  return {};
}

} // namespace osaca::clang_plugin
