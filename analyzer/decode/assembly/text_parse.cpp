#include "decode/assembly/text_parse.h"

#include "base/format.h"
#include "base/text.h"
#include "decode/screen/text_screen.h"

#include <algorithm>
#include <cstring>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/MC/MCSectionELF.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <utility>

namespace osaca {

namespace {

constexpr std::size_t max_problems = 100;

/// Shortens a message: LLVM repeats an unknown word, however long it is.
std::string shortened(std::string message) {
  constexpr std::size_t max_message = 200;
  if (message.size() > max_message)
    message.replace(max_message, std::string::npos, "...");
  return message;
}

bool is_about_unknown_directive(const llvm::SMDiagnostic &diagnostic) {
  return diagnostic.getMessage() == "unknown directive";
}

/// " '.directive'", which LLVM's message lacks. `at` is the position of the directive.
std::string name_of_unknown(const llvm::SMDiagnostic &diagnostic, const char *at) {
  constexpr std::size_t longest = 40;
  if (at == nullptr || !is_about_unknown_directive(diagnostic))
    return {};
  const std::string_view word = first_word({at, strnlen(at, longest)});
  return word.empty() ? std::string() : format_text(" '{}'", word);
}

/// The only section that code without directives needs. Setting up LLVM's dozens of sections takes longer than reading
/// a small loop.
class TextSectionOnly : public llvm::MCObjectFileInfo {
public:
  explicit TextSectionOnly(llvm::MCContext &context) {
    TextSection =
        context.getELFSection(".text", llvm::ELF::SHT_PROGBITS, llvm::ELF::SHF_EXECINSTR | llvm::ELF::SHF_ALLOC);
  }
};

std::unique_ptr<llvm::MCObjectFileInfo> sections_of(const LlvmTarget &target, llvm::MCContext &context,
                                                    bool has_directives) {
  // On RISC-V the expansion of `la` depends on more than sections.
  if (has_directives || target.isa == Isa::riscv64 || !target.triple.isOSBinFormatELF())
    return std::unique_ptr<llvm::MCObjectFileInfo>(target.target->createMCObjectFileInfo(context, true));
  return std::make_unique<TextSectionOnly>(context);
}

void tell(const llvm::SMDiagnostic &diagnostic, void *parse) { static_cast<TextParse *>(parse)->complain(diagnostic); }

} // namespace

TextParse::TextParse(const LlvmTarget &target, const llvm::MCSubtargetInfo &subtarget, InstructionMaker &maker,
                     ParsedText text)
    : subtarget_(subtarget), text_(std::move(text)), positions_(text_.text, text_.origin),
      sources_(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()), // never opens a file
      context_(target.triple, target.asm_info.get(), target.registers.get(), &subtarget, &sources_, &target.options),
      sections_(sections_of(target, context_, text_.has_directives)),
      streamer_(context_, target, subtarget, maker, positions_),
      directives_(streamer_, positions_, std::move(text_.openings)) {
  sources_.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text_.text, text_.name), llvm::SMLoc());
  sources_.setDiagHandler(tell, this);
  context_.setDiagnosticHandler([this](const llvm::SMDiagnostic &diagnostic, bool, const llvm::SourceMgr &,
                                       std::vector<const llvm::MDNode *> &) { complain(diagnostic); });
  context_.setObjectFileInfo(sections_.get());
  target.target->createNullTargetStreamer(streamer_);
  streamer_.set_limit_reached([this] { stop("too many instructions; the rest of the input is ignored"); });
  parser_.reset(llvm::createMCAsmParser(sources_, context_, streamer_, *target.asm_info));
  instructions_.reset(target.target->createMCAsmParser(subtarget, *parser_, *target.instructions, target.options));
  parser_->setTargetParser(*instructions_);
  if (text_.has_directives || target.isa == Isa::riscv64)
    directives_.Initialize(*parser_);
  if (text_.intel_syntax)
    parser_->setAssemblerDialect(1);
  parser_->getLexer().setLexMasmIntegers(text_.has_numbers_with_suffix);
}

void TextParse::run() {
  streamer_.initSections(false, subtarget_);
  streamer_.start();
  parser_->Run(true, true);
}

