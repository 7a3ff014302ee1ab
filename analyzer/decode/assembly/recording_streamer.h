// A streamer for LLVM's parser that records the statements of executable sections, and their addresses, instead of
// writing an object.
#pragma once

#include "decode/code/machine_code.h"
#include "decode/dialect/dialect.h"
#include "decode/lower/instruction_maker.h"
#include "loops/statement.h"

#include <cstdint>
#include <functional>
#include <llvm/MC/MCStreamer.h>
#include <llvm/Support/SourceMgr.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// The address of code in assembly text, as far as alignment directives determine it.

class TextAddress {
public:
  /// Inserts padding so that the code after it is aligned, unless that takes more than `most_bytes` (0: no limit).
  void align(std::uint64_t to, std::uint64_t most_bytes) {
    const std::uint64_t padding = (to - address_ % to) % to;
    if (to <= modulus_)
      address_ += most_bytes == 0 || padding <= most_bytes ? padding : 0;
    else if (most_bytes == 0 || most_bytes >= to - 1)
      address_ = 0, modulus_ = to;
    else
      lose();
  }

  void pass(std::uint64_t bytes) { address_ += bytes; }

  /// Call this if an unknown number of bytes precedes the code that follows.
  void lose() { address_ = 0, modulus_ = 1; }

  [[nodiscard]] std::uint64_t address() const { return address_; }
  /// The address is known modulo this power of two; empty: it is unknown.
  [[nodiscard]] std::optional<std::uint64_t> modulus() const {
    return modulus_ > 1 ? std::optional(modulus_) : std::nullopt;
  }

private:
  std::uint64_t address_ = 0;
  std::uint64_t modulus_ = 1; ///< a power of two
};

// The recording streamer.

/// Converts LLVM's pointers into the text to line numbers of the main input and to the texts of statements.
class InputPositions {
public:
  /// `text` is what the parser reads: the text of `origin`, or a text of the same length.
  InputPositions(std::string_view text, const EditedText &origin) : text_(text), origin_(origin), seen_(text.data()) {}

  /// The line of a pointer into the input. A pointer into the expansion of `.rept` gets the line of that directive. A
  /// pointer into the expansion of a macro gets the line of the statement before the call, because LLVM does not report
  /// where a macro was called.
  [[nodiscard]] int line_of(const char *pointer);
  [[nodiscard]] std::string_view text() const { return text_; }
  /// The same position in the original text, which ends with a zero byte.
  [[nodiscard]] const char *original(const char *pointer) const {
    return contains(pointer)
               ? origin_.original().data() + origin_.original_offset(static_cast<std::size_t>(pointer - text_.data()))
               : pointer;
  }
  [[nodiscard]] bool contains(const char *pointer) const {
    return pointer >= text_.data() && pointer <= text_.data() + text_.size();
  }

private:
  std::string_view text_;
  const EditedText &origin_;
  const char *seen_; ///< lines before it are counted in line_
  int line_ = 1;
};

class RecordingStreamer : public llvm::MCStreamer {
public:
  RecordingStreamer(llvm::MCContext &context, const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget,
                    InstructionMaker &maker, InputPositions &positions);

  // Called by our own directive handlers.
  void enter_section(std::string name, bool executable);
  void set_source(SourceLocation source) { source_ = std::move(source); }
  void declare_function(std::string name) { declared_functions_.insert(std::move(name)); }
  void declare_data(std::string name) { data_.insert(std::move(name)); }
  void declare_global(std::string name) { globals_.insert(std::move(name)); }
  /// Records an instruction that could not be read, at most one per line.
  void add_unreadable(const char *at);
  [[nodiscard]] bool in_executable_section() const { return executable_; }

  /// `limit_reached` is called when no more statements can be recorded.
  void set_limit_reached(std::function<void()> limit_reached) { limit_reached_ = std::move(limit_reached); }

  /// Recording begins with start(). Earlier calls only come from LLVM, which sets up the sections.
  void start() { started_ = true; }
  /// Everything recorded, with instructions assigned to functions.
  [[nodiscard]] ParsedUnit finish() &&;
  [[nodiscard]] const std::vector<llvm::MCInst> &recorded() const { return recorded_; }

