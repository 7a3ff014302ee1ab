#include "decode/assembly/assembly_reader.h"
#include "base/format.h"
#include "decode/assembly/text_parse.h"

#include "decode/screen/text_screen.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace osaca {

namespace {

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

/// The first word of a line and the text after it, as positions.
struct Words {
  std::size_t mnemonic = 0;
  std::size_t mnemonic_end = 0;
  std::size_t operands = 0;
  std::size_t end = 0; ///< of the line
};

Words words_of(const std::string &text, std::size_t line_begin, std::size_t line_end) {
  Words words;
  words.end = line_end;
  words.mnemonic = line_begin;
  while (words.mnemonic < line_end && is_blank(text[words.mnemonic]))
    ++words.mnemonic;
  words.mnemonic_end = words.mnemonic;
  while (words.mnemonic_end < line_end && std::isalnum(static_cast<unsigned char>(text[words.mnemonic_end])) != 0)
    ++words.mnemonic_end;
  words.operands = words.mnemonic_end;
  while (words.operands < line_end && is_blank(text[words.operands]))
    ++words.operands;
  return words;
}

bool is_32_bit_register(std::string_view name) {
  constexpr std::array<std::string_view, 8> names = {"eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp"};
  if (std::ranges::find(names, name) != names.end())
    return true;
  return name.size() >= 3 && name.front() == 'r' && name.back() == 'd';
}

std::string_view second_operand(std::string_view operands) {
  const std::size_t comma = operands.find(',');
  if (comma == std::string_view::npos)
    return {};
  operands.remove_prefix(comma + 1);
  operands.remove_prefix(std::min(operands.size(), operands.find_first_not_of(" \t")));
  return operands;
}

void insert_letter(std::string &text, const Words &words) {
  const std::size_t blank = text.find(',', words.operands) + 1;
  if (words.mnemonic > 0 && is_blank(text[words.mnemonic - 1])) {
    text.replace(words.mnemonic - 1, 6, "movsxd");
  } else if (is_blank(text[blank])) {
    text.erase(blank, 1);
    text.insert(words.mnemonic_end, 1, 'd');
  }
}

/// `movsx rax, ecx` and `movsx rax, DWORD PTR [rcx]` are `movsxd` in LLVM. The additional letter replaces the blank
/// before the mnemonic or the one after the comma.
void rewrite_sign_extension(std::string &text, const Words &words) {
  if (text[words.operands] != 'r')
    return;
  const std::string_view source =
      second_operand(std::string_view(text).substr(words.operands, words.end - words.operands));
  const std::string_view name = source.substr(0, source.find_first_of(" \t#;\r"));
  if (is_32_bit_register(name) || source.substr(0, 9) == "DWORD PTR" || source.substr(0, 9) == "dword ptr")
    insert_letter(text, words);
}

/// `call [QWORD PTR f[rip]]`: the outer brackets have no meaning and are removed.
void rewrite_indirect_target(std::string &text, const Words &words) {
  if (text.compare(words.operands, 11, "[QWORD PTR ") != 0)
    return;
  const std::size_t comment = std::min(words.end, text.find('#', words.operands));
  const std::size_t close = text.rfind(']', comment - 1);
  if (close == std::string::npos || close <= words.operands)
    return;
  text[words.operands] = ' ';
  text[close] = ' ';
}

/// `mov edi, OFFSET FLAT:table`: LLVM does not know the segment that GCC writes. It is replaced by blanks.
void remove_flat_segment(std::string &text, const Words &words) {
  constexpr std::string_view segment = "OFFSET FLAT:";
  const std::size_t found = text.find(segment, words.operands);
  if (found < words.end)
    text.replace(found + segment.find("FLAT"), 5, 5, ' ');
}

/// Clang before 20 writes the width of all gathered elements, LLVM 22 expects that of one. Both accept no width at all.
void rewrite_gather(std::string &text, const Words &words) {
  for (const char *width : {"xmmword ptr", "ymmword ptr", "zmmword ptr"}) {
    const std::size_t found = text.find(width, words.operands);
    if (found != std::string::npos && found < words.end)
      text.replace(found, 11, 11, ' ');
  }
}

} // namespace

std::string with_intel_syntax_llvm_reads(std::string_view text) {
  std::string made(text);
  for (std::size_t begin = 0; begin < made.size();) {
    const std::size_t end = std::min(made.size(), made.find('\n', begin));
    const Words words = words_of(made, begin, end);
    const std::string_view mnemonic =
        std::string_view(made).substr(words.mnemonic, words.mnemonic_end - words.mnemonic);
    if (words.operands < end) {
      if (mnemonic == "movsx")
        rewrite_sign_extension(made, words);
      else if (mnemonic == "call" || mnemonic == "jmp")
        rewrite_indirect_target(made, words);
      else if (mnemonic.find("gather") != std::string_view::npos || mnemonic.find("scatter") != std::string_view::npos)
        rewrite_gather(made, words);
      remove_flat_segment(made, words);
    }
    begin = end + 1;
  }
  return made;
}

