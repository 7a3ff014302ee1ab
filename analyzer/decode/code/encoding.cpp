#include "decode/code/encoding.h"

#include "base/format.h"
#include "decode/code/machine_code.h"
#include "decode/llvm/registers.h"
#include "decode/llvm/target.h"
#include "decode/screen/text_screen.h"

#include <algorithm>
#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCFixup.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <map>
#include <optional>

namespace osaca {

// The steps of LLVM's own assembler: parse, lay out, write an ELF object into memory. Then the text section is
// extracted. This resolves labels and selects short forms of jumps as every assembler does. Directives that LLVM would
// execute without a limit, or that open files, are refused before.

namespace {

/// Keeps LLVM's first diagnostic, with its line.
class FirstProblem {
public:
  explicit FirstProblem(std::string file) : file_(std::move(file)) {}

  void add(const llvm::SMDiagnostic &diagnostic) {
    if (diagnostic.getKind() == llvm::SourceMgr::DK_Error && !found_)
      found_ = Error{diagnostic.getMessage().take_front(200).str(), {file_, std::max(diagnostic.getLineNo(), 0), 0}};
  }
  [[nodiscard]] const std::optional<Error> &found() const { return found_; }

private:
  std::string file_;
  std::optional<Error> found_;
};

void report(const llvm::SMDiagnostic &diagnostic, void *problem) {
  static_cast<FirstProblem *>(problem)->add(diagnostic);
}

using Object = llvm::SmallString<4096>;

/// Writes the object of `text`; false: the error is in `problem`.
bool write_object(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, std::string_view text,
                  const AssembleOptions &options, FirstProblem &problem, Object &object) {
  llvm::SourceMgr sources(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()); // never opens a file
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size()), options.name), llvm::SMLoc());
  sources.setDiagHandler(report, &problem);
  llvm::MCContext context(target.triple, target.asm_info.get(), target.registers.get(), &subtarget, &sources,
                          &target.options);
  context.setDiagnosticHandler([&problem](const llvm::SMDiagnostic &diagnostic, bool, const llvm::SourceMgr &,
                                          std::vector<const llvm::MDNode *> &) { problem.add(diagnostic); });
  const std::unique_ptr<llvm::MCObjectFileInfo> sections(target.target->createMCObjectFileInfo(context, true));
  context.setObjectFileInfo(sections.get());

  llvm::raw_svector_ostream stream(object);
  std::unique_ptr<llvm::MCCodeEmitter> emitter(target.target->createMCCodeEmitter(*target.instructions, context));
  std::unique_ptr<llvm::MCAsmBackend> backend(
      target.target->createMCAsmBackend(subtarget, *target.registers, target.options));
  std::unique_ptr<llvm::MCObjectWriter> writer = backend->createObjectWriter(stream);
  const std::unique_ptr<llvm::MCStreamer> streamer(target.target->createMCObjectStreamer(
      target.triple, context, std::move(backend), std::move(writer), std::move(emitter), subtarget));
  const std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, *streamer, *target.asm_info));
  const std::unique_ptr<llvm::MCTargetAsmParser> instructions(
      target.target->createMCAsmParser(subtarget, *parser, *target.instructions, target.options));
  parser->setTargetParser(*instructions);
  if (options.intel_syntax && target.isa == Isa::x86_64)
    parser->setAssemblerDialect(1);
  return !parser->Run(false) && !problem.found();
}

Expected<AssembledCode> text_section_of(const Object &object, const std::string &name) {
  const auto unreadable = [&name](llvm::Error error) {
    return Error{"the assembled object cannot be read: " + llvm::toString(std::move(error)), {name, 0, 0}};
  };
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, name));
  if (!file)
    return unreadable(file.takeError());
  AssembledCode made;
  for (const llvm::object::SectionRef &section : (*file)->sections()) {
    for (const llvm::object::RelocationRef &relocation : section.relocations()) {
      auto symbol = relocation.getSymbol()->getName();
      const std::string wanted = symbol ? symbol->str() : std::string();
      if (!symbol)
        llvm::consumeError(symbol.takeError());
      return Error{format_text("undefined symbol '{}'", wanted), {name, 0, 0}};
    }
    if (!section.isText())
      continue;
    auto contents = section.getContents();
    if (!contents)
      return unreadable(contents.takeError());
    made.bytes.assign(contents->bytes_begin(), contents->bytes_end());
  }
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto label = symbol.getName();
    auto offset = symbol.getValue();
    if (label && offset && !label->empty())
      made.labels.emplace(label->str(), static_cast<std::size_t>(*offset));
    if (!label)
      llvm::consumeError(label.takeError());
    if (!offset)
      llvm::consumeError(offset.takeError());
  }
  return made;
}

} // namespace

