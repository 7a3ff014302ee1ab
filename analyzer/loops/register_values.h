// The values of general registers in a function, as far as they follow from its code.
#pragma once

#include "loops/flow_graph.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace osaca {

// Each value is a number, or an unknown value plus a number. Unknown values have names: the value that a register has
// at the beginning of a block, and the result of an instruction. The values at the beginning of a block are those on
// which all ways to the block agree. A register on which they do not agree has a value of its own there, and so has, at
// the header of a loop, each register that the loop writes. The counters of loops are among these. The blocks are
// visited once, each after the blocks before it.
//
// Code that jumps into the middle of the function from elsewhere, such as its cold part, is not considered.

/// `unknown` + `offset`. Equal numbers of `unknown` mean equal values; 0: there is no unknown part.
struct RegisterValue {
  int unknown = 0;
  std::int64_t offset = 0;

  friend bool operator==(const RegisterValue &, const RegisterValue &) = default;
};

/// The values of all registers at one point of the code. Places are the beginnings of blocks, by their number, and
/// calls, as -1 - the index into FlowGraph::code.
class RegisterState {
public:
  explicit RegisterState(int since) : since_(since) {}

  /// The place since which all other registers have not changed.
  [[nodiscard]] int since() const { return since_; }
  [[nodiscard]] const RegisterValue *find(std::uint16_t unit) const;
  void set(std::uint16_t unit, RegisterValue value);
  [[nodiscard]] const std::vector<std::pair<std::uint16_t, RegisterValue>> &known() const { return known_; }

private:
  int since_;
  std::vector<std::pair<std::uint16_t, RegisterValue>> known_; ///< by the first unit of the register
};

/// Registers are named by their first unit (Register::units).
class RegisterValues {
public:
  /// Where an unknown value comes from.
  struct Origin {
    BlockIndex block; ///< the value that the register has at its beginning, or the block of `code`
    int code = -1;    ///< index into FlowGraph::code: the result of this instruction; -1: not a result
    std::uint16_t unit = 0;
  };

  /// The first block of the graph is the function's entry.
  RegisterValues(const ParsedUnit &unit, const FlowGraph &graph, const LoopForest &forest);

  /// The blocks from which control reaches this one.
  [[nodiscard]] const std::vector<BlockIndex> &ways_to(BlockIndex block) const { return from_[block]; }
  /// Precondition: `value` has an unknown part.
  [[nodiscard]] Origin origin_of(const RegisterValue &value) const;

  [[nodiscard]] RegisterValue at_end(BlockIndex block, std::uint16_t unit);
  /// `code`: index into FlowGraph::code.
  [[nodiscard]] RegisterValue before(int code, std::uint16_t unit);
  [[nodiscard]] RegisterValue after(int code, std::uint16_t unit);

private:
  /// The number of a block, or -1 - an index into FlowGraph::code; and the unit.
  using Place = std::pair<int, std::uint16_t>;

  /// What the code of a loop does to registers.
  struct Writes {
    std::set<std::uint16_t> units;
    bool by_calls = false; ///< also all registers that calls do not keep
  };

  [[nodiscard]] int unknown(int place, std::uint16_t unit);
  [[nodiscard]] RegisterValue value(const RegisterState &state, std::uint16_t unit);
  void list_writes();
  [[nodiscard]] std::vector<BlockIndex> in_order() const;
  [[nodiscard]] RegisterState at_begin_of(BlockIndex block);
  [[nodiscard]] RegisterState joined(BlockIndex block, const std::vector<const RegisterState *> &ways);
  void forget(RegisterState &state, BlockIndex header, const Writes &writes);
  void execute(RegisterState &state, int code);
  [[nodiscard]] std::optional<RegisterValue> result_of(const RegisterState &state, const Instruction &instruction);
  void call(RegisterState &state, int place);
  [[nodiscard]] RegisterState state_before(int code);

  const ParsedUnit &unit_;
  const FlowGraph &graph_;
  const LoopForest &forest_;
  std::map<Place, int> unknowns_;
  std::vector<Place> places_;                ///< the place of unknown value n is places_[n - 1]
  std::vector<std::uint16_t> kept_by_calls_; ///< first units of registers
  Indexed<Loop, Writes> writes_;             ///< including those of inner loops
  Indexed<BasicBlock, LoopIndex> loop_at_;   ///< the loop whose header a block is
  Indexed<BasicBlock, std::vector<BlockIndex>> from_;
  Indexed<BasicBlock, std::optional<RegisterState>> begins_;
  Indexed<BasicBlock, std::optional<RegisterState>> ends_;
};

} // namespace osaca
