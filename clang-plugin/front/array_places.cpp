// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/array_places.h"

#include "capture.h"
#include "front/tree_visitor.h"

namespace osaca::clang_plugin {

namespace {

constexpr const char *index_text = "[]";

/// The range of a range-based `for`: the loop's implicit variables stand for it.
const clang::Expr *range_of(const clang::VarDecl &variable) {
  return variable.isImplicit() && variable.getName().substr(0, 7) == "__range" ? variable.getInit() : nullptr;
}

/// Finds variables that may get another value somewhere. A pointer that is only advanced keeps its array.
class SetVariables final : public TreeVisitor {
public:
  explicit SetVariables(std::unordered_set<const clang::VarDecl *> &found) : found_(found) {}

  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (operation->getOpcode() == clang::BO_Assign)
      note(*operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->getOpcode() == clang::UO_AddrOf)
      note(*operation->getSubExpr());
    return true;
  }

private:
  void note(clang::Expr &changed) {
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(changed.IgnoreParenCasts()))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
        found_.insert(variable);
  }

  std::unordered_set<const clang::VarDecl *> &found_;
};

} // namespace

bool is_of_library(const clang::Decl &declaration) {
  return declaration.getASTContext().getSourceManager().isInSystemHeader(declaration.getLocation());
}

std::string ArrayTexts::text_of_variable(const clang::ValueDecl &declaration, int depth) {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
  if (variable != nullptr && variable->isImplicit())
    return variable->hasInit()
               ? text_at(range_of(*variable) != nullptr ? range_of(*variable) : variable->getInit(), depth)
               : "";
  if (const std::string origin = variable != nullptr ? text_of_origin(*variable, depth) : std::string();
      !origin.empty())
    return origin;
  const bool has_name =
      llvm::isa<clang::VarDecl, clang::BindingDecl>(declaration) && declaration.getIdentifier() != nullptr;
  return has_name ? declaration.getName().str() : std::string();
}

std::string ArrayTexts::text_of_origin(const clang::VarDecl &variable, int depth) {
  if (!variable.hasLocalStorage() || llvm::isa<clang::ParmVarDecl>(variable) || !variable.hasInit() ||
      !variable.getType()->isPointerType() || gets_others(variable))
    return {};
  const std::string text = text_at(variable.getInit(), depth);
  const bool is_made = text.size() > 2 && text.compare(text.size() - 2, 2, "()") == 0; // may differ for each call
  return is_made ? std::string() : text;
}

bool ArrayTexts::gets_others(const clang::VarDecl &variable) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
  if (function == nullptr)
    return true;
  const auto known = set_again_.try_emplace(function);
  if (known.second)
    SetVariables(known.first->second).TraverseStmt(function->getBody());
  return known.first->second.count(&variable) != 0;
}

std::string ArrayTexts::text_of_member(const clang::MemberExpr &member, int depth) {
  const clang::ValueDecl &field = *member.getMemberDecl();
  const clang::Expr *base = member.getBase()->IgnoreParenCasts();
  bool is_arrow = member.isArrow();
  if (const auto *pointed = llvm::dyn_cast<clang::UnaryOperator>(base);
      pointed != nullptr && pointed->getOpcode() == clang::UO_Deref && !is_arrow) {
    base = pointed->getSubExpr();
    is_arrow = true;
  }
  const std::string text = text_at(base, depth);
  if (text.empty() || is_of_library(field) || field.getIdentifier() == nullptr || field.getName().empty())
    return text;
  return text + (is_arrow ? "->" : ".") + field.getName().str();
}

std::string ArrayTexts::text_of_call(const clang::CallExpr &call, int depth) {
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call)) {
    if (call.getNumArgs() == 0)
      return {};
    const std::string object = text_at(call.getArg(0), depth);
    const bool is_index = operation->getOperator() == clang::OO_Subscript || operation->getOperator() == clang::OO_Call;
    return is_index && !object.empty() ? object + index_text : object;
  }
  const clang::FunctionDecl *function = call.getDirectCallee();
  if (function == nullptr || function->getIdentifier() == nullptr)
    return {};
  const auto *method = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call);
  if (method == nullptr)
    return is_of_library(*function) ? std::string() : function->getName().str() + "()";
  const std::string object = text_at(method->getImplicitObjectArgument(), depth);
  if (object.empty() || is_of_library(*function))
    return object;
  const bool is_arrow = method->getImplicitObjectArgument()->getType()->isPointerType();
  return object + (is_arrow ? "->" : ".") + function->getName().str() + "()";
}

std::string ArrayTexts::text_of_operation(const clang::Expr &expression, int depth) {
  if (const auto *one = llvm::dyn_cast<clang::UnaryOperator>(&expression))
    return text_at(one->getSubExpr(), depth);
  const auto &two = *llvm::cast<clang::BinaryOperator>(&expression);
  if (two.isAssignmentOp())
    return text_at(two.getLHS(), depth);
  if (!two.isAdditiveOp())
    return {};
  return text_at(two.getLHS()->getType()->isPointerType() ? two.getLHS() : two.getRHS(), depth);
}

std::string ArrayTexts::text_at(const clang::Expr *expression, int depth) {
  if (expression == nullptr || --depth < 0)
    return {};
  expression = expression->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return text_of_variable(*name->getDecl(), depth);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return text_of_member(*member, depth);
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const std::string array = text_at(element->getBase(), depth);
    return array.empty() ? array : array + index_text;
  }
  if (llvm::isa<clang::CXXThisExpr>(expression))
    return "this";
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return text_of_call(*call, depth);
  if (llvm::isa<clang::UnaryOperator, clang::BinaryOperator>(expression))
    return text_of_operation(*expression, depth);
  return {};
}

namespace {

constexpr const char *any_index = "[]";
constexpr std::string_view own_member = "this->";

std::string without_indices(std::string text) {
  while (text.size() > 2 && text.compare(text.size() - 2, 2, any_index) == 0)
    text.resize(text.size() - 2);
  return text;
}

} // namespace

/// Notes the expressions that become loads and stores, at the places that the code generator gives to these.
class ArrayVisitor final : public TreeVisitor {
public:
  explicit ArrayVisitor(ArrayPlaces &places) : places_(places) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }
  bool TraverseDecl(clang::Decl *declaration) override {
    if (declaration == nullptr)
      return true;
    const bool is_skipped = !llvm::isa<clang::TranslationUnitDecl>(declaration) && is_of_library(*declaration);
    return is_skipped || TreeVisitor::TraverseDecl(declaration);
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *element) override {
    places_.note(element->getExprLoc(), places_.texts_.of(*element));
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    if (llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
      places_.note(member->getExprLoc(), places_.texts_.of(*member));
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->getOpcode() == clang::UO_Deref || operation->isIncrementDecrementOp())
      places_.note(operation->getExprLoc(), places_.texts_.of(*operation->getSubExpr()));
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      places_.note(operation->getOperatorLoc(), places_.texts_.of(*operation->getLHS()));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
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
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
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
