#include "decode/assembly/assembly_reader.h"

#include "decode/assembly/intel_rewrite.h"
#include "decode/assembly/marker_comments.h"
#include "decode/assembly/text_parse.h"
#include "decode/screen/input_screen.h"
#include "decode/screen/intel_screen.h"

namespace osaca {
namespace {

constexpr std::size_t max_input_bytes = 256U << 20U;

/// Whether a directive may stand in it. LLVM takes their names in capitals too; labels begin with ".L".
bool may_hold_directives(std::string_view text) {
  for (std::size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\n';
    if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z' && next != 'L') || next == '_' || next == '\\')
      return true;
  }
  return false;
}

/// The complaints and expressions of one text.
class UsedBy {
public:
  UsedBy(llvm::MCContext &context, TextParse &parse) : context_(context) {
    context.setDiagnosticHandler([&parse](const llvm::SMDiagnostic &diagnostic, bool, const llvm::SourceMgr &,
                                          std::vector<const llvm::MDNode *> &) { parse.complain(diagnostic); });
  }
  UsedBy(const UsedBy &) = delete;
  UsedBy &operator=(const UsedBy &) = delete;
  ~UsedBy() { context_.reset(); }

private:
  llvm::MCContext &context_;
};

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

Expected<ReadUnit> AssemblyReader::read(EditedText &edited, const std::string &name, const SyntaxGuess &syntax) {
  std::string &text = edited.text();
  if (text.size() > max_input_bytes)
    return Error{"the input has " + std::to_string(text.size() >> 20U) + " MiB, more than the " +
                     std::to_string(max_input_bytes >> 20U) + " MiB that are read",
                 {name, 0, 0}};
  const auto openings = screened(text);
  if (!openings)
    return Error{openings.error().message, {name, openings.error().where.line, 0}};
  const bool is_x86 = state_->target.isa == Isa::x86_64;
  const bool has_intel_syntax = is_x86 && (syntax.intel_syntax || text.find(".intel_syntax") != std::string::npos);
  if (has_intel_syntax)
    if (const auto line = line_of_unsafe_division(text, syntax.intel_syntax))
      return Error{"a division by what may be zero, in an operand in Intel syntax", {name, *line, 0}};
  std::string readable = has_intel_syntax ? with_intel_syntax_llvm_reads(text) : std::string();

  ParsedText parsed{.text = has_intel_syntax ? readable : text,
                    .origin = edited,
                    .name = name,
                    .has_directives = may_hold_directives(text),
                    .intel_syntax = is_x86 && syntax.intel_syntax,
                    .has_numbers_with_suffix = syntax.dialect == Dialect::masm || syntax.dialect == Dialect::nasm};
  for (const char *opening : *openings)
    parsed.openings.insert(parsed.text.data() + (opening - text.data()));
  TextParse parse(state_->target, *state_->subtarget, state_->maker, std::move(parsed));
  {
    const UsedBy use(state_->encoding, parse);
    parse.run();
  }
  if (parse.refused())
    return Error{parse.refused()->message, {name, parse.refused()->where.line, 0}};
  ReadUnit made;
  made.instructions = parse.instructions();
  made.unit = std::move(parse).take_unit();
  insert_marker_comments(made.unit, edited.original());
  return made;
}

} // namespace osaca
