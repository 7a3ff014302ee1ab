// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/function_printer.h"

#include "codegen_compat.h"
#include "ir/access_places.h"
#include "ir/loop_evolution.h"

namespace osaca::clang_plugin {

namespace {

/// The places of a function's instructions, by their location in the debug information.
class PlacesOfCode {
public:
  PlacesOfCode(llvm::Function &function, PlaceTable &places, const ArrayPlaces &arrays) : places_(places) {
    for (const auto &[instruction, index] : places_with_accesses(function, places, arrays))
      if (index >= 0)
        at_[instruction->getDebugLoc().get()].push_back({instruction, index});
  }

  /// The place of the instruction that became the machine instruction. Several may have the same location; an access is
  /// recognised by its address.
  [[nodiscard]] int of(const llvm::MachineInstr &machine) {
    const llvm::DILocation *location = machine.getDebugLoc().get();
    const auto known = at_.find(location);
    if (known == at_.end())
      return places_.index_of(location);
    const llvm::Value *address = nullptr;
    for (const llvm::MachineMemOperand *operand : machine.memoperands())
      address = operand->getValue() != nullptr ? operand->getValue() : address;
    if (address != nullptr)
      for (const auto &[instruction, index] : known->second)
        if (accesses(*instruction, address))
          return index;
    const bool is_access = machine.mayLoadOrStore();
    for (const auto &[instruction, index] : known->second)
      if (is_access != (address_in(*instruction) == nullptr))
        return index;
    return known->second.front().second;
  }

private:
  /// Whether the instruction accesses the address itself, or uses the value of a load that does.
  static bool accesses(llvm::Instruction &instruction, const llvm::Value *address) {
    return address_in(instruction) == address || llvm::any_of(instruction.operands(), [address](const llvm::Use &use) {
             const auto *load = llvm::dyn_cast<llvm::LoadInst>(use.get());
             return load != nullptr && load->getPointerOperand() == address;
           });
  }

  PlaceTable &places_;
  llvm::DenseMap<const llvm::DILocation *, std::vector<std::pair<llvm::Instruction *, int>>> at_;
};

/// Whether the compiler writes nothing for the instruction.
bool is_silent(const llvm::MachineInstr &instruction) {
  return instruction.isMetaInstruction() || instruction.isPosition() || clang_compat::is_memory_barrier(instruction);
}

/// Whether the inline assembly contains a number that differs each time it is written.
bool has_counter(const llvm::MachineInstr &assembler) {
  return llvm::StringRef(assembler.getOperand(llvm::InlineAsm::MIOp_AsmString).getSymbolName()).contains("${:");
}

/// The compiler writes these itself, in ways that cannot be repeated.
bool is_special(const llvm::MachineInstr &instruction) {
  switch (instruction.getOpcode()) {
  case llvm::TargetOpcode::INLINEASM_BR:
  case llvm::TargetOpcode::STACKMAP:
  case llvm::TargetOpcode::PATCHPOINT:
  case llvm::TargetOpcode::STATEPOINT:
  case llvm::TargetOpcode::FENTRY_CALL:
  case llvm::TargetOpcode::PATCHABLE_OP:
  case llvm::TargetOpcode::PATCHABLE_FUNCTION_ENTER:
  case llvm::TargetOpcode::PATCHABLE_RET:
  case llvm::TargetOpcode::PATCHABLE_FUNCTION_EXIT:
  case llvm::TargetOpcode::PATCHABLE_TAIL_CALL:
  case llvm::TargetOpcode::PATCHABLE_EVENT_CALL:
  case llvm::TargetOpcode::PATCHABLE_TYPED_EVENT_CALL: return true;
  default: return instruction.isInlineAsm() && has_counter(instruction);
  }
}

llvm::StringRef label_of(const llvm::MachineBasicBlock &block) { return block.getSymbol()->getName(); }

/// Follows the rules by which the compiler writes line directives (DwarfDebug::beginInstruction).
class LineDirectives {
public:
  explicit LineDirectives(PlacesOfCode places) : places_(std::move(places)) {}

