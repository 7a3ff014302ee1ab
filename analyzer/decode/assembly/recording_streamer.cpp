#include "decode/assembly/recording_streamer.h"

#include "base/text.h"
#include "decode/assembly/encoded_instructions.h"
#include "loops/byte_markers.h"
#include "loops/flow_graph.h"

#include <llvm/BinaryFormat/COFF.h>
#include <llvm/BinaryFormat/MachO.h>
#include <llvm/MC/MCSectionCOFF.h>
#include <llvm/MC/MCSectionMachO.h>
#include <llvm/MC/MCSymbol.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace osaca {
namespace {

// More than any compiler output has. The limit keeps hostile input from exhausting the memory.
constexpr std::size_t max_statements = 1'000'000;

/// Local labels: in Mach-O, those with an L are never seen by the linker; the others, such as ltmp0, are not functions
/// either.
bool is_local_label(std::string_view name, bool is_macho) {
  return name.empty() || name.starts_with(".L") || (is_macho && (name.starts_with('L') || name.starts_with('l')));
}

/// Labels that LLVM's parser generates when it expands one instruction into several.
bool is_parsers_own(std::string_view name) { return name.substr(0, 10) == ".Lpcrel_hi"; }

bool holds_code(const llvm::MCSection &section, const llvm::Triple &triple) {
  if (triple.isOSBinFormatCOFF())
    return (static_cast<const llvm::MCSectionCOFF &>(section).getCharacteristics() & llvm::COFF::IMAGE_SCN_CNT_CODE) !=
           0;
  constexpr unsigned instructions = llvm::MachO::S_ATTR_PURE_INSTRUCTIONS | llvm::MachO::S_ATTR_SOME_INSTRUCTIONS;
  return (static_cast<const llvm::MCSectionMachO &>(section).getTypeAndAttributes() & instructions) != 0 ||
         section.getName() == "__text";
}

/// The position in `text` of the instruction after a `lock`; 0: there is no `lock`.
std::size_t lock_prefix_length(std::string_view text) {
  constexpr std::string_view word = "lock";
  const auto same = [](char a, char b) { return lower_letter(a) == b; };
  const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(), same);
  const std::size_t next = text.find_first_not_of(" \t", static_cast<std::size_t>(found - text.begin()) + word.size());
  return found == text.end() || next == std::string_view::npos ? 0 : next;
}

std::string_view comment_leader(Isa isa) { return isa == Isa::aarch64 ? "//" : "#"; }

} // namespace

int InputPositions::line_of(const char *pointer) {
  if (!contains(pointer))
    return line_;
  if (pointer < seen_) {
    const auto back = std::count(pointer, seen_, '\n');
    return line_ - static_cast<int>(back);
  }
  line_ += static_cast<int>(std::count(seen_, pointer, '\n'));
  seen_ = pointer;
  return line_;
}

RecordingStreamer::RecordingStreamer(llvm::MCContext &context, const LlvmTarget &target,
                                     const llvm::MCSubtargetInfo &subtarget, InstructionMaker &maker,
                                     InputPositions &positions)
    : MCStreamer(context), target_(target), subtarget_(subtarget), maker_(maker), positions_(positions) {
  unit_.isa = target.isa;
}

bool RecordingStreamer::is_full() {
  const bool full = unit_.statements.size() >= max_statements;
  if (full && limit_reached_)
    limit_reached_();
  return full;
}

AsmStatement &RecordingStreamer::add_statement(AsmStatementKind kind, int line) {
  AsmStatement &added = unit_.statements.emplace_back();
  added.kind = kind;
  added.line = line;
  return added;
}

int RecordingStreamer::line_of(llvm::SMLoc at) { return positions_.line_of(at.getPointer()); }

std::string_view RecordingStreamer::statement_text(const char *at) const {
  // LLVM's buffers, including those of macro expansions, end with a zero byte. So does the original.
  at = positions_.original(at);
  while (*at == ' ' || *at == '\t')
    ++at;
  const std::string_view leader = comment_leader(target_.isa);
  const char *end = at;
  while (*end != '\0' && *end != '\n' && *end != '\r' && *end != ';' &&
         std::strncmp(end, leader.data(), leader.size()) != 0)
    ++end;
  // The leader is never the '#' of an AArch64 immediate: '#' begins comments only on x86 and RISC-V.
  while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
    --end;
  return {at, static_cast<std::size_t>(end - at)};
}

