// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_texts.h"

namespace osaca::clang_plugin {
namespace {

constexpr const char *index_text = "[]";

/// What a loop over a range makes of it: its own variables stand for the range.
const clang::Expr *range_of(const clang::VarDecl &variable) {
  return variable.isImplicit() && variable.getName().substr(0, 7) == "__range" ? variable.getInit() : nullptr;
}

/// Variables that get another value somewhere, or may: a pointer that is only moved keeps its array.
class SetVariables : public clang::RecursiveASTVisitor<SetVariables> {
public:
  explicit SetVariables(std::unordered_set<const clang::VarDecl *> &found) : found_(found) {}

  // Names that the base class looks for.
  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    if (operation->getOpcode() == clang::BO_Assign)
      note(*operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
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
  const bool is_made = text.size() > 2 && text.compare(text.size() - 2, 2, "()") == 0; // anew with each call, perhaps
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

} // namespace osaca::clang_plugin