  void write(const llvm::MachineInstr &instruction, llvm::raw_ostream &out) {
    const llvm::MachineBasicBlock *before = std::exchange(block_, instruction.getParent());
    if (instruction.getFlag(llvm::MachineInstr::FrameSetup))
      return;
    const llvm::DILocation *location = instruction.getDebugLoc().get();
    const int place = location != nullptr ? places_.of(instruction) : -1;
    if (location == nullptr && (before == nullptr || before == block_))
      return;
    if (place == place_)
      return;
    place_ = place;
    out << "\t.loc\t1 " << place + 1 << " 0\n";
  }

private:
  PlacesOfCode places_;
  const llvm::MachineBasicBlock *block_ = nullptr;
  int place_ = -1;
};

void write_loop_comments(const llvm::MachineBasicBlock &block, const llvm::MachineLoopInfo &loops,
                         llvm::raw_ostream &out) {
  const llvm::MachineLoop *loop = loops.getLoopFor(&block);
  if (loop == nullptr)
    return;
  const auto name = [](const llvm::MachineLoop &of) { return label_of(*of.getHeader()).drop_front(2); };
  if (loop->getHeader() != &block) {
    out << "# in Loop: Header=" << name(*loop) << "\n";
    return;
  }
  if (const llvm::MachineLoop *parent = loop->getParentLoop())
    out << "# Parent Loop " << name(*parent) << "\n";
  out << "# =>This Loop Header: Depth=" << loop->getLoopDepth() << "\n";
}

void write_block_begin(const llvm::MachineBasicBlock &block, const llvm::MachineLoopInfo &loops,
                       llvm::raw_ostream &out) {
  if (block.getAlignment() > llvm::Align(1) && !block.isEntryBlock())
    out << "\t.p2align\t" << llvm::Log2(block.getAlignment()) << "\n";
  if (block.getSymbol()->isDefined())
    out << label_of(block) << ":";
  else
    out << "# %bb." << block.getNumber() << ":";
  if (const llvm::BasicBlock *source = block.getBasicBlock(); source != nullptr && source->hasName())
    out << " # %" << source->getName();
  out << "\n";
  write_loop_comments(block, loops, out);
}

void write_jump_tables(const llvm::MachineFunction &function, const llvm::AsmPrinter &printer, llvm::raw_ostream &out) {
  const llvm::MachineJumpTableInfo *tables = function.getJumpTableInfo();
  if (tables == nullptr)
    return;
  const bool has_distances = tables->getEntryKind() == llvm::MachineJumpTableInfo::EK_LabelDifference32;
  out << "\t.section\t.rodata,\"a\",@progbits\n\t.p2align\t" << (has_distances ? 2 : 3) << "\n";
  for (unsigned index = 0; index < tables->getJumpTables().size(); ++index) {
    if (tables->getJumpTables()[index].MBBs.empty())
      continue;
    const llvm::StringRef label = function.getJTISymbol(index, printer.OutContext)->getName();
    out << label << ":\n";
    for (const llvm::MachineBasicBlock *target : tables->getJumpTables()[index].MBBs)
      if (has_distances)
        out << "\t.long\t" << label_of(*target) << "-" << label << "\n";
      else
        out << "\t.quad\t" << label_of(*target) << "\n";
  }
}

/// Gives access to a private function of LLVM, which has no public one for inline assembly.
template <clang_compat::EmitInlineAssembly function> struct InlineAssembly {
  friend void emit_inline_assembly(llvm::AsmPrinter &printer, const llvm::MachineInstr &instruction) {
    (printer.*function)(&instruction);
  }
};
void emit_inline_assembly(llvm::AsmPrinter &printer, const llvm::MachineInstr &instruction);
template struct InlineAssembly<&llvm::AsmPrinter::emitInlineAsm>;

/// Messages about it were shown when it was written into the object.
class NoMessages final : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &) override { return true; }
};

void write_inline_assembly(llvm::AsmPrinter &printer, const llvm::MachineInstr &instruction) {
  llvm::LLVMContext &context = instruction.getMF()->getFunction().getContext();
  std::unique_ptr<llvm::DiagnosticHandler> kept = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<NoMessages>());
  emit_inline_assembly(printer, instruction);
  context.setDiagnosticHandler(std::move(kept));
}

} // namespace