Expected<AssembledCode> assemble(std::string_view text, Isa isa, const AssembleOptions &options) {
  if (const std::optional<Error> refused = refused_for_assembling(text))
    return Error{refused->message, {options.name, refused->where.line, 0}};
  const LlvmTarget &target = llvm_target(isa);
  OSACA_TRY(auto subtarget, target.reader(options.features_cpu));
  FirstProblem problem(options.name);
  Object object;
  if (!write_object(target, *subtarget, text, options, problem, object))
    return problem.found() ? *problem.found() : Error{"the text cannot be assembled", {options.name, 0, 0}};
  return text_section_of(object, options.name);
}

namespace {

bool is_control_flow(const LlvmTarget &target, const llvm::MCInstrDesc &desc) {
  const llvm::StringRef name = target.instructions->getName(desc.getOpcode());
  const bool riscv_jump = target.isa == Isa::riscv64 && (name == "JAL" || name == "JALR" || name.starts_with("C_J"));
  return desc.isBranch() || desc.isCall() || desc.isReturn() || desc.isIndirectBranch() || riscv_jump;
}

InstructionForm::Group group_of(const LlvmTarget &target, const llvm::MCInstrDesc &desc) {
  const llvm::StringRef name = target.instructions->getName(desc.getOpcode());
  if (is_control_flow(target, desc))
    return InstructionForm::Group::control_flow;
  return name.ends_with("_PREFIX") ? InstructionForm::Group::prefix : InstructionForm::Group::ordinary;
}

std::vector<RegisterNumber> members(const LlvmTarget &target, const llvm::MCOperandInfo &operand) {
  std::vector<RegisterNumber> numbers;
  // The class of a pointer depends on the mode of the processor. In this case LLVM's number is not a register class.
  const int group = target.instructions->getOpRegClassID(operand, 0);
  if (group < 0 || static_cast<unsigned>(group) >= target.registers->getNumRegClasses())
    return numbers;
  for (const llvm::MCPhysReg reg : target.registers->getRegClass(static_cast<unsigned>(group)))
    numbers.push_back(static_cast<RegisterNumber>(reg));
  return numbers;
}

FormOperand operand_of(const LlvmTarget &target, const llvm::MCInstrDesc &desc, unsigned index) {
  const llvm::MCOperandInfo &info = desc.operands()[index];
  FormOperand made;
  made.registers = members(target, info);
  made.kind = !made.registers.empty()                         ? FormOperand::Kind::reg
              : info.OperandType == llvm::MCOI::OPERAND_PCREL ? FormOperand::Kind::label
                                                              : FormOperand::Kind::immediate;
  made.written = index < desc.getNumDefs();
  made.tied_to = desc.getOperandConstraint(index, llvm::MCOI::TIED_TO);
  return made;
}

/// Five memory operands in a row are one reference: base, scale, index, displacement, segment.
void mark_memory_parts(const llvm::MCInstrDesc &desc, std::vector<FormOperand> &operands) {
  using Part = FormOperand::MemoryPart;
  constexpr Part parts[] = {Part::base, Part::scale, Part::index, Part::displacement, Part::segment};
  const auto is_memory = [&desc](unsigned i) { return desc.operands()[i].OperandType == llvm::MCOI::OPERAND_MEMORY; };
  for (unsigned i = 0; i < operands.size();) {
    unsigned end = i;
    while (end < operands.size() && end - i < 5 && is_memory(end))
      ++end;
    if (end - i == 5)
      for (unsigned k = 0; k < 5; ++k)
        operands[i + k].part = parts[k];
    i = std::max(end, i + 1);
  }
}

/// LLVM does not mark lea's address as memory, because it is not accessed.
void mark_address_of_lea(std::vector<FormOperand> &operands) {
  using Part = FormOperand::MemoryPart;
  if (operands.size() != 6)
    return;
  constexpr Part parts[] = {Part::none, Part::base, Part::scale, Part::index, Part::displacement, Part::segment};
  for (std::size_t i = 0; i < operands.size(); ++i)
    operands[i].part = parts[i];
}

/// RISC-V extensions of single vendors, which our readers do not accept because they use the same encodings. LLVM
/// cannot encode some of them without operands that only its parser generates.
bool is_vendors_own(Isa isa, std::string_view opcode) {
  constexpr std::string_view prefixes[] = {"QC_", "CV_", "TH_", "SF_", "VC_", "NDS_", "MIPS_", "AIF_", "RI_", "SMT_"};
  return isa == Isa::riscv64 && std::any_of(std::begin(prefixes), std::end(prefixes),
                                            [&](std::string_view prefix) { return opcode.starts_with(prefix); });
}

} // namespace

