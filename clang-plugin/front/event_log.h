// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the front end's calls to its consumers in order, to repeat them for a second code generator. The nodes belong
// to the compiler and live until its end, so an entry needs only a few bytes.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

class EventLog {
public:
  enum class Kind : unsigned char {
    top_level,
    inline_function,
    tag_definition,
    required_tag_definition,
    tentative_definition,
    inheritance_model,
    static_member,
    vtable,
  };

  void add(Kind kind, const void *node) { events_.push_back({kind, node}); }

  /// Repeats all calls, except for the end of the unit.
  void replay(clang::ASTConsumer &consumer) const;

  /// Visits every top-level declaration, in order.
  template <class Visitor> void for_each_declaration(Visitor visit) const {
    for (const Event &event : events_)
      if (event.kind == Kind::top_level)
        for (clang::Decl *declaration : group_of(event.node))
          visit(declaration);
  }

private:
  struct Event {
    Kind kind;
    const void *node;
  };

  static clang::DeclGroupRef group_of(const void *node);

  std::vector<Event> events_;
};

} // namespace osaca::clang_plugin