class PrintingHandler final : public clang_compat::FunctionListener {
public:
  PrintingHandler(FunctionPrinter &owner, llvm::AsmPrinter &printer) : owner_(owner), printer_(printer) {
    // Creating the text streamer sets this, too. The blocks of the first function must have names as well.
    printer.OutContext.setUseNamesOnTempLabels(true);
  }

  void endFunction(const llvm::MachineFunction *function) override {
    if (owner_.is_complete_ && owner_.subject_.is_wanted(function->getFunction()))
      write(const_cast<llvm::MachineFunction &>(*function));
  }

  void endModule() override {
    const std::string content = owner_.subject_.report ? owner_.subject_.report() : std::string();
    if (!content.empty())
      clang_compat::write_embedded_section(printer_, content);
  }

private:
  void write(llvm::MachineFunction &function) {
    const llvm::StringRef name = function.getName();
    llvm::raw_string_ostream out(owner_.text_);
    out << "\t.text\n\t.globl\t" << name << " # -- Begin function " << name << "\n\t.p2align\t"
        << llvm::Log2(function.getAlignment()) << "\n\t.type\t" << name << ",@function\n"
        << name << ":\n";
    write_code(function, out);
    const unsigned number = function.getFunctionNumber();
    out << ".Lfunc_end" << number << ":\n\t.size\t" << name << ", .Lfunc_end" << number << "-" << name
        << "\n# -- End function\n";
    write_jump_tables(function, printer_, out);
  }

  void write_code(llvm::MachineFunction &function, llvm::raw_ostream &out) {
    LineDirectives lines(
        {const_cast<llvm::Function &>(function.getFunction()), *owner_.subject_.places, *owner_.subject_.arrays});
    llvm::MachineDominatorTree tree(function);
    const llvm::MachineLoopInfo loops(tree);
    std::unique_ptr<llvm::MCStreamer> kept =
        std::exchange(printer_.OutStreamer, clang_compat::text_streamer(printer_, out));
    for (const llvm::MachineBasicBlock &block : function) {
      write_block_begin(block, loops, out);
      for (const llvm::MachineInstr &instruction : block) {
        owner_.is_complete_ &= !is_special(instruction);
        if (is_silent(instruction) || !owner_.is_complete_)
          continue;
        lines.write(instruction, out);
        if (instruction.isInlineAsm())
          write_inline_assembly(printer_, instruction);
        else
          printer_.emitInstruction(&instruction);
      }
    }
    printer_.OutStreamer = std::move(kept);
  }

  FunctionPrinter &owner_;
  llvm::AsmPrinter &printer_;
};

namespace {

/// LLVM keeps the constructor of a target's printer in a table. While the run is observed, ours is there. This state is
/// global because the table holds a plain function, which gets no context.
struct Installed {
  FunctionPrinter *printer = nullptr;
  llvm::Target *target = nullptr;
  std::optional<llvm::Target> original;
};

Installed installed;

llvm::AsmPrinter *create_printer(llvm::TargetMachine &machine, std::unique_ptr<llvm::MCStreamer> &&streamer) {
  llvm::AsmPrinter *printer = installed.original->createAsmPrinter(machine, std::move(streamer));
  if (printer != nullptr && installed.printer != nullptr)
    clang_compat::add_listener(*printer, std::make_unique<PrintingHandler>(*installed.printer, *printer));
  return printer;
}

} // namespace

FunctionPrinter::FunctionPrinter(const llvm::Module &module, Subject subject) : subject_(std::move(subject)) {
  const llvm::Target *target = clang_compat::target_of(module);
  if (target == nullptr || installed.printer != nullptr) {
    is_complete_ = false;
    return;
  }
  installed.printer = this;
  installed.target = const_cast<llvm::Target *>(target);
  installed.original.emplace(*target);
  llvm::TargetRegistry::RegisterAsmPrinter(*installed.target, create_printer);
}

void FunctionPrinter::stop() {
  if (installed.printer != this)
    return;
  installed.printer = nullptr;
  *installed.target = *installed.original;
}

} // namespace osaca::clang_plugin