ParsedUnit TextParse::take_unit() && {
  ParsedUnit unit = std::move(streamer_).finish();
  unit.problems = std::move(problems_);
  return unit;
}

void TextParse::complain(const llvm::SMDiagnostic &diagnostic) {
  if (diagnostic.getKind() != llvm::SourceMgr::DK_Error || is_stopped_)
    return;
  const char *at = diagnostic.getLoc().getPointer();
  const int line = at == nullptr ? 0 : positions_.line_of(at);
  if (at != nullptr && is_about_unknown_directive(diagnostic))
    directives_.on_unknown(at);
  if (line == last_problem_line_ && line != 0)
    return;
  last_problem_line_ = line;
  problems_.push_back(
      {shortened(diagnostic.getMessage().str()) + name_of_unknown(diagnostic, at), {text_.name, line, 0}});
  if (at != nullptr && is_instruction_line(at))
    streamer_.add_unreadable(at);
  if (problems_.size() >= max_problems)
    stop("too many lines that cannot be read; the rest of the input is ignored");
}

/// Ends the parse: the rest of the input is replaced by an empty one, at a position that LLVM can still report.
void TextParse::stop(std::string why) {
  if (is_stopped_)
    return;
  is_stopped_ = true;
  problems_.push_back({std::move(why), {text_.name, last_problem_line_, 0}});
  if (parser_)
    parser_->getLexer().setBuffer(llvm::StringRef(text_.text.data() + text_.text.size(), 0));
}

/// Errors in data and directives are ignored, because they are not executed.
bool TextParse::is_instruction_line(const char *at) const {
  if (!positions_.contains(at))
    return true;
  const char *begin = at;
  while (begin > text_.text.data() && begin[-1] != '\n')
    --begin;
  while (*begin == ' ' || *begin == '\t')
    ++begin;
  return *begin != '.' && *begin != '\n' && *begin != '\0';
}

namespace {

/// The comment of `line` that contains position `at`, without its leader; empty if the position is outside comments.
std::string_view comment_around(std::string_view line, std::size_t at) {
  for (const std::string_view leader : {"#", "//", "/*", ";"}) {
    const std::size_t found = line.substr(0, at).find(leader);
    if (found == std::string_view::npos)
      continue;
    std::string_view comment = line.substr(found + leader.size());
    comment = comment.substr(std::min(comment.size(), comment.find_first_not_of("#/*;")));
    return trimmed(comment.substr(0, comment.find("*/")), " \t\r");
  }
  return {};
}

std::vector<AsmStatement> marker_comments(std::string_view text) {
  std::vector<AsmStatement> found;
  int line = 1;
  std::size_t counted = 0;
  for (std::size_t at = 0;;) {
    at = std::min(text.find("OSACA", at), text.find("LLVM-MCA", at));
    if (at == std::string_view::npos)
      return found;
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                        text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    const std::size_t begin = text.rfind('\n', at) + 1; // npos + 1 is 0
    const std::size_t end = std::min(text.size(), text.find('\n', at));
    const std::string_view comment = comment_around(text.substr(begin, end - begin), at - begin);
    if (!comment.empty()) {
      AsmStatement &statement = found.emplace_back();
      statement.kind = AsmStatementKind::marker_comment;
      statement.line = line;
      statement.text = comment;
    }
    at = end;
  }
}

} // namespace

void insert_marker_comments(ParsedUnit &unit, std::string_view text) {
  std::vector<AsmStatement> comments = marker_comments(text);
  if (comments.empty())
    return;
  Indexed<AsmStatement> merged;
  merged.reserve(unit.statements.size() + comments.size());
  std::size_t next = 0;
  int function = -1;
  const auto add_before = [&](int line) {
    for (; next < comments.size() && comments[next].line < line; ++next) {
      comments[next].function = function;
      merged.push_back(std::move(comments[next]));
    }
  };
  for (AsmStatement &statement : unit.statements) {
    add_before(statement.line);
    function = statement.function;
    merged.push_back(std::move(statement));
  }
  add_before(2147483647);
  unit.statements = std::move(merged);
}

} // namespace osaca
