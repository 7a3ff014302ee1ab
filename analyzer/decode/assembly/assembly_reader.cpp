#include "decode/assembly/assembly_reader.h"

#include "decode/assembly/directives.h"
#include "decode/screen/input_screen.h"
#include "decode/assembly/intel_rewrite.h"
#include "decode/screen/intel_screen.h"
#include "decode/assembly/marker_comments.h"
#include "decode/assembly/recording_streamer.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCSectionELF.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace osaca {
namespace {

constexpr std::size_t max_input_bytes = 256U << 20U;
constexpr std::size_t max_problems = 100;

/// LLVM repeats the word that it does not know, however long it is.
std::string shortened(std::string message) {
  constexpr std::size_t max_message = 200;
  if (message.size() > max_message)
    message.replace(max_message, std::string::npos, "...");
  return message;
}

/// Collects LLVM's complaints; called back by its parser.
class Problems {
public:
  Problems(InputPositions &positions, std::string file) : positions_(positions), file_(std::move(file)) {}

  void set_streamer(RecordingStreamer *streamer) { streamer_ = streamer; }
  void set_parser(llvm::MCAsmParser *parser) { parser_ = parser; }
  void set_directives(Directives *directives) { directives_ = directives; }

  void add(const llvm::SMDiagnostic &diagnostic) {
    if (diagnostic.getKind() != llvm::SourceMgr::DK_Error || stopped_)
      return;
    const char *at = diagnostic.getLoc().getPointer();
    const int line = at == nullptr ? 0 : positions_.line_of(at);
    if (directives_ != nullptr && at != nullptr && diagnostic.getMessage() == "unknown directive")
      directives_->on_unknown(at);
    if (line == last_line_ && line != 0)
      return;
    last_line_ = line;
    found_.push_back({shortened(diagnostic.getMessage().str()), {file_, line, 0}});
    if (streamer_ != nullptr && at != nullptr && is_instruction_line(at))
      streamer_->add_unreadable(at);
    if (found_.size() >= max_problems)
      stop("too many lines that cannot be read; giving up here");
  }

  /// Ends the parse: an empty input is all that is left, at a place that LLVM can still name in a message.
  void stop(std::string why) {
    if (stopped_)
      return;
    stopped_ = true;
    found_.push_back({std::move(why), {file_, last_line_, 0}});
    if (parser_ != nullptr)
      parser_->getLexer().setBuffer(llvm::StringRef(positions_.text().data() + positions_.text().size(), 0));
  }

  [[nodiscard]] std::vector<Error> take() && { return std::move(found_); }

private:
  /// Data and directives that are wrong do not execute.
  bool is_instruction_line(const char *at) const {
    if (!positions_.contains(at))
      return true;
    const char *begin = at;
    while (begin > positions_.text().data() && begin[-1] != '\n')
      --begin;
    while (*begin == ' ' || *begin == '\t')
      ++begin;
    return *begin != '.' && *begin != '\n' && *begin != '\0';
  }

  InputPositions &positions_;
  std::string file_;
  RecordingStreamer *streamer_ = nullptr;
  llvm::MCAsmParser *parser_ = nullptr;
  Directives *directives_ = nullptr;
  std::vector<Error> found_;
  int last_line_ = -1;
  bool stopped_ = false;
};

/// Whether a directive may stand in it. LLVM takes their names in capitals too; labels begin with ".L".
bool may_hold_directives(std::string_view text) {
  for (std::size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\n';
    if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z' && next != 'L') || next == '_' || next == '\\')
      return true;
  }
  return false;
}

/// All that code without directives can get to. LLVM's has dozens of sections, which takes longer than a small loop.
class TextSectionOnly : public llvm::MCObjectFileInfo {
public:
  explicit TextSectionOnly(llvm::MCContext &context) {
    TextSection =
        context.getELFSection(".text", llvm::ELF::SHT_PROGBITS, llvm::ELF::SHF_EXECINSTR | llvm::ELF::SHF_ALLOC);
  }
};

/// The handler and the expressions of one text.
struct ResetAtEnd {
  llvm::MCContext &context;
  ~ResetAtEnd() { context.reset(); }
};

void report(const llvm::SMDiagnostic &diagnostic, void *problems) {
  static_cast<Problems *>(problems)->add(diagnostic);
}

} // namespace

struct AssemblyReader::State {
  State(const LlvmTarget &llvm, std::shared_ptr<const llvm::MCSubtargetInfo> info)
      : target(llvm), subtarget(std::move(info)),
        encoding(target.triple, target.asm_info.get(), target.registers.get(), subtarget.get()),
        maker(target, *subtarget, encoding) {}

