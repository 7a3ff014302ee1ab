// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places in the source as instructions of the optimiser carry them: a line, and the calls it was inlined through.
#pragma once

#include "loop_extents.h"

namespace osaca::clang_plugin {

[[nodiscard]] std::string absolute_path(llvm::StringRef path);

/// What an instruction at a place comes to.
struct PlacedAccess {
  std::string array = {};         ///< as the source names it; "" unknown, or none
  std::vector<int> may_hold = {}; ///< places of loads that the code generator may make operands of the instruction
};

struct InlinedPlace {
  DebugPlace place;
  int call_site = -1;   ///< index of the place where its function was inlined, or -1
  std::string function; ///< the symbol of the function that it was written in; "" unknown
  PlacedAccess access = {};
  int without_access = -1; ///< the same place as it is for all instructions; -1: this is it
};

class PlaceTable {
public:
  /// Remembers which function each subprogram describes, while each still has its own.
  void note_functions(const llvm::Module &module);

  [[nodiscard]] DebugPlace place_of(const llvm::DILocation &location);

  /// The symbol of the function that it was written in; "" unknown.
  [[nodiscard]] std::string function_of(const llvm::DILocation &location) const;

  /// -1 for none and for locations without a line.
  int index_of(const llvm::DILocation *location);
  int index_of(InlinedPlace place);

  /// One of its own for an instruction at the place `index` (-1: unknown), if it comes to something.
  int with_access(int index, PlacedAccess access);

  [[nodiscard]] const std::vector<InlinedPlace> &entries() const { return entries_; }

private:
  const std::string &file_of(const llvm::DIFile *file);

  std::vector<InlinedPlace> entries_;
  std::unordered_map<const llvm::DILocation *, int> known_;
  std::unordered_map<const llvm::DIFile *, std::string> files_;
  std::unordered_map<const llvm::DISubprogram *, std::string> functions_;
};

} // namespace osaca::clang_plugin
