// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that wanted loops call. Their code is generated as well, because the time that a call takes is part of
// the prediction.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

using Symbols = std::set<std::string, std::less<>>;

/// What one function calls. Only direct calls of functions with code count.
struct DirectCalls {
  Symbols all;
  Symbols in_loops;
  unsigned instructions = 0; ///< of the function itself
};

/// `with_loops`: find out which calls are in loops, too.
[[nodiscard]] DirectCalls direct_calls_of(const llvm::Function &function, bool with_loops);

/// The functions that loops of `roots` call, directly or through others, except those that are too large to be
/// followed. `calls_of` returns the calls of a function; nullptr: unknown.
[[nodiscard]] Symbols called_by_loops(const std::vector<std::string> &roots,
                                      const std::function<const DirectCalls *(const std::string &)> &calls_of);

/// Finds these functions in the module of the second run, when the optimiser has inlined what it wants to inline.
class CalledCode {
public:
  using Holds = std::function<bool(const llvm::Function &)>;

  /// `holds`: whether a function contains code of a wanted loop.
  explicit CalledCode(Holds holds) : holds_(std::move(holds)) {}

  void watch(llvm::PassBuilder &builder);

  /// False as long as the optimiser inlines.
  [[nodiscard]] bool contains(const llvm::Function &function) const;

  [[nodiscard]] const Symbols &symbols() const { return symbols_; }

private:
  void find(const llvm::Module &module);

  Holds holds_;
  Symbols symbols_;
  bool is_found_ = false;
};

} // namespace osaca::clang_plugin
