// The costs of instructions on one core. Each form is looked up once.
#pragma once

#include "calls/call_costs.h"
#include "kernel/instruction.h"
#include "model/machine_model.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace osaca {

class FormCosts {
public:
  /// `compiler_index` is the position of the model's compiler_cpu in DecodeOptions::scheduling_cpus; -1: it was not
  /// requested.
  FormCosts(const MachineModel &model, int compiler_index) : model_(model), compiler_index_(compiler_index) {}

  [[nodiscard]] const MachineModel &model() const { return model_; }

  /// The costs of functions that the input does not contain; null: none are known.
  [[nodiscard]] const CallCosts *calls() const { return calls_.get(); }
  void set_calls(std::shared_ptr<const CallCosts> calls) { calls_ = std::move(calls); }

  /// Leaves out the figures of all instructions with this opcode if the core does not have them. Figures that were
  /// measured on the core prove that it does. Others may be those of another core or of a similar instruction. Then
  /// `has` is called with the names of the core, once for each opcode.
  template <class Has> void leave_out_absent(const Instruction &instruction, Has has) {
    if (instruction.opcode.empty() || !checked_.insert(instruction.opcode).second)
      return;
    const std::shared_ptr<const Cost> &listed = form_of(instruction).listed;
    if ((listed && listed->provenance.origin <= Origin::measured) || has(model_.core_names()))
      return;
    absent_.insert(instruction.opcode);
    forms_.clear();
  }
  [[nodiscard]] bool is_absent(const std::string &opcode) const { return absent_.contains(opcode); }

  struct Form {
    std::shared_ptr<const Cost> listed; ///< null: the model has no figures for it
    RuleMatches rules;                  ///< of the opcode
  };
  /// The reference is valid until the next call.
  [[nodiscard]] const Form &form_of(const Instruction &instruction);

  /// As osaca::cost_of(): the model's figures, or else the compiler's. Null: there are none.
  [[nodiscard]] std::shared_ptr<const Cost> cost_of(const Form &form, const Instruction &instruction) const;

private:
  [[nodiscard]] Form look_up(const Instruction &instruction) const;

  MachineModel model_;
  int compiler_index_;
  std::shared_ptr<const CallCosts> calls_;
  std::unordered_set<std::string> checked_;     ///< opcodes
  std::unordered_set<std::string> absent_;      ///< those of them that the core does not have
  std::unordered_map<std::string, Form> forms_; ///< by everything that look_up() depends on
  std::string key_;                             ///< a member so that its memory is reused
};

// One instruction on one core, without its neighbours: its cost, and its operands as small numbers. All occurrences of
// the same instruction share it. What depends on the neighbours is in PlacedInstruction (costed_kernel.h).

/// A register as a range of CostedInstruction::units. A constant register (xzr) has no units.
struct CostedRegister {
  std::uint16_t first_unit = 0;
  std::uint16_t unit_count = 0;
  std::uint16_t width_bits = 0;
  RegisterKind kind = RegisterKind::other;
  bool is_frame_pointer = false;
  bool is_high_byte = false; ///< x86: ah, bh, ch or dh
};

/// A memory operand.
struct CostedAddress {
  int operand = 0; ///< index into CostedInstruction::operands
  std::optional<CostedRegister> base;
  std::optional<CostedRegister> index;
  int scale = 1;
  std::int64_t displacement = 0;
  int width_bytes = 0;                   ///< 0: not known
  std::int64_t displacement_eighths = 0; ///< in eighths of the vector length; added to the displacement
  bool is_gather_scatter = false;
  bool must_be_aligned = false;
  std::string symbol;
  std::string segment; ///< the name of the register; empty: none
};

/// An operand. It has the same index and the same roles as in Instruction::operands.
struct CostedOperand {
  enum class Shape : std::uint8_t { reg, memory, other };
  Shape shape = Shape::other;
  bool read = false;
  bool written = false;
  bool implicit = false;
  bool address_update = false;
  std::int8_t read_number = -1; ///< as the compiler counts reads
  std::int8_t index_read_number = -1;
  std::int8_t write_number = -1;
  CostedRegister reg; ///< if the shape is reg
  int address = -1;   ///< if the shape is memory: index into CostedInstruction::addresses
};

