#include "measure/forms/form_measurer.h"

#include "base/files.h"
#include "base/format.h"
#include "kernel/kernel.h"
#include "measure/isa/instruction_screen.h"

#include <algorithm>
#include <filesystem>

namespace osaca::measure {

namespace {

/// The objects for one way of encoding vectors.
struct Flavour {
  Flavour(Isa isa, VectorEncoding kind, InstructionEncoder &encoder, SnippetAssembler &pieces)
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
  case InstructionForm::Group::control_flow: return "a jump, a call or a return";
  case InstructionForm::Group::prefix: return "a prefix of another instruction";
  case InstructionForm::Group::ordinary: break;
  }
  return "";
}

/// The x86 encodings without `v`, which leave the upper halves of registers unchanged.
bool is_legacy_vector(const FormShape &shape, Isa isa) {
  const Instruction &example = shape.example.instruction;
  return isa == Isa::x86_64 && touches(example, isa, Domain::vector) && !example.mnemonic.starts_with("v");
}

bool may_not_run(const Kernel &alone) {
  return accesses_system(alone) || is_control_or_debug(alone.instructions.front());
}

/// A form's shape in the encoding with which it is measured.
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
  SnippetAssembler pieces;
  std::map<VectorEncoding, std::unique_ptr<Flavour>> flavours;
};

FormGenerator::FormGenerator(Isa isa, VectorEncoding widest) : parts_(std::make_unique<Parts>(isa, widest)) {}
FormGenerator::FormGenerator(FormGenerator &&) noexcept = default;
FormGenerator::~FormGenerator() = default;

const IsaDescription &FormGenerator::description(VectorEncoding encoding) {
  return parts_->flavour(encoding).description;
}
SnippetAssembler &FormGenerator::pieces() { return parts_->pieces; }

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

namespace {

constexpr int rounds = 4;

/// The machine code itself, since an assembler might choose another encoding for the same text.
std::string bytes_text(Isa isa, const CodeSnippet &piece) {
  std::string out = isa == Isa::x86_64 ? "  .byte " : "  .byte ";
  constexpr std::string_view digits = "0123456789abcdef";
  for (std::size_t i = 0; i < piece.bytes.size(); ++i) {
    out += i == 0 ? "0x" : ", 0x";
    out += digits[piece.bytes[i] / 16U];
    out += digits[piece.bytes[i] % 16U];
  }
  const char *comment = isa == Isa::aarch64 ? "  // " : "  # ";
  std::string text = piece.text;
  for (char &c : text)
    c = c == '\n' ? ';' : c;
  return format_text("{}{}{}\n", out, comment, text);
}

std::string benchmark_text(Isa isa, const std::string &name, const Benchmark &benchmark) {
  const char *comment = isa == Isa::aarch64 ? "// " : "# ";
  std::string out = format_text("{}{}\n", comment, name);
  out += bytes_text(isa, {"fill the registers", benchmark.beginning.bytes});
  for (int i = 0; i < rounds; ++i)
    for (const CodeSnippet &piece : benchmark.body)
      out += bytes_text(isa, piece);
  return out;
}

/// Maps the memory that the code uses, by a system call.
std::string start_text(Isa isa) {
  switch (isa) {
  case Isa::x86_64:
    return ".text\n.globl _start\n_start:\n  mov $9, %eax\n  mov $0x2320000, %edi\n  mov $0x10000, %esi\n  mov $3, "
           "%edx\n"
           "  mov $0x32, %r10d\n  mov $-1, %r8\n  xor %r9d, %r9d\n  syscall\n";
  case Isa::aarch64:
    return ".text\n.globl _start\n_start:\n  mov x8, #222\n  movz x0, #0x232, lsl #16\n  mov x1, #0x10000\n  mov x2, "
           "#3\n"
           "  mov x3, #0x32\n  mov x4, #-1\n  mov x5, #0\n  svc #0\n";
  case Isa::riscv64: break;
  }
  return ".text\n.globl _start\n_start:\n  li a7, 222\n  li a0, 0x2320000\n  li a1, 0x10000\n  li a2, 3\n  li a3, "
         "0x32\n"
         "  li a4, -1\n  li a5, 0\n  ecall\n";
}

std::string end_text(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return "  mov $60, %eax\n  xor %edi, %edi\n  syscall\n";
  case Isa::aarch64: return "  mov x8, #93\n  mov x0, #0\n  svc #0\n";
  case Isa::riscv64: break;
  }
  return "  li a7, 93\n  li a0, 0\n  ecall\n";
}

} // namespace

Expected<EmittedCount> emit_benchmarks(Isa isa, const std::vector<InstructionForm> &forms, const std::string &folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    return Error{"cannot be created: " + problem.message(), {folder, 0, 0}};
  FormGenerator generator(isa, VectorEncoding::avx512);
  EmittedCount count;
  for (const InstructionForm &form : forms) {
    ++count.forms;
    const GeneratedForm made = generator.generate(form);
    if (made.record.status != FormStatus::ok) {
      ++count.not_generated;
      continue;
    }
    std::string text = start_text(isa);
    for (const ThroughputCode &code : made.throughput)
      text += benchmark_text(isa, "throughput", code.benchmark);
    for (const GeneratedForm::Chain &chain : made.chains)
      for (const LatencyChain &way : chain.ways)
        text += benchmark_text(
            isa, format_text("latency from {} to {}", text_of(chain.pair.from), text_of(chain.pair.to)), way.benchmark);
    text += end_text(isa);
    const std::string path = format_text("{}/{}.s", folder, form.opcode);
    if (write_file(path, text))
      return Error{"cannot be written", {path, 0, 0}};
    ++count.files;
  }
  return count;
}

} // namespace osaca::measure
