// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers with the compiler, and does as little as it can: without a pragma (or the arguments `all` or `function`)
// one pragma handler and a list of the front end's events are all there is.
#include "front/option_scrub.h"
#include "host_guard.h"
#include "unit.h"

namespace osaca::clang_plugin {
namespace {

ParsedArguments read_arguments(const std::vector<std::string> &words) {
  std::vector<RawArgument> raw;
  for (const std::string &word : words) {
    const std::size_t equals = word.find('=');
    const bool has_value = equals != std::string::npos;
    raw.push_back({word.substr(0, equals), has_value ? word.substr(equals + 1) : std::string(), has_value});
  }
  return parse_arguments(raw);
}

/// Remembers everything that the code generator is told.
class Consumer final : public clang::ASTConsumer {
public:
  explicit Consumer(std::unique_ptr<Unit> unit) : unit_(std::move(unit)) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    return add(EventLog::Kind::top_level, group.getAsOpaquePtr());
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *function) override {
    add(EventLog::Kind::inline_function, function);
  }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override { add(EventLog::Kind::tag_definition, tag); }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *tag) override {
    add(EventLog::Kind::required_tag_definition, tag);
  }
  void CompleteTentativeDefinition(clang::VarDecl *variable) override {
    add(EventLog::Kind::tentative_definition, variable);
  }
  void AssignInheritanceModel(clang::CXXRecordDecl *record) override { add(EventLog::Kind::inheritance_model, record); }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *variable) override {
    add(EventLog::Kind::static_member, variable);
  }
  void HandleVTable(clang::CXXRecordDecl *record) override { add(EventLog::Kind::vtable, record); }
  void HandleTranslationUnit(clang::ASTContext &) override {
    is_over_ = true;
    unit_->finish();
  }

private:
  bool add(EventLog::Kind kind, const void *node) {
    if (!is_over_)
      unit_->events().add(kind, node);
    return true;
  }

  std::unique_ptr<Unit> unit_;
  bool is_over_ = false; ///< what is read from a precompiled header later was no part of the unit
};

/// The arguments of `-fplugin-arg-osaca-...`, whichever of the two actions asks.
std::vector<std::string> words_of(const clang::CompilerInstance &instance) {
  const auto &all = instance.getFrontendOpts().PluginArgs;
  const auto found = all.find("osaca");
  return found != all.end() ? found->second : std::vector<std::string>();
}

/// Behind the compiler's own run, so that nothing of it can depend on us; before it only where the report is to travel
/// in the object.
template <clang::PluginASTAction::ActionType when> class Action final : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef file) override {
    auto unit = std::make_unique<Unit>(instance, file.str(), std::move(arguments_));
    record_pragmas(instance.getPreprocessor(), unit->pragmas());
    if (when == AddAfterMainAction)
      unit->watch_real_run();
    return std::make_unique<Consumer>(std::move(unit));
  }

  bool ParseArgs(const clang::CompilerInstance &instance, const std::vector<std::string> &) override {
    arguments_ = read_arguments(words_of(instance));
    // The code generator is made by now, but has not looked at them yet.
    scrub_recorded_options(const_cast<clang::CompilerInstance &>(instance).getCodeGenOpts());
    return arguments_.arguments.embed == (when == AddBeforeMainAction);
  }

  ActionType getActionType() override { return when; }

private:
  ParsedArguments arguments_;
};

/// Runs when the compiler loads the file. The registry keeps the objects until the process ends.
__attribute__((constructor)) void register_with_host() {
  if (!host_is_the_one_built_for())
    return;
  using Registry = clang::FrontendPluginRegistry;
  using Behind = Action<clang::PluginASTAction::AddAfterMainAction>;
  using Before = Action<clang::PluginASTAction::AddBeforeMainAction>;
  new Registry::Add<Behind>("osaca", "analyses the loops under #pragma osaca analyze");
  new Registry::Add<Before>("osaca-embed", "the same, where the report goes into the object");
}

} // namespace
} // namespace osaca::clang_plugin
