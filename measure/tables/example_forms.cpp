#include "measure/tables/example_forms.h"

#include "base/format.h"
#include "decode/code/encoding.h"
#include "measure/isa/isa_description.h"

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
    return {Error{format_text("LLVM has no opcode '{}'", opcode)}};
  ShapeChoice usual = usual_->chooser.shape(found->second);
  if (usual.made || !usual.same_as.empty())
    return usual;
  return mmx_->chooser.shape(found->second);
}

Expected<OpcodeFinder> OpcodeFinder::create(Isa isa) {
  OSACA_TRY(BlockReader reader, BlockReader::create(isa, DecodeOptions()));
  return OpcodeFinder(isa, std::move(reader));
}

std::optional<Instruction> OpcodeFinder::find(const std::string &text, bool intel_syntax) {
  constexpr std::size_t longest = 200;
  if (text.empty() || text.size() > longest || text.find_first_of("\n;\r") != std::string::npos)
    return std::nullopt;
  AssembleOptions options;
  options.intel_syntax = intel_syntax;
  const Expected<AssembledCode> code = assemble(text + "\n", isa_, options);
  if (!code || code->bytes.empty())
    return std::nullopt;
  const int size = reader_.read(code->bytes);
  if (size <= 0 || static_cast<std::size_t>(size) != code->bytes.size())
    return std::nullopt;
  return reader_.instruction(true);
}

MeasuredForm record_of(const Instruction &instruction, Isa isa) {
  MeasuredForm made;
  made.opcode = instruction.opcode;
  made.status = FormStatus::ok;
  made.text = instruction.text;
  for (const Operand &operand : instruction.operands) {
    MeasuredOperand one;
    one.read = operand.read;
    one.written = operand.written;
    one.implicit = operand.implicit;
    if (const Register *reg = as_register(operand)) {
      const auto domain = domain_of(isa, *reg);
      one.kind = domain ? std::string(name_of(*domain)) : "other";
      one.width_bits = reg->width_bits;
      one.name = reg->name;
    } else if (const MemoryOperand *memory = as_memory(operand)) {
      one.kind = "memory";
      one.width_bits = 8 * memory->width_bytes;
    } else {
      one.kind = "immediate";
    }
    made.operands.push_back(std::move(one));
  }
  return made;
}

void add_single_latency(MeasuredForm &form, double cycles, bool same_kind) {
  const auto is_register = [](const MeasuredOperand &operand) {
    return !operand.implicit && operand.kind != "memory" && operand.kind != "immediate";
  };
  for (std::size_t to = 0; to < form.operands.size(); ++to) {
    if (!form.operands[to].written || !is_register(form.operands[to]))
      continue;
    for (std::size_t from = 0; from < form.operands.size(); ++from) {
      const MeasuredOperand &source = form.operands[from];
      if (source.read && is_register(source) && (!same_kind || source.kind == form.operands[to].kind))
        form.latencies.push_back(plain_latency(std::to_string(from), std::to_string(to), cycles));
    }
    return;
  }
}

MeasuredThroughput plain_throughput(double cycles) {
  MeasuredThroughput made;
  made.cycles = cycles;
  return made;
}

MeasuredLatency plain_latency(std::string from, std::string to, double cycles) {
  MeasuredLatency made;
  made.from = std::move(from);
  made.to = std::move(to);
  made.cycles = cycles;
  made.chain_cycles = cycles;
  return made;
}

} // namespace osaca::measure
