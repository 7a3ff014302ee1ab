// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the plugin with the compiler. Unless a pragma (or the arguments `all` or `function`) selects a loop, the
// plugin only installs a pragma handler and records the front end's events.
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

/// Records every call that the code generator receives from the front end.
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
  bool is_over_ = false; ///< declarations that are read later from a precompiled header are not part of the unit
};

/// The arguments of `-fplugin-arg-osaca-...`, for both of the actions below.
std::vector<std::string> words_of(const clang::CompilerInstance &instance) {
  const auto &all = instance.getFrontendOpts().PluginArgs;
  const auto found = all.find("osaca");
  return found != all.end() ? found->second : std::vector<std::string>();
}

/// Runs after the compiler's own run, so that this run cannot depend on the plugin. If the report is stored in the
/// object, it must be known earlier: at the end of the own run if that is observed, otherwise before the own run.
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
    // The code generator has been created by now, but has not read the options yet.
    scrub_recorded_options(const_cast<clang::CompilerInstance &>(instance).getCodeGenOpts());
    const bool is_before = arguments_.arguments.embed && !Unit::observes(instance, arguments_.arguments);
    return is_before == (when == AddBeforeMainAction);
  }

  ActionType getActionType() override { return when; }

private:
  ParsedArguments arguments_;
};

/// Called when the compiler loads the file. The registry keeps the objects until the process ends.
__attribute__((constructor)) void register_with_host() {
  if (!host_is_the_one_built_for())
    return;
  register_attributes();
  using Registry = clang::FrontendPluginRegistry;
  using Behind = Action<clang::PluginASTAction::AddAfterMainAction>;
  using Before = Action<clang::PluginASTAction::AddBeforeMainAction>;
  new Registry::Add<Behind>("osaca", "analyses the loops after #pragma osaca analyze");
  new Registry::Add<Before>("osaca-embed", "analyses the same loops and embeds the report in the object");
}

} // namespace
} // namespace osaca::clang_plugin