bool RecordingStreamer::take_prefix(const llvm::MCInst &inst) {
  if (target_.isa != Isa::x86_64)
    return false;
  const llvm::StringRef name = target_.instructions->getName(inst.getOpcode());
  if (!name.ends_with("_PREFIX") || name == lock_opcode)
    return false;
  if (prefix_at_ == nullptr)
    prefix_at_ = inst.getLoc().getPointer();
  ++prefix_bytes_; // each is one byte
  return true;
}

void RecordingStreamer::emitInstruction(const llvm::MCInst &as_parsed, const llvm::MCSubtargetInfo &subtarget) {
  if (!started_ || !executable_ || is_full())
    return;
  end_bytes(true);
  if (take_prefix(as_parsed))
    return;
  llvm::MCInst inst = normalised(target_, subtarget, as_parsed);
  const char *at = prefix_at_ != nullptr ? prefix_at_ : inst.getLoc().getPointer();
  prefix_at_ = nullptr;
  std::string_view text = at == nullptr ? std::string_view() : statement_text(at);
  const int line = positions_.line_of(at);
  if (const std::optional<llvm::MCInst> lock = take_lock(target_, inst)) {
    add_instruction(maker_.make(*lock, "lock"), *lock, line);
    text.remove_prefix(lock_prefix_length(text));
  }
  Instruction made = maker_.make(inst, text);
  if (target_.isa == Isa::riscv64)
    made.size_bytes = static_cast<int>(target_.instructions->get(as_parsed.getOpcode()).getSize());
  made.size_bytes += std::exchange(prefix_bytes_, 0);
  add_instruction(std::move(made), inst, line);
}

void RecordingStreamer::add_instruction(Instruction made, const llvm::MCInst &inst, int line) {
  std::ranges::replace(made.text, '\t', ' ');
  made.line = line;
  made.source = source_;
  AsmStatement &statement = add_statement(AsmStatementKind::instruction, line);
  statement.instruction = static_cast<int>(unit_.instructions.size());
  made.number = InstructionNumber{statement.instruction};
  statement.address = place_.address();
  statement.address_modulus = place_.modulus();
  place_.pass(static_cast<std::uint64_t>(std::max(made.size_bytes, 0)));
  if (!has_certain_size(made))
    place_.lose();
  unit_.instructions.push_back(std::move(made));
  recorded_.push_back(inst);
}

/// Whether the size is final. A forward jump may need a longer encoding, which the assembler decides when the distance
/// is known. A backward jump to a nearby label is short.
bool RecordingStreamer::has_certain_size(const Instruction &made) const {
  return made.size_bytes > 0 && (!made.is_branch || made.branch_target.empty() || labels_.contains(made.branch_target));
}

void RecordingStreamer::add_unreadable(const char *at) {
  const int line = positions_.line_of(at);
  if (!started_ || !executable_ || is_full() || line == unreadable_line_)
    return;
  unreadable_line_ = line;
  end_bytes();
  add_unknown(at, line);
}

void RecordingStreamer::add_unknown(const char *at, int line) {
  const char *begin = at;
  while (positions_.contains(begin - 1) && begin > positions_.text().data() && begin[-1] != '\n')
    --begin;
  while (*begin == ' ' || *begin == '\t')
    ++begin;
  Instruction unknown;
  unknown.text = statement_text(begin);
  add_instruction(std::move(unknown), {}, line);
}

void RecordingStreamer::emitLabel(llvm::MCSymbol *symbol, llvm::SMLoc at) {
  if (symbol->isUndefined() && !symbol->isVariable())
    MCStreamer::emitLabel(symbol, at);
  const std::string_view name(symbol->getName().data(), symbol->getName().size());
  if (!started_ || !executable_ || is_full() || is_parsers_own(name))
    return;
  end_bytes();
  add_statement(AsmStatementKind::label, line_of(at)).text = name;
  labels_.emplace(name);
}

