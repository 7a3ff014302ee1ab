// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows source loops through the optimiser of the second run. The source loops are tagged before the first pass.
// After the last pass, the loops that come from them are identified. The results are written into block names and line
// numbers, which the assembly then shows in its comments and line directives.
//
// A tag is added only to loops that have metadata anyway, because the optimiser treats loops with and without metadata
// differently. The other loops are recognised by the place where they begin, which is part of the debug information.
#pragma once

#include "capture_names.h"
#include "front/array_places.h"
#include "ir/block_frequencies.h"
#include "ir/loop_evolution.h"
#include "ir/places.h"

namespace osaca::clang_plugin {

struct IrLoop {
  int extent = -1;      ///< -1: unknown source loop
  int place = -1;       ///< place where it begins, with the calls that it was inlined through
  std::string function; ///< symbol of its function
  int parent = -1;      ///< the enclosing loop, or -1
  capture::LoopRole role = capture::LoopRole::plain;
  int iterations_per_turn = 0;
  capture::LoopNest nest;
  capture::LoopFrequency frequency;
  /// An annotated statement whose code became the loop.
  struct InStatement {
    int statement = -1;
    int site = -1; ///< place in the statement through which the loop was reached
  };
  std::vector<InStatement> statements; ///< several if they call the loop's function
};

struct IrCall {
  std::string callee;
  int place = -1;
};

class IrLoops {
public:
  using Functions = std::map<std::string, const clang::FunctionDecl *>;

  /// `functions` are canonical declarations by symbol.
  IrLoops(const LoopExtents &extents, const ArrayPlaces &arrays, std::function<bool(int)> is_wanted,
          Functions functions)
      : extents_(extents), arrays_(arrays), is_wanted_(std::move(is_wanted)), functions_(std::move(functions)) {}

  /// Call before the first pass. Returns the functions that contain a wanted loop, now or in the source.
  std::vector<llvm::Function *> tag(llvm::Module &module);

  /// Whether the function contains code of a wanted loop, or contained a wanted loop in the source.
  [[nodiscard]] bool holds_wanted(const llvm::Function &function);

  /// Registers the passes that observe the loops. `is_called`: whether a wanted loop calls the function; asked after
  /// the last pass.
  void watch(llvm::PassBuilder &builder, std::function<bool(const llvm::Function &)> is_called);

  // What these passes do, for a caller that registers its own.
  void note_before_vectoriser(llvm::Function &function);
  void describe_all(llvm::Module &module, std::function<bool(const llvm::Function &)> is_called);

  [[nodiscard]] const std::vector<IrLoop> &loops() const { return loops_; }
  [[nodiscard]] const std::vector<IrCall> &calls() const { return calls_; }
  [[nodiscard]] const std::vector<IrBlock> &blocks() const { return blocks_; }
  [[nodiscard]] const PlaceTable &places() const { return places_; }
  [[nodiscard]] PlaceTable &places() { return places_; }

  /// Leaves the lines of instructions as they are, because they are written into the object.
  void keep_lines() { keeps_lines_ = true; }

private:
  bool tag(llvm::Function &function);

  // Annotated statements that are no loops.

  /// The place in an annotated statement through which the code was reached; nullptr: none.
  struct Site {
    int statement = -1;
    const llvm::DILocation *place = nullptr;
  };
  [[nodiscard]] Site site_of(const llvm::DILocation *location);
  void follow_calls(llvm::Function &function, Site from);
  void note_calls(llvm::Module &module);
  [[nodiscard]] bool counts_as_part(const llvm::Function &function, int statement) const;
  [[nodiscard]] bool is_in_statement(const llvm::Function &function);
  [[nodiscard]] Site site_of_most(const llvm::Loop &loop);
  void find_written(const llvm::Loop &loop, IrLoop &found);
  void find_statement(const llvm::Loop &loop, IrLoop &found);
  void note_steps(llvm::Function &function);
  void describe(llvm::Module &module);
  void describe(llvm::Function &function);
  IrLoop describe(const llvm::Loop &loop, int parent, llvm::ScalarEvolution &evolution);
  [[nodiscard]] int extent_of(const llvm::Loop &loop, int parent_extent);
  [[nodiscard]] const clang::FunctionDecl *function_of(const std::string &symbol) const;
  [[nodiscard]] bool is_instance_of_wanted(const llvm::Function &function) const;
  [[nodiscard]] int extent_by_instructions(const llvm::Loop &loop);
  [[nodiscard]] std::vector<int> extents_around(const llvm::DILocation &location);
  [[nodiscard]] int place_of(const llvm::Loop &loop, int extent);
  void flatten_places(llvm::Function &function);

  const LoopExtents &extents_;
  const ArrayPlaces &arrays_;
  std::function<bool(int)> is_wanted_; ///< by extent
  std::function<bool(const llvm::Function &)> is_called_;
  Functions functions_;
  PlaceTable places_;
  llvm::DenseMap<const llvm::DILocation *, bool> in_wanted_; ///< whether the location is in a wanted loop
  IterationSteps steps_;
  LoopNests nests_;
  std::vector<IrLoop> loops_;
  std::vector<IrCall> calls_;
  std::vector<IrBlock> blocks_; ///< of loops and called functions
  llvm::DenseMap<const llvm::DILocation *, Site> sites_;
  /// The functions that annotated statements call. The key is a symbol.
  std::map<std::string, std::vector<Site>, std::less<>> called_;
  std::set<int> never_unrolled_; ///< by the user's request
  std::set<int> unrolled_early_; ///< unrolled before the steps could be noted
  bool is_optimised_ = true;
  bool keeps_lines_ = false;
};

} // namespace osaca::clang_plugin
