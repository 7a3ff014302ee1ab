// An instruction form made ready for mixes: which registers its copies may write, which they read.
#pragma once

#include "measure/forms/form_measurer.h"
#include "measure/ports/port_map.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace osaca::measure {

struct PreparedForm {
  FormUnderTest facts;
  std::string text;   ///< an example
  std::string reason; ///< why it cannot be in a mix; empty: it can
  FormShape shape;
  VectorEncoding encoding = VectorEncoding::legacy;
  ValueSet values;
  OperandWishes sources;             ///< read by every copy, written by none
  std::set<std::string> reserved;    ///< families that no other form of a mix may write
  std::vector<std::string> breakers; ///< before each copy, where it would wait for the copy before
};

class FormPreparer {
public:
  FormPreparer(Isa isa, VectorEncoding widest);

  [[nodiscard]] PreparedForm prepare(const InstructionForm &form);

  [[nodiscard]] OperandChooser &chooser(VectorEncoding encoding);
  [[nodiscard]] PieceMaker &pieces() { return generator_.pieces(); }
  [[nodiscard]] VectorEncoding widest() const { return widest_; }

private:
  void choose_sources(PreparedForm &form);

  Isa isa_;
  VectorEncoding widest_;
  FormGenerator generator_;
  InstructionEncoder encoder_;
  std::map<VectorEncoding, std::unique_ptr<OperandChooser>> choosers_;
};

/// Whether the operand is one that each copy of a mix gets a register of its own for.
[[nodiscard]] bool is_chosen_result(const OperandRole &role);

} // namespace osaca::measure
