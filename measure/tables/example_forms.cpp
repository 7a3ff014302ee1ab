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

ShapeChoice ExampleForms::shape(const std::string &opcode) {
  const auto found = forms_.find(opcode);
  if (found == forms_.end())
    return {Error{"LLVM has no instruction '" + opcode + "'"}};
  ShapeChoice usual = usual_->chooser.shape(found->second);
  if (usual.made || !usual.same_as.empty())
    return usual;
  return mmx_->chooser.shape(found->second);
}

std::string ExampleForms::main_name(const std::string &opcode) {
  const std::string same_as = shape(opcode).same_as;
  return same_as.empty() ? opcode : same_as;
}

} // namespace osaca::measure
