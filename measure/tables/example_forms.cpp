#include "measure/tables/example_forms.h"

namespace osaca::measure {

struct ExampleForms::Pool {
  Pool(Isa isa, VectorEncoding encoding, InstructionEncoder &encoder)
      : description(describe(isa, encoding)), chooser(description, encoder) {}
  IsaDescription description;
  OperandChooser chooser;
};

ExampleForms::ExampleForms(Isa isa)
    : isa_(isa), encoder_(isa), usual_(std::make_unique<Pool>(isa, VectorEncoding::avx512, encoder_)),
      mmx_(std::make_unique<Pool>(isa, VectorEncoding::mmx, encoder_)) {
  for (InstructionForm &form : instruction_forms(isa)) {
    if (form.group != InstructionForm::Group::ordinary)
      continue;
    opcodes_.push_back(form.opcode);
    forms_.emplace(form.opcode, std::move(form));
  }
}

ExampleForms::~ExampleForms() = default;

ChosenShape ExampleForms::shape(const std::string &opcode) {
  const auto found = forms_.find(opcode);
  if (found == forms_.end())
    return Error{"LLVM has no instruction '" + opcode + "'"};
  ChosenShape made = usual_->chooser.shape(found->second);
  if (made || !made.twin.empty())
    return made;
  return mmx_->chooser.shape(found->second);
}

std::string ExampleForms::main_name(const std::string &opcode) {
  const ChosenShape made = shape(opcode);
  return made.twin.empty() ? opcode : made.twin;
}

} // namespace osaca::measure
