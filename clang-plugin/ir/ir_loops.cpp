// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/ir_loops.h"

#include "ir/access_places.h"
#include "ir/loop_metadata.h"
#include "ir/visiting_pass.h"

namespace osaca::clang_plugin {

namespace {

/// A loop belongs to a source loop if at least this share of its located instructions is in it.
constexpr unsigned share_percent = 90;

/// Forbids unrolling. The optimiser adds it to a loop that it has unrolled.
constexpr const char *unrolled_before = "llvm.loop.unroll.disable";

bool is_in_inner_loop(const llvm::Loop &loop, const llvm::BasicBlock *block) {
  return llvm::any_of(loop.getSubLoops(), [block](const llvm::Loop *inner) { return inner->contains(block); });
}

/// Visits the places of the loop's own instructions, without those of inner loops.
template <class Visit> void for_each_own_place(const llvm::Loop &loop, Visit visit) {
  for (const llvm::BasicBlock *block : loop.blocks())
    if (!is_in_inner_loop(loop, block))
      for (const llvm::Instruction &instruction : *block)
        if (const llvm::DILocation *location = instruction.getDebugLoc();
            location != nullptr && location->getLine() != 0)
          visit(*location);
}

/// Whether the code generator may turn the intrinsic into a call of a library function. For most of them, it writes
/// instructions or nothing.
bool may_be_library_call(llvm::StringRef name) {
  constexpr llvm::StringLiteral names[] = {"memset", "memcpy", "memmove", "sin",  "cos",   "tan",  "sincos", "exp",
                                           "exp2",   "exp10",  "log",     "log2", "log10", "pow",  "powi",   "asin",
                                           "acos",   "atan",   "atan2",   "sinh", "cosh",  "tanh", "ldexp"};
  return llvm::is_contained(names, name);
}

/// The name of the called function, for example "memset" for llvm.memset.p0.i64. "" if nothing is called.
std::string name_of_callee(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!function.isIntrinsic())
    return name.str();
  name.consume_front("llvm.");
  name = name.take_until([](char c) { return c == '.'; });
  return may_be_library_call(name) ? name.str() : std::string();
}

/// A loop's back edge as the front end generates it.
struct BackEdge {
  llvm::Instruction *branch = nullptr;
  int header = 0; ///< position of the header in the function
};

} // namespace

std::vector<llvm::Function *> IrLoops::tag(llvm::Module &module) {
  places_.note_functions(module);
  std::vector<llvm::Function *> holders;
  note_calls(module);
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && ((function.getSubprogram() != nullptr && tag(function)) ||
                                      is_instance_of_wanted(function) || is_in_statement(function)))
      holders.push_back(&function);
  return holders;
}

const clang::FunctionDecl *IrLoops::function_of(const std::string &symbol) const {
  const auto found = functions_.find(symbol);
  return found != functions_.end() ? found->second : nullptr;
}

/// Some source loops are not loops in the IR from the start, such as do { } while (0).
bool IrLoops::is_instance_of_wanted(const llvm::Function &function) const {
  const clang::FunctionDecl *source = function_of(function.getName().str());
  for (std::size_t extent = 0; source != nullptr && extent < extents_.all().size(); ++extent)
    if (is_wanted_(static_cast<int>(extent)) && llvm::is_contained(extents_.all()[extent].instances, source))
      return true;
  return false;
}

bool IrLoops::holds_wanted(const llvm::Function &function) {
  if (is_instance_of_wanted(function) || is_in_statement(function))
    return true;
  const auto is_in_wanted = [this](const llvm::DILocation *location) {
    if (location == nullptr)
      return false;
    const auto [known, is_new] = in_wanted_.try_emplace(location, false);
    if (is_new)
      known->second = llvm::any_of(extents_around(*location), is_wanted_);
    return known->second;
  };
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_in_wanted(instruction.getDebugLoc().get()))
      return true;
    const llvm::MDNode *loop =
        instruction.isTerminator() ? instruction.getMetadata(llvm::LLVMContext::MD_loop) : nullptr;
    if (loop != nullptr && (is_wanted_(tag_of(*loop)) || is_in_wanted(first_place(*loop))))
      return true;
  }
  return false;
}

