// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the source's loops through the optimiser of the second run: tags them where it starts, and where it ends
// finds what became of them and writes into the names of their blocks and into the line numbers of their instructions
// what the assembly then shows in its comments and line directives.
//
// A tag is put only where a loop has metadata anyway, because the optimiser treats loops with and without differently.
// The others are known by the place of their beginning, which they carry as debug information.
#pragma once

#include "capture_names.h"
#include "front/array_places.h"
#include "ir/block_frequencies.h"
#include "ir/loop_evolution.h"
#include "ir/places.h"

namespace osaca::clang_plugin {

struct IrLoop {
  int extent = -1;      ///< -1: of no known source loop
  int place = -1;       ///< of its beginning, with the calls that it was inlined through
  std::string function; ///< symbol
  int parent = -1;      ///< the loop around it, or -1
  capture::LoopRole role = capture::LoopRole::plain;
  int iterations_per_turn = 0;
  capture::LoopNest nest;
  capture::LoopFrequency frequency;
};

struct IrCall {
  std::string callee;
  int place = -1;
};

class IrLoops {
public:
  using Functions = std::map<std::string, const clang::FunctionDecl *>;

  /// `functions` by symbol, canonical.
  IrLoops(const LoopExtents &extents, const ArrayPlaces &arrays, std::function<bool(int)> is_wanted,
          Functions functions)
      : extents_(extents), arrays_(arrays), is_wanted_(std::move(is_wanted)), functions_(std::move(functions)) {}

  /// Before the first pass. The functions that hold, or held in the source, a loop that is wanted.
  std::vector<llvm::Function *> tag(llvm::Module &module);

  /// Whether anything of a wanted loop is, or was in the source, in the function as it is now.
  [[nodiscard]] bool holds_wanted(const llvm::Function &function);

  /// What the optimiser calls on its way.
  void watch(llvm::PassBuilder &builder);

  [[nodiscard]] const std::vector<IrLoop> &loops() const { return loops_; }
  [[nodiscard]] const std::vector<IrCall> &calls() const { return calls_; }
  [[nodiscard]] const std::vector<IrBlock> &blocks() const { return blocks_; }
  [[nodiscard]] const PlaceTable &places() const { return places_; }

private:
  bool tag(llvm::Function &function);
  void note_steps(llvm::Function &function);
  void describe(llvm::Module &module);
  void describe(llvm::Function &function);
  IrLoop describe(const llvm::Loop &loop, int parent, llvm::ScalarEvolution &evolution);
  [[nodiscard]] int extent_of(const llvm::Loop &loop, int parent_extent);
  [[nodiscard]] const clang::FunctionDecl *function_of(const std::string &symbol) const;
  [[nodiscard]] bool held_wanted(const llvm::Function &function) const;
  [[nodiscard]] int extent_by_instructions(const llvm::Loop &loop);
  [[nodiscard]] std::vector<int> extents_around(const llvm::DILocation &location);
  [[nodiscard]] int place_of(const llvm::Loop &loop, int extent);
  void flatten_places(llvm::Function &function);

  const LoopExtents &extents_;
  const ArrayPlaces &arrays_;
  std::function<bool(int)> is_wanted_; ///< by extent
  Functions functions_;
  PlaceTable places_;
  llvm::DenseMap<const llvm::DILocation *, bool> in_wanted_; ///< whether it lies in a wanted loop
  IterationSteps steps_;
  LoopNests nests_;
  std::vector<IrLoop> loops_;
  std::vector<IrCall> calls_;
  std::vector<IrBlock> blocks_;  ///< of loops
  std::set<int> never_unrolled_; ///< by the user's wish
  std::set<int> unrolled_early_; ///< before the steps could be noted
  bool is_optimised_ = true;
};

} // namespace osaca::clang_plugin
