// An instruction form made ready for mixes: which registers its copies may write, which they read.
#pragma once

#include "measure/forms/form_measurer.h"
#include "measure/ports/port_map.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca::measure {

/// A form whose operands are not the usual ones, where these decide what it takes.
enum class FormVariant : std::uint8_t {
  usual,
  base_and_index, ///< of an address that is only computed
  scaled_index,
  same_register, ///< for all operands: the result may be known without carrying it out
  not_taken,     ///< a conditional jump
  fused,         ///< a conditional jump, not taken, behind a comparison
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
  OperandWishes sources;             ///< read by every copy, written by none
  std::set<std::string> reserved;    ///< families that no other form of a mix may write
  std::vector<std::string> breakers; ///< before each copy, where it would wait for the copy before
  std::string literal = {};          ///< the code itself, of what has no operands to choose
  double update_cycles = 1;          ///< that copies on the same register wait for each other
};

class FormPreparer {
public:
  FormPreparer(Isa isa, VectorEncoding widest);

  [[nodiscard]] PreparedForm prepare(const InstructionForm &form, FormVariant variant = FormVariant::usual);

  /// The form with these operands; each is encoded once.
  [[nodiscard]] Expected<Piece> copy_of(const PreparedForm &form, const OperandWishes &wishes);

  [[nodiscard]] OperandChooser &chooser(VectorEncoding encoding);
  [[nodiscard]] PieceMaker &pieces() { return generator_.pieces(); }
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
  std::unordered_map<std::string, Piece> copies_; ///< by form and operands
};

/// Whether it only brings something from memory to a register, or the other way.
[[nodiscard]] bool moves_only(const PreparedForm &form);

/// Whether the operand is one that each copy of a mix gets a register of its own for.
[[nodiscard]] bool is_chosen_result(const OperandRole &role);

} // namespace osaca::measure