  const LlvmTarget &target;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget;
  llvm::MCContext encoding; ///< for the lengths of instructions
  InstructionMaker maker;
};

AssemblyReader::AssemblyReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
AssemblyReader::AssemblyReader(AssemblyReader &&) noexcept = default;
AssemblyReader::~AssemblyReader() = default;

Expected<AssemblyReader> AssemblyReader::create(const LlvmTarget &target, const std::string &features_cpu) {
  auto subtarget = target.reader(features_cpu);
  if (!subtarget)
    return subtarget.error();
  return AssemblyReader(std::make_unique<State>(target, *std::move(subtarget)));
}

Expected<ReadUnit> AssemblyReader::read(std::string_view text, const std::string &name, bool intel_syntax) {
  if (text.size() > max_input_bytes)
    return Error{"the input has " + std::to_string(text.size() >> 20U) + " MiB, more than the " +
                     std::to_string(max_input_bytes >> 20U) + " MiB that are read",
                 {name, 0, 0}};
  const auto openings = screened(text);
  if (!openings)
    return Error{openings.error().message, {name, openings.error().where.line, 0}};
  const LlvmTarget &target = state_->target;
  const llvm::MCSubtargetInfo &subtarget = *state_->subtarget;

  std::string original(text); // ends with a NUL, which `text` need not
  const bool intel = target.isa == Isa::x86_64 && (intel_syntax || original.find(".intel_syntax") != std::string::npos);
  if (intel)
    if (const auto line = line_of_unsafe_division(text, intel_syntax))
      return Error{"a division by what may be zero, in an operand in Intel syntax", {name, *line, 0}};
  std::string readable = intel ? with_intel_syntax_llvm_reads(original) : std::string();
  std::string &parsed_text = intel ? readable : original;
  const llvm::StringRef parsed(parsed_text);

  llvm::SourceMgr sources(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()); // no other file, however named
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(parsed, name), llvm::SMLoc());
  InputPositions positions({parsed.data(), parsed.size()}, original);
  Problems problems(positions, name);
  sources.setDiagHandler(report, &problems);

  llvm::MCContext context(target.triple, target.asm_info.get(), target.registers.get(), &subtarget, &sources,
                          &target.options);
  const auto handler = [&](const llvm::SMDiagnostic &diagnostic, bool, const llvm::SourceMgr &,
                           std::vector<const llvm::MDNode *> &) { problems.add(diagnostic); };
  context.setDiagnosticHandler(handler);
  state_->encoding.setDiagnosticHandler(handler);
  const ResetAtEnd forget{state_->encoding};
  // On RISC-V what `la` stands for depends on more than sections.
  const bool is_whole = target.isa == Isa::riscv64 || may_hold_directives(text);
  const std::unique_ptr<llvm::MCObjectFileInfo> sections(is_whole ? target.target->createMCObjectFileInfo(context, true)
                                                                  : new TextSectionOnly(context));
  context.setObjectFileInfo(sections.get());

  RecordingStreamer streamer(context, target, state_->maker, positions);
  target.target->createNullTargetStreamer(streamer);
  problems.set_streamer(&streamer);
  const std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, streamer, *target.asm_info));
  problems.set_parser(parser.get());
  streamer.set_limit_reached([&problems] { problems.stop("too many instructions; what follows is left out"); });
  const std::unique_ptr<llvm::MCTargetAsmParser> instructions(
      target.target->createMCAsmParser(subtarget, *parser, *target.instructions, target.options));
  parser->setTargetParser(*instructions);
  std::set<char *> expansions;
  for (const char *opening : *openings)
    expansions.insert(parsed_text.data() + (opening - text.data()));
  Directives directives(streamer, positions, std::move(expansions));
  problems.set_directives(&directives);
  if (is_whole)
    directives.Initialize(*parser);
  if (intel_syntax && target.isa == Isa::x86_64)
    parser->setAssemblerDialect(1);

  streamer.initSections(false, subtarget);
  streamer.start();
  parser->Run(true, true);

  if (directives.refused())
    return Error{directives.refused()->message, {name, directives.refused()->where.line, 0}};
  ReadUnit made;
  made.instructions = streamer.recorded();
  made.unit = std::move(streamer).finish();
  insert_marker_comments(made.unit, text);
  made.unit.problems = std::move(problems).take();
  return made;
}

} // namespace osaca
