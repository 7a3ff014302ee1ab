// The costs of instructions on one core, each form looked up once.
#pragma once

#include "kernel/instruction.h"
#include "model/machine_model.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

class FormCosts {
public:
  /// `compiler_index`: position of the model's compiler_cpu in DecodeOptions::scheduling_cpus, -1 if it was not asked
  /// for.
  FormCosts(const MachineModel &model, int compiler_index) : model_(model), compiler_index_(compiler_index) {}

  [[nodiscard]] const MachineModel &model() const { return model_; }

  struct Form {
    std::shared_ptr<const Cost> listed; ///< null: the model has nothing for it
    RuleMatches rules;                  ///< of the opcode
  };
  /// Valid until the next call.
  [[nodiscard]] const Form &form_of(const Instruction &instruction);

  /// As osaca::cost_of(): what the model has, else what the compiler says; null: nobody knows.
  [[nodiscard]] std::shared_ptr<const Cost> cost_of(const Form &form, const Instruction &instruction) const;

private:
  [[nodiscard]] Form look_up(const Instruction &instruction) const;

  MachineModel model_;
  int compiler_index_;
  std::unordered_map<std::string, Form> forms_; ///< by what look_up() depends on
  std::string key_;                             ///< kept for its memory
};

// One instruction on one core, seen alone: what it costs, and its operands in small numbers. It is made once for all
// places where the same instruction stands; what its neighbours make of it is a PlacedInstruction (costed_kernel.h).

/// A register as a range of CostedInstruction::units. A constant (xzr) has none.
struct CostedRegister {
  std::uint16_t first_unit = 0;
  std::uint16_t unit_count = 0;
  std::uint16_t width_bits = 0;
  RegisterKind kind = RegisterKind::other;
  bool is_frame_pointer = false;
};

/// A memory operand.
struct CostedAddress {
  int operand = 0; ///< index into CostedInstruction::operands
  std::optional<CostedRegister> base;
  std::optional<CostedRegister> index;
  int scale = 1;
  std::int64_t displacement = 0;
  int width_bytes = 0;                   ///< 0: not known
  std::int64_t displacement_eighths = 0; ///< of the vector length, added to the displacement
  bool is_gather_scatter = false;
  std::string symbol;
  std::string segment; ///< name of the register; empty: none
};

/// The same place in the list as in Instruction::operands, the same roles.
struct CostedOperand {
  enum class Shape : std::uint8_t { reg, memory, other };
  Shape shape = Shape::other;
  bool read = false;
  bool written = false;
  bool implicit = false;
  bool address_update = false;
  std::int8_t read_number = -1; ///< in the compiler's count
  std::int8_t index_read_number = -1;
  std::int8_t write_number = -1;
  CostedRegister reg; ///< of shape reg
  int address = -1;   ///< of shape memory: index into CostedInstruction::addresses
};

/// AffineResult, with registers in place of operands.
struct CostedAffineResult {
  struct Term {
    CostedRegister reg;
    std::int64_t factor = 1;
    std::optional<CostedRegister> times;
  };
  CostedRegister target;
  std::array<Term, AffineResult::most_terms> terms = {};
  std::size_t term_count = 0;
  std::int64_t constant = 0;
  std::int64_t vector_eighths = 0;
  int right_shift = 0;
  bool in_place = false; ///< a constant is added to a register
};

struct CostedInstruction {
  std::shared_ptr<const Cost> cost;  ///< never null; all zero if `unknown`
  bool unknown = false;              ///< no figures anywhere, or not decoded
  bool repeats = false;              ///< as often as a register says: its figures would be those of one round
  bool breaks_dependency = false;    ///< zero idiom: its sources do not matter
  bool waits_for_flags_only = false; ///< an idiom: of its sources only the flags matter
  bool eliminated = false;           ///< needs no port (idiom, renamed move)
  std::optional<RegisterStackUse> register_stack;
  bool loads = false;
  bool stores = false;
  int size_bytes = 0;                    ///< encoded length; 0: not known
  bool changes_length = false;           ///< a prefix of its own does, which takes the decoders time
  bool changes_flow = false;             ///< call, return, jump, conditional branch that is taken
  bool is_renamed_load = false;          ///< its opcode is one that the core's memory renaming knows
  bool is_renamed_in_place = true;       ///< so is what it reads, changes and writes back
  bool is_renamed_addition = false;      ///< of a constant, done where registers are renamed
  bool reads_additions_late = false;     ///< waits longer for the result of one
  bool is_moved_by_wide_vectors = false; ///< to other ports, where wide vectors close some
  bool drains_stores = false;            ///< waits until the stores before it have left
  std::uint64_t bypass_from = 0;         ///< the core's bypasses that begin there: bit i = bypass i
  std::uint64_t bypass_to = 0;
  bool loads_pointer = false; ///< what it loads may serve as an address
  bool uses_vector_registers = false;
  int vector_bits = 0;             ///< of the widest of them
  bool pushes_or_pops = false;     ///< moves a stack pointer that it does not name
  bool sets_stack_pointer = false; ///< gives it a value of its own
  int stack_pointer_source = -1;   ///< operand by which it takes the stack pointer other than as an address; -1: none
  std::uint64_t fusion_first = 0;  ///< the core's fusion rules that it fits as the first of a pair: bit i = rule i
  std::uint64_t fusion_second = 0;
  bool computes_from_flags = false; ///< a general register from flags: moves by a condition, and what adds a carry
  std::uint16_t largest_unit = 0;
  std::vector<std::uint16_t> units; ///< of all its registers
  std::vector<CostedOperand> operands;
  std::vector<CostedAddress> addresses;
  std::optional<CostedAffineResult> affine;
  std::optional<std::int64_t> result_mask; ///< of its result no other bits are set than in this
};

/// `form`: the instruction's, of these costs.
[[nodiscard]] CostedInstruction bind_instruction(const FormCosts &costs, const FormCosts::Form &form,
                                                 const Instruction &instruction);

} // namespace osaca