namespace {

/// `.arch armv8.4-a+fp16`: GNU's assembler adds extensions that LLVM does not add, and every instruction is accepted
/// anyway. The directive is replaced by blanks.
void remove_architecture(std::string &text, const Words &words) {
  const std::string_view line = std::string_view(text).substr(words.mnemonic, words.end - words.mnemonic);
  const std::string_view name = line.substr(0, line.find_first_of(" \t"));
  if (name != ".arch" && name != ".cpu" && name != ".arch_extension")
    return;
  const std::size_t length = std::min(line.size(), line.find_first_of(";\r"));
  text.replace(words.mnemonic, length, length, ' ');
}

/// `movi v6.16b, 0xffffffffffffff97`: GCC extends the sign of the byte, and GNU's assembler uses the byte.
void shorten_byte(std::string &text, const Words &words) {
  constexpr std::string_view sign = "0xffffffffffffff";
  const std::size_t found = text.find(sign, words.operands);
  const std::size_t byte = found + sign.size();
  const auto is_digit = [&](std::size_t at) {
    return at < words.end && std::isxdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  if (found < words.end && is_digit(byte) && is_digit(byte + 1) && !is_digit(byte + 2))
    text.replace(found, sign.size() + 2, format_text("0x{}", text.substr(byte, 2)).append(sign.size() - 2, ' '));
}

/// Changes text that GNU's assembler accepts and LLVM's does not. All positions are kept.
void rewrite_aarch64_of_gnu(std::string &text, bool accepts_all) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.size(), text.find('\n', begin));
    const Words words = words_of(text, begin, end);
    if (words.mnemonic < end && text[words.mnemonic] == '.' && accepts_all)
      remove_architecture(text, words);
    else if (std::string_view(text).substr(words.mnemonic, words.mnemonic_end - words.mnemonic) == "movi")
      shorten_byte(text, words);
    begin = end + 1;
  }
}

constexpr std::size_t max_input_bytes = 256U << 20U;

/// Whether the text may contain directives. LLVM accepts their names in capitals, too. Labels begin with ".L".
bool may_hold_directives(std::string_view text) {
  for (std::size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\n';
    if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z' && next != 'L') || next == '_' || next == '\\')
      return true;
  }
  return false;
}

/// Collects LLVM's diagnostics, and owns the expressions of one text.
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
  State(const LlvmTarget &llvm, std::shared_ptr<const llvm::MCSubtargetInfo> info, bool all)
      : accepts_all(all), target(llvm), subtarget(std::move(info)),
        encoding(target.triple, target.asm_info.get(), target.registers.get(), subtarget.get()),
        maker(target, *subtarget, encoding) {}

  bool accepts_all = false; ///< all instructions of the instruction set
  const LlvmTarget &target;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget;
  llvm::MCContext encoding; ///< for the lengths of instructions
  InstructionMaker maker;
};

AssemblyReader::AssemblyReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
AssemblyReader::AssemblyReader(AssemblyReader &&) noexcept = default;
AssemblyReader::~AssemblyReader() = default;

Expected<AssemblyReader> AssemblyReader::create(const LlvmTarget &target, const std::string &features_cpu) {
  OSACA_TRY(auto subtarget, target.reader(features_cpu));
  return AssemblyReader(std::make_unique<State>(target, std::move(subtarget), features_cpu.empty()));
}

Expected<ReadUnit> AssemblyReader::read(EditedText &edited, const std::string &name, const SyntaxGuess &syntax) {
  std::string &text = edited.text();
  if (text.size() > max_input_bytes)
    return Error{
        format_text("the input has {} MiB; at most {} MiB are supported", text.size() >> 20U, max_input_bytes >> 20U),
        {name, 0, 0}};
  const auto openings = screened(text);
  if (!openings)
    return Error{openings.error().message, {name, openings.error().where.line, 0}};
  if (state_->target.isa == Isa::aarch64)
    rewrite_aarch64_of_gnu(text, state_->accepts_all);
  const bool is_x86 = state_->target.isa == Isa::x86_64;
  const bool has_intel_syntax = is_x86 && (syntax.intel_syntax || text.find(".intel_syntax") != std::string::npos);
  if (has_intel_syntax)
    if (const auto line = line_of_unsafe_division(text, syntax.intel_syntax))
      return Error{"a division in an operand in Intel syntax may have a zero divisor", {name, *line, 0}};
  std::string readable = has_intel_syntax ? with_intel_syntax_llvm_reads(text) : std::string();

  ParsedText parsed{.text = has_intel_syntax ? readable : text,
                    .origin = edited,
                    .name = name,
                    .has_directives = may_hold_directives(text),
                    .intel_syntax = is_x86 && syntax.intel_syntax,
                    .has_numbers_with_suffix =
                        syntax.dialect == AssemblerDialect::masm || syntax.dialect == AssemblerDialect::nasm};
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
