// The values of general registers in a function, as far as they follow from its code.
#pragma once

#include "loops/flow_graph.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace osaca {

// Each value is a number, or an unknown value plus a number. Unknown values have names: the value that a register has
// at the beginning of a block, and the result of an instruction. The values at the beginning of a block are those on
// which all ways to the block agree. A register on which they do not agree has a value of its own there: at the header
// of a loop, this is how the counters of the loop become visible. The blocks are visited until nothing changes, and at
// first, ways that have not been visited are left out.
//
// Code that jumps into the middle of the function from elsewhere, such as its cold part, is not considered.

/// `unknown` + `offset`. Equal numbers of `unknown` mean equal values; 0: there is no unknown part.
struct RegisterValue {
  int unknown = 0;
  std::int64_t offset = 0;

  friend bool operator==(const RegisterValue &, const RegisterValue &) = default;
};

/// The values of all registers at one point of the code.
class RegisterState {
public:
  explicit RegisterState(BlockIndex since) : since_(since) {}

  /// The block since whose beginning all other registers have not changed.
  [[nodiscard]] BlockIndex since() const { return since_; }
  [[nodiscard]] const RegisterValue *find(std::uint16_t unit) const;
  void set(std::uint16_t unit, RegisterValue value);
  [[nodiscard]] const std::vector<std::pair<std::uint16_t, RegisterValue>> &known() const { return known_; }

  friend bool operator==(const RegisterState &, const RegisterState &) = default;

private:
  BlockIndex since_;
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
  RegisterValues(const ParsedUnit &unit, const FlowGraph &graph);

  /// False: there are too many changes, so nothing is known.
  [[nodiscard]] bool is_known() const { return is_known_; }

  /// The blocks from which control reaches this one.
  [[nodiscard]] const std::vector<BlockIndex> &ways_to(BlockIndex block) const { return from_[block]; }
  /// Precondition: `value` has an unknown part.
  [[nodiscard]] Origin origin_of(const RegisterValue &value) const;

  [[nodiscard]] RegisterValue at_begin(BlockIndex block, std::uint16_t unit);
  [[nodiscard]] RegisterValue at_end(BlockIndex block, std::uint16_t unit);
  /// `code`: index into FlowGraph::code.
  [[nodiscard]] RegisterValue before(int code, std::uint16_t unit);
  [[nodiscard]] RegisterValue after(int code, std::uint16_t unit);

private:
  /// The number of a block, or -1 - the index of an instruction; and the unit.
  using Place = std::pair<int, std::uint16_t>;

  [[nodiscard]] int unknown(int place, std::uint16_t unit);
  [[nodiscard]] RegisterValue value(const RegisterState &state, std::uint16_t unit);
  [[nodiscard]] std::optional<RegisterState> joined(BlockIndex block);
  void execute(RegisterState &state, int code);
  [[nodiscard]] std::optional<RegisterValue> result_of(const RegisterState &state, const Instruction &instruction);
  void call(RegisterState &state, int code);
  [[nodiscard]] RegisterState state_before(int code);
  void list_ways();
  bool visit_all();

  const ParsedUnit &unit_;
  const FlowGraph &graph_;
  bool is_known_ = false;
  std::map<Place, int> unknowns_;
  std::vector<Place> places_;                ///< the place of unknown value n is places_[n - 1]
  std::vector<std::uint16_t> kept_by_calls_; ///< first units of registers
  std::vector<BlockIndex> order_;
  Indexed<BasicBlock, std::vector<BlockIndex>> from_;
  Indexed<BasicBlock, std::optional<RegisterState>> begins_;
  Indexed<BasicBlock, std::optional<RegisterState>> ends_;
};

} // namespace osaca
