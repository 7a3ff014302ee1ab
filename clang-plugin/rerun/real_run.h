// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observes the result of the compiler's own optimiser after its last pass. It records which calls are left, and a
// fingerprint of each function, which is later compared with that of the second run. The code is not changed.
#pragma once

#include "rerun/called_code.h"

namespace osaca::clang_plugin {

/// How often a function calls each other function, by symbol. If the address of a function is passed on, this counts as
/// a call, because the optimiser may turn it into one.
using Calls = std::map<std::string, unsigned>;

[[nodiscard]] Calls calls_of(const llvm::Function &function);

struct RealFunction {
  struct Attribute {
    unsigned index = 0; ///< index in the attribute list: function, result or parameter
    llvm::Attribute::AttrKind kind = llvm::Attribute::None;
    std::uint64_t value = 0; ///< value of an attribute that has one
  };

  std::uint64_t fingerprint = 0;
  std::size_t argument_count = 0;
  Calls calls;
  DirectCalls direct_calls;
  std::vector<Attribute> attributes;
};

class RealRun {
public:
  /// `is_wanted` is called at the end of the optimiser. This object must exist until then.
  void watch(clang::CompilerInstance &instance, std::function<bool()> is_wanted);

  [[nodiscard]] bool was_seen() const { return was_seen_; }

  /// The functions that are left after the optimiser, by symbol.
  [[nodiscard]] const std::map<std::string, RealFunction> &functions() const { return functions_; }

private:
  void read(const llvm::Module &module);

  bool was_seen_ = false;
  std::map<std::string, RealFunction> functions_;
};

// Adds the report to the object of the real run, in a section that the linker drops (plugin-common/embedded_format.md).
// The section is added after the last pass of the optimiser, so that it cannot influence the code.

/// Call before the real run optimises.
void embed_report(clang::CompilerInstance &instance, std::string content);

} // namespace osaca::clang_plugin