  // llvm::MCStreamer
  void emitInstruction(const llvm::MCInst &as_parsed, const llvm::MCSubtargetInfo &subtarget) override;
  void emitLabel(llvm::MCSymbol *symbol, llvm::SMLoc at) override;
  void changeSection(llvm::MCSection *section, std::uint32_t subsection) override;
  void emitBytes(llvm::StringRef bytes) override;
  bool emitSymbolAttribute(llvm::MCSymbol *symbol, llvm::MCSymbolAttr attribute) override;
  void emitCommonSymbol(llvm::MCSymbol *, std::uint64_t, llvm::Align) override {}
  void emitFill(const llvm::MCExpr &, std::uint64_t, llvm::SMLoc) override { lose_place(); }
  void emitFill(const llvm::MCExpr &, std::int64_t, std::int64_t, llvm::SMLoc) override { lose_place(); }
  void emitValueImpl(const llvm::MCExpr *, unsigned, llvm::SMLoc) override { lose_place(); }
  void emitULEB128Value(const llvm::MCExpr *) override { lose_place(); }
  void emitSLEB128Value(const llvm::MCExpr *) override { lose_place(); }
  void emitNops(std::int64_t, std::int64_t, llvm::SMLoc, const llvm::MCSubtargetInfo &) override { lose_place(); }
  void emitValueToAlignment(llvm::Align to, std::int64_t, std::uint8_t, unsigned most_bytes) override {
    align(to, most_bytes);
  }
  void emitCodeAlignment(llvm::Align to, const llvm::MCSubtargetInfo *, unsigned most_bytes) override {
    align(to, most_bytes);
  }
  void emitValueToOffset(const llvm::MCExpr *, unsigned char, llvm::SMLoc) override { lose_place(); }
  void emitZerofill(llvm::MCSection *, llvm::MCSymbol *, std::uint64_t, llvm::Align, llvm::SMLoc) override {}

  // Unwinding does not affect cycles, and LLVM rejects incomplete unwinding directives, so they are ignored.
  void emitWinCFIStartProc(const llvm::MCSymbol *, llvm::SMLoc) override {}
  void emitWinCFIEndProc(llvm::SMLoc) override {}
  void emitWinCFIFuncletOrFuncEnd(llvm::SMLoc) override {}
  void emitWinCFIStartChained(llvm::SMLoc) override {}
  void emitWinCFIEndChained(llvm::SMLoc) override {}
  void emitWinCFIPushReg(llvm::MCRegister, llvm::SMLoc) override {}
  void emitWinCFISetFrame(llvm::MCRegister, unsigned, llvm::SMLoc) override {}
  void emitWinCFIAllocStack(unsigned, llvm::SMLoc) override {}
  void emitWinCFISaveReg(llvm::MCRegister, unsigned, llvm::SMLoc) override {}
  void emitWinCFISaveXMM(llvm::MCRegister, unsigned, llvm::SMLoc) override {}
  void emitWinCFIPushFrame(bool, llvm::SMLoc) override {}
  void emitWinCFIEndProlog(llvm::SMLoc) override {}
  void emitWinCFIBeginEpilogue(llvm::SMLoc) override {}
  void emitWinCFIEndEpilogue(llvm::SMLoc) override {}
  void emitWinCFIUnwindV2Start(llvm::SMLoc) override {}
  void emitWinCFIUnwindVersion(std::uint8_t, llvm::SMLoc) override {}
  void emitWinEHHandler(const llvm::MCSymbol *, bool, bool, llvm::SMLoc) override {}
  void emitWinEHHandlerData(llvm::SMLoc) override {}

private:
  /// Where adjacent bytes among the instructions begin.
  struct EncodedRun {
    const char *at = nullptr; ///< of the directive
    int line = 0;
    SourceLocation source;
    TextAddress place;
    std::size_t total = 0; ///< number of bytes, of which the statement keeps the first ones
  };

  bool has_certain_size(const Instruction &made) const;
  void align(llvm::Align to, unsigned most_bytes) {
    if (executable_)
      place_.align(to.value(), most_bytes);
  }
  void lose_place() {
    if (executable_)
      place_.lose();
  }
  bool is_full();
  void end_bytes(bool code_follows = false);
  [[nodiscard]] bool falls_into(StatementIndex statement) const;
  void add_encoded(const std::vector<std::uint8_t> &bytes, const EncodedRun &run);
  AsmStatement &add_statement(AsmStatementKind kind, int line);
  int line_of(llvm::SMLoc at);
  std::string_view statement_text(const char *at) const;
  bool take_prefix(const llvm::MCInst &inst);
  void add_instruction(Instruction made, const llvm::MCInst &inst, int line);
  void add_unknown(const char *at, int line);
  [[nodiscard]] std::set<std::string> functions_of_bare_text() const;
  [[nodiscard]] std::set<std::string> possible_functions() const;
  void resolve_functions();

  const LlvmTarget &target_;
  const llvm::MCSubtargetInfo &subtarget_;
  InstructionMaker &maker_;
  InputPositions &positions_;
  ParsedUnit unit_;
  std::vector<llvm::MCInst> recorded_;
  std::set<std::string> declared_functions_;
  std::set<std::string> globals_;
  std::set<std::string> data_;                ///< symbols that are declared as data
  std::set<std::string, std::less<>> labels_; ///< of this section, so far
  SourceLocation source_;
  TextAddress place_;
  std::function<void()> limit_reached_;
  std::optional<EncodedRun> run_;            ///< the last statement is byte_data, and more bytes may follow
  std::optional<MachineCodeReader> encoded_; ///< made when it is needed for the first time
  const char *prefix_at_ = nullptr;          ///< a prefix (rep, or several) whose instruction has not been recorded yet
  int prefix_bytes_ = 0;                     ///< length of these prefixes
  int unreadable_line_ = 0;
  bool executable_ = true;
  bool started_ = false;
};

} // namespace osaca
