#include "measure/forms/form_measurer.h"

#include "kernel/kernel.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>

namespace osaca::measure {
namespace {

/// One way of encoding vectors, with all that is made for it.
struct Flavour {
  Flavour(Isa isa, VectorEncoding kind, InstructionEncoder &encoder, PieceMaker &pieces)
      : encoding(kind), description(describe(isa, kind)), chooser(description, encoder), chains(chooser, pieces, kind) {
  }

  VectorEncoding encoding;
  IsaDescription description;
  OperandChooser chooser;
  ChainBuilder chains;
};

bool touches(const Instruction &instruction, Isa isa, Domain domain) {
  return std::ranges::any_of(instruction.operands, [&](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && domain_of(isa, *reg) == domain;
  });
}

bool may_be_mmx(const InstructionForm &form, InstructionEncoder &encoder) {
  return std::ranges::any_of(form.operands, [&](const FormOperand &operand) {
    return !operand.registers.empty() && encoder.register_of(operand.registers.front()).name.starts_with("mm");
  });
}

bool is_control_or_debug(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr &&
           (reg->name.starts_with("cr") || reg->name.starts_with("db") || reg->name.starts_with("dr"));
  });
}

MeasuredOperand described(const OperandRole &role) {
  MeasuredOperand made;
  made.read = role.operand.read;
  made.written = role.operand.written;
  made.implicit = role.operand.implicit;
  if (const Register *reg = as_register(role.operand)) {
    made.kind = role.domain ? std::string(name_of(*role.domain)) : "other";
    made.width_bits = reg->width_bits;
    made.name = reg->name;
  } else if (const MemoryOperand *memory = as_memory(role.operand)) {
    made.kind = "memory";
    made.width_bits = 8 * memory->width_bytes;
  } else {
    made.kind = "immediate";
  }
  return made;
}

std::string why_not(InstructionForm::Group group) {
  switch (group) {
  case InstructionForm::Group::control_flow: return "jumps, calls or returns";
  case InstructionForm::Group::prefix: return "a prefix of another instruction";
  case InstructionForm::Group::ordinary: break;
  }
  return "";
}

/// Of the x86 encodings without `v`, whose registers' upper halves are left as they are.
bool is_legacy_vector(const FormShape &shape, Isa isa) {
  const Instruction &example = shape.example.instruction;
  return isa == Isa::x86_64 && touches(example, isa, Domain::vector) && !example.mnemonic.starts_with("v");
}

bool may_not_run(const Kernel &alone) {
  return talks_to_the_system(alone) || is_control_or_debug(alone.instructions.front());
}

/// A form's shape in the encoding in which it is measured.
struct Choice {
  Flavour *flavour;
  ShapeChoice shape;
};

/// `notes_missing`: pairs of operands without a chain are recorded.
void add_chains(Flavour &flavour, const ValueSet &values, bool x87, bool notes_missing, GeneratedForm &made) {
  for (const OperandPair &pair : operand_pairs(made.shape)) {
    const auto chain = flavour.chains.chains(made.shape, pair, values);
    if (chain) {
      made.chains.push_back({pair, *chain});
      for (LatencyChain &way : made.chains.back().ways)
        way.benchmark.uses_x87 = x87;
    } else if (notes_missing) {
      made.record.missing.push_back({text_of(pair.from), text_of(pair.to), chain.error().message});
    }
  }
}

} // namespace

struct FormGenerator::Parts {
  Parts(Isa which, VectorEncoding most) : isa(which), widest(most), encoder(which), pieces(which) {}

  Flavour &flavour(VectorEncoding encoding) {
    auto &slot = flavours[encoding];
    if (!slot)
      slot = std::make_unique<Flavour>(isa, encoding, encoder, pieces);
    return *slot;
  }

  Choice choose(const InstructionForm &form) {
    const bool mmx = may_be_mmx(form, encoder);
    Flavour *chosen = &flavour(mmx ? VectorEncoding::mmx : widest);
    ShapeChoice shape = chosen->chooser.shape(form);
    if (!mmx && shape.made && is_legacy_vector(*shape.made, isa)) {
      chosen = &flavour(VectorEncoding::legacy);
      shape = chosen->chooser.shape(form);
    }
    return {chosen, std::move(shape)};
  }

  Isa isa;
  VectorEncoding widest;
  InstructionEncoder encoder;
  PieceMaker pieces;
  std::map<VectorEncoding, std::unique_ptr<Flavour>> flavours;
};

FormGenerator::FormGenerator(Isa isa, VectorEncoding widest) : parts_(std::make_unique<Parts>(isa, widest)) {}
FormGenerator::FormGenerator(FormGenerator &&) noexcept = default;
FormGenerator::~FormGenerator() = default;

const IsaDescription &FormGenerator::description(VectorEncoding encoding) {
  return parts_->flavour(encoding).description;
}
PieceMaker &FormGenerator::pieces() { return parts_->pieces; }

GeneratedForm FormGenerator::generate(const InstructionForm &form) {
  GeneratedForm made;
  MeasuredForm &record = made.record;
  record.opcode = form.opcode;
  record.status = FormStatus::not_generated;
  record.reason = why_not(form.group);
  if (!record.reason.empty())
    return made;
  const Choice choice = parts_->choose(form);
  if (!choice.shape.made) {
    record.reason = choice.shape.made.error().message;
    record.same_as = choice.shape.same_as;
    return made;
  }
  made.shape = *choice.shape.made;
  made.encoding = choice.flavour->encoding;
  const Instruction &example = made.shape.example.instruction;
  record.text = example.text;
  for (const OperandRole &role : made.shape.roles)
    record.operands.push_back(described(role));
  Kernel alone;
  alone.isa = parts_->isa;
  alone.instructions = {example};
  if (may_not_run(alone)) {
    record.status = FormStatus::privileged;
    return made;
  }
  const bool x87 = made.encoding == VectorEncoding::mmx || (parts_->isa == Isa::x86_64 && uses_x87(alone));
  const std::vector<ValueSet> all_values = value_sets(parts_->isa, form.opcode, example.mnemonic);
  for (const ValueSet &values : all_values) {
    auto codes = throughput_codes(choice.flavour->chooser, parts_->pieces, made.shape, made.encoding, values);
    if (!codes) {
      record.reason = codes.error().message;
      return made;
    }
    for (ThroughputCode code : *codes) {
      code.benchmark.uses_x87 = x87;
      made.throughput.push_back(std::move(code));
    }
    const bool is_first = values.name == all_values.front().name;
    add_chains(*choice.flavour, values, x87, is_first, made);
  }
  record.status = FormStatus::ok;
  return made;
}

} // namespace osaca::measure