/// An AffineResult with registers instead of operands.
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
  bool in_place = false; ///< adds a constant to a register
};

struct CostedInstruction {
  std::shared_ptr<const Cost> cost; ///< never null; all zero if `unknown`
  bool unknown = false;             ///< no figures are known, or not decoded
  bool is_absent = false;           ///< unknown, because the core does not have the instruction
  bool repeats = false; ///< a register holds the number of repetitions, so the cost is not known: figures would be for
                        ///< one repetition
  bool breaks_dependency = false;    ///< a zero idiom: it does not wait for its sources
  bool waits_for_flags_only = false; ///< an idiom: it waits only for the flags among its sources
  bool eliminated = false;           ///< needs no port (an idiom or a renamed move)
  std::optional<RegisterStackUse> register_stack;
  bool loads = false;
  bool stores = false;
  int size_bytes = 0;             ///< encoded length; 0: not known
  bool changes_length = false;    ///< it has a length-changing prefix, which delays the decoders
  bool has_wide_constant = false; ///< takes two places of an entry of the op cache (OpCache::wide_constants)
  bool is_branch = false;         ///< any jump, taken or not
  bool changes_flow = false;      ///< a call, a return, a jump, or a conditional branch that is taken
  bool ends_run = false;          ///< as Instruction::ends_run
  bool is_call = false;
  bool is_return = false;
  bool is_unknown_call = false;          ///< a call of unknown cost, because its callee is not part of the kernel
  Cycles callee_cycles;                  ///< a call with a cost from a table: how long the callee fills the core
  bool is_renamed_load = false;          ///< its opcode is one that the core's memory renaming applies to
  bool is_renamed_in_place = true;       ///< the same for an operation that modifies memory in place
  bool is_renamed_sometimes = false;     ///< such a load or operation is renamed in some runs and not in others
  bool is_renamed_addition = false;      ///< adds a constant, and is executed at rename
  bool reads_additions_late = false;     ///< waits longer for the result of such an addition
  bool is_moved_by_wide_vectors = false; ///< uses WideVectors::moved_ports if wide vectors make a port of it unusable
  bool divides_on_ports = false;         ///< divides, and its figures have no divider: a port executes the division
  bool drains_stores = false;            ///< waits until the stores before it have been committed
  std::uint64_t bypass_from = 0;         ///< the core's bypasses that begin at it: bit i is bypass i
  std::uint64_t bypass_to = 0;
  std::uint64_t issue_kinds = 0; ///< the kinds of the core's issue rules that it belongs to, as RuleMatches::issue
  bool loads_pointer = false;    ///< the loaded value may be used as an address
  bool uses_vector_registers = false;
  int vector_bits = 0;             ///< of the widest vector register
  bool pushes_or_pops = false;     ///< changes a stack pointer that is not one of its operands
  bool sets_stack_pointer = false; ///< writes a new value to the stack pointer
  int stack_pointer_source = -1;   ///< operand that reads the stack pointer other than as an address; -1: none
  std::uint64_t fusion_first = 0;  ///< the core's fusion rules that it fits as the first of a pair: bit i is rule i
  std::uint64_t fusion_second = 0;
  bool computes_from_flags = false; ///< computes a general register from flags: conditional moves, and additions with
                                    ///< carry
  std::uint16_t largest_unit = 0;
  std::vector<std::uint16_t> units; ///< of all its registers
  std::vector<CostedOperand> operands;
  std::vector<CostedAddress> addresses;
  std::optional<CostedAffineResult> affine;
  std::optional<std::int64_t> result_mask; ///< the result has no bits set outside this mask
};

/// The cycles by which the compiler's latency of the writer is too long for this reader (CompilerForwarding). A reader
/// whose figures are the model's is taken for one like the writer. 0 if the writer's figures are not the compiler's.
/// `written` and `read` number operands; -1: none. `is_index`: the value is the index of the address in `read`.
[[nodiscard]] int saved_by_forwarding(const CostedInstruction &writer, int written, const CostedInstruction &reader,
                                      int read, bool is_index);

/// `form` is the form of this instruction in `costs`.
[[nodiscard]] std::shared_ptr<const CostedInstruction>
bind_instruction(const FormCosts &costs, const FormCosts::Form &form, const Instruction &instruction);

} // namespace osaca
