// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler's own optimiser made of the unit, looked at behind its last pass: who still calls whom, and whether
// the second run makes the same code. It is only read.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

/// How often a function calls each other one, by symbol. Handing on its address counts: that, too, may become a call.
using Calls = std::map<std::string, unsigned>;

[[nodiscard]] Calls calls_of(const llvm::Function &function);

struct RealFunction {
  struct Attribute {
    unsigned index = 0; ///< of the attribute list: function, result or parameter
    llvm::Attribute::AttrKind kind = llvm::Attribute::None;
    std::uint64_t value = 0; ///< of those that have a number
  };

  std::uint64_t fingerprint = 0;
  std::size_t argument_count = 0;
  Calls calls;
  std::vector<Attribute> attributes;
};

class RealRun {
public:
  /// `is_wanted` is asked when the optimiser is at its end. Lives until then.
  void watch(clang::CompilerInstance &instance, std::function<bool()> is_wanted);

  [[nodiscard]] bool was_seen() const { return was_seen_; }

  /// The functions that it left, by symbol.
  [[nodiscard]] const std::map<std::string, RealFunction> &functions() const { return functions_; }

private:
  void read(const llvm::Module &module);

  bool was_seen_ = false;
  std::map<std::string, RealFunction> functions_;
};

// Lets the real run carry the report in a section of its object that the linker drops
// (plugin-common/embedded_format.md). The content joins the module behind the last pass of the optimiser, so that no
// code depends on it.

/// Before the real run optimises.
void embed_report(clang::CompilerInstance &instance, std::string content);

} // namespace osaca::clang_plugin