/// ELF sections are handled by our own directives. The other formats have dozens of section names, which LLVM knows.
void RecordingStreamer::changeSection(llvm::MCSection *section, std::uint32_t subsection) {
  MCStreamer::changeSection(section, subsection);
  if (!target_.triple.isOSBinFormatELF())
    enter_section(section->getName().str(), holds_code(*section, target_.triple));
}

void RecordingStreamer::emitBytes(llvm::StringRef bytes) {
  if (!started_ || !executable_ || is_full())
    return;
  if (!run_) {
    const char *at = getStartTokLoc().getPointer();
    run_ = EncodedRun{at, positions_.line_of(at), source_, place_};
    add_statement(AsmStatementKind::byte_data, run_->line);
  }
  place_.pass(bytes.size());
  run_->total += bytes.size();
  // Markers and instructions have a few bytes. Longer tables in code need not be kept completely.
  constexpr std::size_t kept = 64;
  AsmStatement &statement = unit_.statements.back();
  const std::size_t room = kept - std::min(kept, statement.bytes.size());
  const llvm::StringRef part = bytes.take_front(room);
  statement.bytes.insert(statement.bytes.end(), part.bytes_begin(), part.bytes_end());
}

/// Whether control passes from the instruction before the statement to it, perhaps through labels.
bool RecordingStreamer::falls_into(StatementIndex statement) const {
  for (int before = statement.number - 1; before >= 0; --before) {
    const AsmStatement &one = unit_.statements[{before}];
    if (one.kind == AsmStatementKind::label)
      continue;
    if (one.kind != AsmStatementKind::instruction)
      return false;
    const Instruction &instruction = unit_.instructions[at(one.instruction)];
    return (!instruction.is_branch || instruction.is_conditional) && !ends_flow(instruction);
  }
  return false;
}

/// Call this before the statement after the bytes. Bytes are instructions if control reaches them, or passes from them
/// to the next instruction, unless they are a marker or prefixes of the next instruction.
void RecordingStreamer::end_bytes(bool code_follows) {
  if (!run_)
    return;
  const EncodedRun run = *std::exchange(run_, std::nullopt);
  const StatementIndex last{static_cast<int>(unit_.statements.size()) - 1};
  const std::vector<std::uint8_t> &bytes = unit_.statements[last].bytes;
  const std::string_view directive = statement_text(run.at);
  const bool is_text = directive.starts_with(".asci") || directive.starts_with(".string");
  if (is_text || (!code_follows && !falls_into(last)) || are_prefixes(target_.isa, bytes))
    return;
  std::optional<ByteMarker> marker;
  if (!unit_.instructions.empty())
    marker = byte_marker(target_.isa, unit_.instructions.back(), bytes);
  const std::size_t skipped = marker ? marker->size_bytes : 0;
  if (skipped == run.total)
    return;
  const TextAddress after_bytes = std::exchange(place_, run.place);
  place_.pass(skipped);
  const SourceLocation source = std::exchange(source_, run.source);
  add_encoded({bytes.begin() + static_cast<std::ptrdiff_t>(skipped), bytes.end()}, run);
  source_ = source;
  place_ = after_bytes;
}

void RecordingStreamer::add_encoded(const std::vector<std::uint8_t> &bytes, const EncodedRun &run) {
  if (!encoded_)
    encoded_.emplace(target_, subtarget_);
  const bool is_complete = run.total == unit_.statements.back().bytes.size();
  const auto decoded = is_complete ? encoded_instructions(target_, *encoded_, bytes) : std::nullopt;
  if (!decoded)
    return add_unknown(run.at, run.line);
  for (const MachineCodeReader::Decoded &one : *decoded)
    add_instruction(encoded_->lower(one), one.inst, run.line);
}

bool RecordingStreamer::emitSymbolAttribute(llvm::MCSymbol *symbol, llvm::MCSymbolAttr attribute) {
  if (attribute == llvm::MCSA_ELF_TypeFunction || attribute == llvm::MCSA_ELF_TypeIndFunction)
    declare_function(symbol->getName().str());
  if (attribute == llvm::MCSA_Global || attribute == llvm::MCSA_Weak)
    declare_global(symbol->getName().str());
  return true;
}