/// Tags the loops of a function. Returns true if the function contains a wanted loop.
bool IrLoops::tag(llvm::Function &function) {
  std::unordered_map<const llvm::BasicBlock *, int> positions;
  for (const llvm::BasicBlock &block : function)
    positions.emplace(&block, static_cast<int>(positions.size()));
  std::map<DebugPlace, std::vector<BackEdge>> by_place;
  for (llvm::BasicBlock &block : function) {
    llvm::Instruction *branch = block.getTerminator();
    const llvm::MDNode *loop = branch != nullptr ? branch->getMetadata(llvm::LLVMContext::MD_loop) : nullptr;
    const llvm::DILocation *first = loop != nullptr ? first_place(*loop) : nullptr;
    if (first == nullptr)
      continue;
    int header = positions[&block];
    for (const llvm::BasicBlock *successor : llvm::successors(&block))
      header = std::min(header, positions[successor]);
    by_place[places_.place_of(*first)].push_back({branch, header});
  }
  bool holds_wanted = false;
  std::map<std::pair<llvm::MDNode *, int>, llvm::MDNode *> tagged; // all back edges of a loop must share its metadata
  for (auto &[place, edges] : by_place) {
    const std::vector<int> candidates = extents_.beginning_at(place, function_of(function.getName().str()));
    if (candidates.empty())
      continue;
    // Loops of one macro share a place; they are in the order of the source.
    std::sort(edges.begin(), edges.end(), [](const BackEdge &a, const BackEdge &b) { return a.header < b.header; });
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const int extent = candidates[edges.size() == candidates.size() ? i : 0];
      holds_wanted |= is_wanted_(extent);
      llvm::MDNode *loop = edges[i].branch->getMetadata(llvm::LLVMContext::MD_loop);
      if (has_property(*loop, unrolled_before))
        never_unrolled_.insert(extent);
      if (!has_properties(*loop))
        continue;
      llvm::MDNode *&with = tagged[{loop, extent}];
      with = with != nullptr ? with : with_tag(*loop, extent);
      edges[i].branch->setMetadata(llvm::LLVMContext::MD_loop, with);
    }
  }
  return holds_wanted;
}

void IrLoops::watch(llvm::PassBuilder &builder, std::function<bool(const llvm::Function &)> is_called) {
  builder.registerVectorizerStartEPCallback([this](llvm::FunctionPassManager &passes, llvm::OptimizationLevel level) {
    is_optimised_ = level != llvm::OptimizationLevel::O0;
    passes.addPass(VisitFunction([this](llvm::Function &function) { note_before_vectoriser(function); }));
  });
  clang_compat::at_optimiser_last(builder, [this, is_called = std::move(is_called)](llvm::ModulePassManager &passes) {
    passes.addPass(VisitModule([this, is_called](llvm::Module &module) { describe_all(module, is_called); }));
  });
}

void IrLoops::note_before_vectoriser(llvm::Function &function) {
  function.getContext().setDiscardValueNames(false); // the vectoriser's names show its loops
  note_steps(function);
}

void IrLoops::describe_all(llvm::Module &module, std::function<bool(const llvm::Function &)> is_called) {
  is_called_ = std::move(is_called);
  describe(module);
}

void IrLoops::note_steps(llvm::Function &function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 8> back_edges;
  llvm::FindFunctionBackedges(function, back_edges);
  if (back_edges.empty() || function.hasOptNone())
    return;
  FreshEvolution fresh(function);
  steps_.note(fresh, [this, &fresh](const llvm::Loop &loop) {
    const int extent = extent_of(loop, -1);
    if (extent >= 0)
      nests_.note(loop, extent, fresh);
    const llvm::MDNode *id = loop.getLoopID();
    if (extent >= 0 && id != nullptr && has_property(*id, unrolled_before) && never_unrolled_.count(extent) == 0)
      unrolled_early_.insert(extent);
    return extent;
  });
}

void IrLoops::describe(llvm::Module &module) {
  module.getContext().setDiscardValueNames(false); // the names of blocks must be kept from here on
  note_calls(module);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      describe(function);
}

void IrLoops::describe(llvm::Function &function) {
  FreshEvolution fresh(function);
  std::map<const llvm::Loop *, int> indices;
  for (const llvm::Loop *loop : fresh.loops().getLoopsInPreorder()) {
    const llvm::Loop *outer = loop->getParentLoop();
    indices[loop] = static_cast<int>(loops_.size());
    loops_.push_back(describe(*loop, outer != nullptr ? indices[outer] : -1, fresh.evolution()));
  }
  give_roles(indices, loops_);
  const bool is_called = is_called_(function);
  if (is_called || !indices.empty()) {
    const BranchFrequencies frequencies(function, fresh);
    for (const auto &[loop, index] : indices)
      loops_[index].frequency = frequencies.of(*loop);
    name_blocks(function, is_called ? NamedBlocks::all : NamedBlocks::of_loops, fresh.loops(), indices, frequencies,
                blocks_);
  }
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && call->getCalledFunction())
      if (std::string name = name_of_callee(*call->getCalledFunction()); !name.empty())
        calls_.push_back({std::move(name), places_.index_of(instruction.getDebugLoc())});
  if (!keeps_lines_)
    flatten_places(function);
}

