// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/event_log.h"

namespace osaca::clang_plugin {

namespace {

template <class Node> Node *node_as(const void *node) { return static_cast<Node *>(const_cast<void *>(node)); }

} // namespace

clang::DeclGroupRef EventLog::group_of(const void *node) {
  return clang::DeclGroupRef::getFromOpaquePtr(const_cast<void *>(node));
}

void EventLog::replay(clang::ASTConsumer &consumer) const {
  for (const Event &event : events_) {
    switch (event.kind) {
    case Kind::top_level: consumer.HandleTopLevelDecl(group_of(event.node)); break;
    case Kind::inline_function:
      consumer.HandleInlineFunctionDefinition(node_as<clang::FunctionDecl>(event.node));
      break;
    case Kind::tag_definition: consumer.HandleTagDeclDefinition(node_as<clang::TagDecl>(event.node)); break;
    case Kind::required_tag_definition:
      consumer.HandleTagDeclRequiredDefinition(node_as<clang::TagDecl>(event.node));
      break;
    case Kind::tentative_definition: consumer.CompleteTentativeDefinition(node_as<clang::VarDecl>(event.node)); break;
    case Kind::inheritance_model: consumer.AssignInheritanceModel(node_as<clang::CXXRecordDecl>(event.node)); break;
    case Kind::static_member:
      consumer.HandleCXXStaticMemberVarInstantiation(node_as<clang::VarDecl>(event.node));
      break;
    case Kind::vtable: consumer.HandleVTable(node_as<clang::CXXRecordDecl>(event.node)); break;
    }
  }
}

} // namespace osaca::clang_plugin
