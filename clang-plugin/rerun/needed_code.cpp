// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/needed_code.h"

#include "ir/visiting_pass.h"

namespace osaca::clang_plugin {

namespace {

/// Finds the functions and other globals that use a value, directly or through constants.
class Users {
public:
  void collect(const llvm::Value &value) {
    for (const llvm::User *user : value.users()) {
      if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
        functions.insert(const_cast<llvm::Function *>(instruction->getFunction()));
      else if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(user))
        globals.insert(const_cast<llvm::GlobalValue *>(global));
      else if (seen_.insert(user).second)
        collect(*user);
    }
  }

  llvm::SetVector<llvm::Function *> functions;
  llvm::SetVector<llvm::GlobalValue *> globals;

private:
  std::unordered_set<const llvm::User *> seen_;
};

class Needed {
public:
  explicit Needed(const std::vector<llvm::Function *> &holders) {
    for (llvm::Function *holder : holders)
      add_with_callers(*holder);
    while (!open_.empty()) {
      llvm::GlobalValue *next = open_.pop_back_val();
      follow(*next);
    }
  }

  [[nodiscard]] bool contains(const llvm::GlobalValue &global) const {
    return needed_.contains(const_cast<llvm::GlobalValue *>(&global));
  }

private:
  void add(llvm::GlobalValue &global) {
    if (needed_.insert(&global))
      open_.push_back(&global);
  }

  /// The code of the loop may be inlined into any caller.
  void add_with_callers(llvm::Function &function) {
    if (!holders_.insert(&function).second)
      return;
    add(function);
    keep_alive(function);
    if (function.hasFnAttribute(llvm::Attribute::NoInline))
      return;
    Users users;
    users.collect(function);
    for (llvm::Function *user : users.functions)
      add_with_callers(*user);
  }

  /// Whether the function is generated at all may depend on its references, for example from a table of functions and
  /// from the code that reads the table.
  void keep_alive(llvm::GlobalValue &global) {
    if (!global.isDiscardableIfUnused() || !kept_alive_.insert(&global).second)
      return;
    Users users;
    users.collect(global);
    for (llvm::Function *user : users.functions) {
      add(*user);
      keep_alive(*user);
    }
    for (llvm::GlobalValue *user : users.globals) {
      add(*user);
      keep_alive(*user);
    }
  }

  void follow(llvm::GlobalValue &global) {
    if (auto *function = llvm::dyn_cast<llvm::Function>(&global)) {
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        add_operands(instruction);
      add_operands(*function); // personality, prologue
    } else if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global)) {
      add_operands(*variable);
    } else {
      add_operands(global); // the target of an alias
    }
    const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
    const bool is_plain_constant = variable != nullptr && variable->isConstant();
    if (global.hasLocalLinkage() && !is_plain_constant)
      add_users(global);
  }

  void add_users(llvm::GlobalValue &global) {
    Users users;
    users.collect(global);
    for (llvm::Function *user : users.functions)
      add(*user);
    for (llvm::GlobalValue *user : users.globals)
      add(*user);
  }

  void add_operands(const llvm::User &user) {
    for (const llvm::Value *operand : user.operands()) {
      if (operand == nullptr)
        continue;
      if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(operand))
        add(const_cast<llvm::GlobalValue &>(*global));
      else if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand);
               constant != nullptr && constants_.insert(constant).second)
        add_operands(*constant);
    }
  }

  llvm::SetVector<llvm::GlobalValue *> needed_;
  llvm::SmallVector<llvm::GlobalValue *, 64> open_;
  std::unordered_set<llvm::Function *> holders_;
  std::unordered_set<llvm::GlobalValue *> kept_alive_;
  std::unordered_set<const llvm::Constant *> constants_;
};

void make_declaration(llvm::GlobalVariable &variable) {
  variable.setInitializer(nullptr);
  variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  variable.setComdat(nullptr);
}

/// Lists such as the list of constructors, which the compiler reads and which must keep their meaning.
bool is_special(const llvm::GlobalVariable &variable) { return variable.getName().take_front(5) == "llvm."; }

} // namespace

void keep_only_needed(llvm::Module &module, const std::vector<llvm::Function *> &holders) {
  const Needed needed(holders);
  // An alias needs its target, so aliases that are not needed are removed first.
  for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(module.aliases())) {
    if (needed.contains(alias) || !alias.use_empty())
      continue;
    if (const llvm::GlobalObject *object = alias.getAliaseeObject(); object != nullptr && !needed.contains(*object))
      alias.eraseFromParent();
  }
  std::unordered_set<const llvm::GlobalObject *> aliased;
  for (const llvm::GlobalAlias &alias : module.aliases())
    aliased.insert(alias.getAliaseeObject());
  for (const llvm::GlobalIFunc &resolver : module.ifuncs())
    aliased.insert(resolver.getResolverFunction());
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || needed.contains(function) || aliased.count(&function) != 0)
      continue;
    function.deleteBody();
    function.setComdat(nullptr);
  }
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.hasInitializer() && !needed.contains(variable) && aliased.count(&variable) == 0 &&
        !is_special(variable))
      make_declaration(variable);
}

namespace {

/// Some targets merge such variables, depending on all functions that use them.
bool can_be_merged(const llvm::Value &value) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return variable != nullptr && variable->hasLocalLinkage() && !variable->isConstant();
}

bool uses_mergeable(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    for (const llvm::Value *operand : instruction.operand_values())
      if (can_be_merged(*operand->stripInBoundsOffsets()))
        return true;
  return false;
}

void empty(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    block.dropAllReferences();
  while (!function.empty())
    function.begin()->eraseFromParent();
  llvm::LLVMContext &context = function.getContext();
  new llvm::UnreachableInst(context, llvm::BasicBlock::Create(context, "", &function));
}

} // namespace

void Bystanders::watch(llvm::PassBuilder &builder) {
  builder.registerVectorizerStartEPCallback([this](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
    passes.addPass(ChangeFunction([this](llvm::Function &function) { return empty_early(function); }));
  });
  clang_compat::at_optimiser_last(builder, [this](llvm::ModulePassManager &passes) {
    passes.addPass(ChangeModule([this](llvm::Module &module) {
      empty_late(module);
      return true;
    }));
  });
}

/// Functions that refer to a kept local function are kept as well, because the references decide whether the local
/// function is generated at all.
bool Bystanders::empty_early(llvm::Function &function) {
  if (!is_settled_) {
    is_settled_ = true;
    for (const llvm::Function &each : *function.getParent()) {
      if (each.isDeclaration() || !(holds_(each) || uses_mergeable(each)))
        continue;
      kept_early_.insert(&each);
      if (each.isDiscardableIfUnused())
        for (const llvm::User *user : each.users())
          if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
            kept_early_.insert(instruction->getFunction());
    }
  }
  if (kept_early_.count(&function) != 0)
    return false;
  empty(function);
  return true;
}

void Bystanders::empty_late(llvm::Module &module) {
  llvm::SmallVector<llvm::GlobalValue *, 8> used;
  llvm::SmallVector<llvm::Function *, 64> bystanders;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!holds_(function) && !uses_mergeable(function))
      bystanders.push_back(&function);
    else if (function.isDiscardableIfUnused() && !function.use_empty())
      used.push_back(&function);
  }
  llvm::appendToCompilerUsed(module, used);
  for (llvm::Function *function : bystanders)
    empty(*function);
  // Many small functions also cost time in the code generator. So unreferenced functions are removed completely.
  for (llvm::Function *function : bystanders)
    if (function->use_empty()) {
      function->deleteBody();
      function->setComdat(nullptr);
    }
}

} // namespace osaca::clang_plugin