std::vector<InstructionForm> instruction_forms(Isa isa) {
  const LlvmTarget &target = llvm_target(isa);
  std::vector<InstructionForm> forms;
  for (unsigned number = 0; number < target.instructions->getNumOpcodes(); ++number) {
    const llvm::MCInstrDesc &desc = target.instructions->get(number);
    if (!is_of_machine(desc))
      continue;
    InstructionForm form;
    form.opcode = target.instructions->getName(number).str();
    form.number = number;
    form.group = group_of(target, desc);
    form.scheduling_class = desc.getSchedClass();
    form.loads = desc.mayLoad();
    form.stores = desc.mayStore();
    if (form.group == InstructionForm::Group::ordinary) {
      for (unsigned i = 0; i < desc.getNumOperands(); ++i)
        form.operands.push_back(operand_of(target, desc, i));
      if (isa == Isa::x86_64)
        mark_memory_parts(desc, form.operands);
      if (isa == Isa::x86_64 && llvm::StringRef(form.opcode).starts_with("LEA"))
        mark_address_of_lea(form.operands);
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

struct InstructionEncoder::Parts {
  explicit Parts(Isa isa)
      : target(llvm_target(isa)), subtarget(*target.make_reader("")),
        context(target.triple, target.asm_info.get(), target.registers.get(), subtarget.get()),
        emitter(target.target->createMCCodeEmitter(*target.instructions, context)), reader(target, *subtarget),
        registers(target) {
    for (unsigned number = 1; number < target.registers->getNumRegs(); ++number)
      numbers.emplace(target.registers->getName(llvm::MCRegister(number)), static_cast<RegisterNumber>(number));
  }

  const LlvmTarget &target;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  llvm::MCContext context;
  std::unique_ptr<llvm::MCCodeEmitter> emitter;
  MachineCodeReader reader;
  RegisterTable registers;
  std::map<std::string, RegisterNumber, std::less<>> numbers;
  Register none;
};

InstructionEncoder::InstructionEncoder(Isa isa) : parts_(std::make_unique<Parts>(isa)) {}
InstructionEncoder::InstructionEncoder(InstructionEncoder &&) noexcept = default;
InstructionEncoder::~InstructionEncoder() = default;

Expected<EncodedInstruction> InstructionEncoder::encode(const InstructionForm &form,
                                                        const std::vector<OperandChoice> &choices) {
  if (form.group != InstructionForm::Group::ordinary || choices.size() != form.operands.size())
    return Error{format_text("'{}' cannot be encoded with these operands", form.opcode)};
  if (is_vendors_own(parts_->target.isa, form.opcode))
    return Error{format_text("'{}' belongs to a vendor extension", form.opcode)};
  llvm::MCInst inst;
  inst.setOpcode(form.number);
  for (std::size_t i = 0; i < choices.size(); ++i)
    inst.addOperand(form.operands[i].kind == FormOperand::Kind::reg
                        ? llvm::MCOperand::createReg(static_cast<unsigned>(choices[i]))
                        : llvm::MCOperand::createImm(choices[i]));
  llvm::SmallVector<char, 16> code;
  llvm::SmallVector<llvm::MCFixup, 4> fixups;
  parts_->emitter->encodeInstruction(inst, code, fixups, *parts_->subtarget);
  EncodedInstruction made;
  made.bytes.assign(code.begin(), code.end());
  const auto decoded = parts_->reader.decode(made.bytes, 0);
  if (!decoded || static_cast<std::size_t>(decoded->size_bytes) != made.bytes.size())
    return Error{format_text("the encoding of '{}' cannot be decoded", form.opcode)};
  made.instruction = parts_->reader.lower(*decoded);
  return made;
}

const Register &InstructionEncoder::register_of(RegisterNumber number) {
  return number == 0 ? parts_->none : *parts_->registers.get(llvm::MCRegister(number));
}

RegisterNumber InstructionEncoder::register_named(std::string_view name) const {
  const auto found = parts_->numbers.find(name);
  return found == parts_->numbers.end() ? RegisterNumber{0} : found->second;
}

} // namespace osaca