IrLoop IrLoops::describe(const llvm::Loop &loop, int parent, llvm::ScalarEvolution &evolution) {
  const llvm::Function &function = *loop.getHeader()->getParent();
  IrLoop found;
  found.extent = extent_of(loop, parent < 0 ? -1 : loops_[parent].extent);
  found.place = place_of(loop, found.extent);
  found.function = function.getName().str();
  found.parent = parent;
  find_statement(loop, found);
  if (found.extent < 0)
    return found;
  if (unrolled_early_.count(found.extent) != 0)
    return found;
  found.nest = nests_.of(found.extent);
  found.iterations_per_turn = is_optimised_ && !function.hasOptNone()
                                  ? steps_.iterations_per_turn(loop, found.extent, is_vector_body(loop), evolution)
                                  : 1;
  return found;
}

int IrLoops::extent_of(const llvm::Loop &loop, int parent_extent) {
  const llvm::MDNode *id = loop.getLoopID();
  if (id != nullptr) {
    if (const int tag = tag_of(*id); tag >= 0)
      return tag;
    if (const llvm::DILocation *first = first_place(*id)) {
      const std::vector<int> candidates =
          extents_.beginning_at(places_.place_of(*first), function_of(places_.function_of(*first)));
      return candidates.empty() ? -1 : candidates.front();
    }
  }
  const int extent = extent_by_instructions(loop);
  return extent == parent_extent ? -1 : extent;
}

int IrLoops::extent_by_instructions(const llvm::Loop &loop) {
  struct Share {
    unsigned count = 0;
    unsigned distance = 0; ///< number of source loops in between, summed over the instructions
  };
  std::map<int, Share> shares;
  unsigned located = 0;
  for_each_own_place(loop, [&](const llvm::DILocation &location) {
    ++located;
    unsigned distance = 0;
    for (const int extent : extents_around(location)) {
      ++shares[extent].count;
      shares[extent].distance += distance++;
    }
  });
  int best = -1;
  for (const auto &[extent, share] : shares)
    if (share.count * 100 >= located * share_percent &&
        (best < 0 || share.distance * shares[best].count < shares[best].distance * share.count))
      best = extent;
  return best;
}

/// The extents around a place, innermost first, through all calls that it was inlined through.
std::vector<int> IrLoops::extents_around(const llvm::DILocation &location) {
  std::vector<int> around;
  for (const llvm::DILocation *at = &location; at != nullptr; at = at->getInlinedAt()) {
    const clang::FunctionDecl *function = function_of(places_.function_of(*at));
    for (int extent = extents_.innermost_at(places_.place_of(*at), function); extent >= 0;
         extent = extents_[extent].parent)
      if (!llvm::is_contained(around, extent))
        around.push_back(extent);
  }
  return around;
}

/// The place of the loop, with the calls that its instructions were inlined through, as far as these are in the loop's
/// own statement.
int IrLoops::place_of(const llvm::Loop &loop, int extent) {
  std::map<const llvm::DILocation *, unsigned> chains;
  const llvm::MDNode *id = loop.getLoopID();
  const llvm::DILocation *first = id != nullptr ? first_place(*id) : nullptr;
  if (extent < 0) {
    if (first == nullptr)
      for_each_own_place(loop, [&first](const llvm::DILocation &location) {
        if (first == nullptr)
          first = &location;
      });
    return places_.index_of(first);
  }
  if (first != nullptr) {
    chains[first->getInlinedAt()] = 1;
  } else {
    for_each_own_place(loop, [&](const llvm::DILocation &location) {
      for (const llvm::DILocation *at = &location; at != nullptr; at = at->getInlinedAt()) {
        const clang::FunctionDecl *source = function_of(places_.function_of(*at));
        for (int around = extents_.innermost_at(places_.place_of(*at), source); around >= 0;
             around = extents_[around].parent)
          if (extents_[around].keyword_place == extents_[extent].keyword_place) // loops of one macro share a place
            ++chains[at->getInlinedAt()];
      }
    });
  }
  InlinedPlace place;
  place.place = extents_[extent].keyword_place;
  unsigned most = 0;
  for (const auto &[chain, count] : chains)
    if (count > most) {
      most = count;
      place.call_site = places_.index_of(chain);
    }
  if (first != nullptr)
    place.function = places_.entries()[places_.index_of(first)].function;
  return places_.index_of(std::move(place));
}

void IrLoops::flatten_places(llvm::Function &function) {
  llvm::DISubprogram *subprogram = function.getSubprogram();
  if (subprogram == nullptr)
    return;
  llvm::LLVMContext &context = function.getContext();
  llvm::DILocalScope *scope = subprogram;
  // The assembly contains the file's name in comments. A line end in the name (from a #line) would break them.
  if (llvm::any_of(subprogram->getFilename(), [](unsigned char c) { return c < ' '; }))
    scope = llvm::DILexicalBlockFile::get(context, subprogram, llvm::DIFile::get(context, "source", ""), 0);
  for (const auto &[instruction, index] : places_with_accesses(function, places_, arrays_))
    instruction->setDebugLoc(llvm::DILocation::get(context, static_cast<unsigned>(index + 1), 0, scope));
}

} // namespace osaca::clang_plugin
