// An instruction form prepared for mixes, the forms that it consists of, and the default list of forms.
#pragma once

#include "measure/forms/form_measurer.h"
#include "measure/ports/port_map.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca::measure {

// An instruction form prepared for mixes: which registers its copies may write, and which they read.

/// Special operands of a form, for forms whose cost depends on them.
enum class FormVariant : std::uint8_t {
  usual,
  base_and_index, ///< for an address that is computed without an access
  scaled_index,
  same_register, ///< the same register for all operands: the result may be known without execution
  not_taken,     ///< a conditional jump
  fused,         ///< a conditional jump, not taken, after a comparison
};

[[nodiscard]] std::string_view name_of(FormVariant variant);

struct PreparedForm {
  FormUnderTest facts;
  std::string opcode;
  FormVariant variant = FormVariant::usual;
  std::string text;   ///< an example
  std::string reason; ///< why it cannot be in a mix; empty: it can
  FormShape shape;
  VectorEncoding encoding = VectorEncoding::legacy;
  ValueSet values;
  OperandWishes sources;             ///< registers that every copy reads and none writes
  std::set<std::string> reserved;    ///< register families that no other form of a mix may write
  std::vector<std::string> breakers; ///< instructions before each copy that break its dependency on the previous copy
  std::string literal = {};          ///< the code itself, for forms without operands to choose
  double update_cycles = 1;          ///< how long copies with the same register wait for each other
};

class FormPreparer {
public:
  FormPreparer(Isa isa, VectorEncoding widest);

  [[nodiscard]] PreparedForm prepare(const InstructionForm &form, FormVariant variant = FormVariant::usual);

  /// Encodes the form with these operands; each combination is encoded once.
  [[nodiscard]] Expected<CodeSnippet> copy_of(const PreparedForm &form, const OperandWishes &wishes);

  [[nodiscard]] OperandChooser &chooser(VectorEncoding encoding);
  [[nodiscard]] SnippetAssembler &pieces() { return generator_.pieces(); }
  [[nodiscard]] VectorEncoding widest() const { return widest_; }

private:
  [[nodiscard]] PreparedForm prepare_jump(FormVariant variant);
  void choose_sources(PreparedForm &form);
  void choose_variant(PreparedForm &form);

  Isa isa_;
  VectorEncoding widest_;
  FormGenerator generator_;
  InstructionEncoder encoder_;
  std::map<VectorEncoding, std::unique_ptr<OperandChooser>> choosers_;
  std::unordered_map<std::string, CodeSnippet> copies_; ///< by form and operands
};

/// Whether the form only moves a value between memory and a register.
[[nodiscard]] bool moves_only(const PreparedForm &form);

/// Whether each copy in a mix gets its own register for the operand.
[[nodiscard]] bool is_chosen_result(const OperandRole &role);

// Which forms an instruction with a memory operand probably consists of: its register operation, a load, a store.

/// Fills in `parts` of the forms that read memory and also do something else, if all their parts are in the list.
void find_parts(std::vector<PreparedForm> &forms);

// The forms that `osaca measure ports` measures by default.

/// LLVM's opcode names of x86-64, the most frequent first, without duplicates.
[[nodiscard]] std::vector<std::string_view> default_port_forms();

struct PortFormVariant {
  std::string_view opcode; ///< empty for jumps
  FormVariant variant = FormVariant::usual;
};

/// Additional forms for operations whose cost depends on their operands.
[[nodiscard]] std::vector<PortFormVariant> default_port_variants();

} // namespace osaca::measure