void RecordingStreamer::enter_section(std::string name, bool executable) {
  end_bytes();
  executable_ = executable;
  place_.lose();
  labels_.clear();
  if (executable && started_)
    add_statement(AsmStatementKind::section, 0).text = std::move(name);
}

/// In text without directives (as Compiler Explorer shows it), a function begins at each label that is not local, is
/// followed by an instruction, and is not the target of a conditional jump. Control does not fall into it.
std::set<std::string> RecordingStreamer::functions_of_bare_text() const {
  std::set<std::string> inner_labels;
  for (const Instruction &instruction : unit_.instructions)
    if (instruction.is_conditional)
      inner_labels.insert(instruction.branch_target);
  std::set<std::string> functions;
  const AsmStatement *label = nullptr;
  bool falls_through = false;
  for (const AsmStatement &statement : unit_.statements) {
    if (statement.kind == AsmStatementKind::label) {
      const bool begins =
          !falls_through && !is_local_label(statement.text, false) && !inner_labels.contains(statement.text);
      label = begins ? &statement : label;
    } else if (statement.kind == AsmStatementKind::instruction) {
      if (label != nullptr)
        functions.insert(label->text);
      label = nullptr;
      const Instruction &instruction = unit_.instructions[static_cast<std::size_t>(statement.instruction)];
      const bool jumps = instruction.is_branch && !instruction.is_conditional;
      falls_through = !jumps && !instruction.is_call && !ends_flow(instruction); // calls may not return
    } else {
      label = nullptr;
    }
  }
  return functions;
}

/// Exported labels, and those that are called, in a text that declares the types of other labels. A function may have
/// such labels inside: those of data, targets of conditional jumps, and places into which control falls.
std::set<std::string> RecordingStreamer::possible_functions() const {
  std::set<std::string> possible = globals_;
  for (const Instruction &instruction : unit_.instructions)
    if (instruction.is_call)
      possible.emplace(callee_of(instruction));
  for (const std::string &name : data_)
    possible.erase(name);
  for (const Instruction &instruction : unit_.instructions)
    if (instruction.is_conditional)
      possible.erase(instruction.branch_target);
  return possible;
}

void RecordingStreamer::resolve_functions() {
  // Declared types decide which labels are functions. Hand-written files often declare no types, but export their
  // functions. Mach-O has no types: every label that is not local is a function.
  const bool is_macho = target_.triple.isOSBinFormatMachO();
  std::set<std::string> functions = declared_functions_.empty() ? globals_ : declared_functions_;
  if (functions.empty() && !is_macho)
    functions = functions_of_bare_text();
  const std::set<std::string> possible = is_macho ? std::set<std::string>() : possible_functions();
  bool is_at_function = false; // its label is the statement before, or there are only labels between
  const auto begins_function = [&](StatementIndex s) {
    const AsmStatement &statement = unit_.statements[s];
    if (statement.kind != AsmStatementKind::label || is_local_label(statement.text, is_macho))
      return false;
    return is_macho || functions.contains(statement.text) ||
           (!is_at_function && possible.contains(statement.text) && !falls_into(s));
  };
  std::map<std::string, int> current; // per section: a function may continue after code in a cold section
  std::string section = ".text";
  for (const StatementIndex s : unit_.statements.indices()) {
    AsmStatement &statement = unit_.statements[s];
    if (statement.kind == AsmStatementKind::section)
      section = statement.text;
    auto &function = current.try_emplace(section, -1).first->second;
    const bool begins = begins_function(s);
    is_at_function = begins || (is_at_function && statement.kind == AsmStatementKind::label);
    if (begins) {
      function = static_cast<int>(unit_.functions.size());
      unit_.functions.push_back(is_macho && statement.text.starts_with('_') ? statement.text.substr(1)
                                                                            : statement.text); // as in C
    }
    statement.function = function;
  }
}

ParsedUnit RecordingStreamer::finish() && {
  end_bytes();
  resolve_functions();
  return std::move(unit_);
}

} // namespace osaca
