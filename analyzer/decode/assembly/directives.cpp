#include "base/format.h"
#include "base/text.h"
#include "decode/assembly/text_parse.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

namespace osaca {
namespace {

// Directives that do not matter to the analysis.
constexpr std::array skipped = {
    ".cfi_sections", ".cfi_startproc", ".cfi_endproc", ".cfi_def_cfa", ".cfi_def_cfa_offset", ".cfi_def_cfa_register",
    ".cfi_adjust_cfa_offset", ".cfi_offset", ".cfi_rel_offset", ".cfi_personality", ".cfi_personality_id", ".cfi_lsda",
    ".cfi_inline_lsda", ".cfi_remember_state", ".cfi_restore_state", ".cfi_same_value", ".cfi_restore", ".cfi_escape",
    ".cfi_return_column", ".cfi_signal_frame", ".cfi_undefined", ".cfi_register", ".cfi_window_save",
    ".cfi_negate_ra_state", ".cfi_negate_ra_state_with_pc", ".cfi_b_key_frame", ".cfi_mte_tagged_frame", ".cfi_label",
    ".cfi_val_offset", ".cfi_val_encoded_addr", ".cfi_fde_data", ".cfi_llvm_def_aspace_cfa", ".size", ".ident",
    ".symver", ".version", ".addrsig", ".addrsig_sym", ".gnu_attribute", ".loc_mark_labels", ".cg_profile",
    ".pseudoprobe", ".print", ".warning", ".error", ".err", ".dcb", ".dcb.b", ".dcb.d", ".dcb.l", ".dcb.s", ".dcb.w",
    ".dcb.x", ".ds", ".ds.b", ".ds.d", ".ds.l", ".ds.p", ".ds.s", ".ds.w", ".ds.x", ".bundle_align_mode", ".attribute",
    ".variant_pcs", ".cpu", ".arch", ".arch_extension", ".option", ".tlsdescseq", ".internal", ".hidden", ".protected",
    ".stabs", ".stabn", ".stabd", ".weakref", ".reloc", ".cv_loc", ".cv_file", ".cv_linetable", ".linefile", ".title",
    ".sbttl", ".list", ".nolist", ".lto_discard", ".lto_set_conditional", ".memtag", ".dc.a", ".secure_log_unique",
    ".secure_log_reset",
    // COFF
    ".scl", ".endef", ".safeseh", ".secidx", ".secrel32", ".secnum", ".secoffset", ".rva", ".symidx", ".linkonce",
    ".cv_func_id", ".cv_inline_site_id", ".cv_inline_linetable", ".cv_def_range", ".cv_stringtable", ".cv_string",
    ".cv_filechecksums", ".cv_filechecksumoffset", ".cv_fpo_data",
    // Mach-O
    ".subsections_via_symbols", ".build_version", ".macosx_version_min", ".ios_version_min", ".tvos_version_min",
    ".watchos_version_min", ".indirect_symbol", ".desc", ".lsym", ".zerofill", ".linker_option", ".data_region",
    ".end_data_region", ".loh", ".alt_entry", ".no_dead_strip", ".private_extern", ".weak_definition",
    ".weak_def_can_be_hidden", ".weak_reference", ".reference", ".lazy_reference", ".symbol_resolver", ".tbss", ".dump",
    ".load", ".cold"};

constexpr std::array refused_names = {".include", ".incbin"};

/// A directive that expands text, and the name under which it is allowed to. Both have the same length, so that one can
/// overwrite the other.
struct Expanding {
  const char *name;
  const char *allowed;
};
constexpr std::array expanding = {Expanding{".rep", ".r_p"}, Expanding{".rept", ".r_pt"}, Expanding{".irp", ".i_p"},
                                  Expanding{".irpc", ".i_pc"}, Expanding{".macro", ".m_cro"}};
constexpr std::array taken_away = {".include", ".incbin", ".rep", ".rept", ".irp", ".irpc", ".macro", ".altmacro"};

std::string_view view(llvm::StringRef text) { return {text.data(), text.size()}; }

std::string_view skip_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t,");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// The character after a backslash in a quoted string; `at` moves to its last position. It is a byte in up to three
/// octal digits (compilers write non-ASCII letters in this form), or the character itself.
char escaped(std::string_view text, std::size_t &at) {
  const auto is_octal = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
  if (!is_octal(at))
    return text[at];
  auto byte = static_cast<unsigned>(text[at] - '0');
  for (int digits = 1; digits < 3 && is_octal(at + 1); ++digits)
    byte = byte * 8 + static_cast<unsigned>(text[++at] - '0');
  return static_cast<char>(byte & 0xffU);
}

/// Removes the next word or quoted string from `text`, and returns it.
std::string take_word(std::string_view &text) {
  text = skip_blanks(text);
  if (text.empty())
    return {};
  std::string word;
  if (text.front() == '"') {
    std::size_t i = 1;
    for (; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\' && i + 1 < text.size())
        word += escaped(text, ++i);
      else
        word += text[i];
    }
    text.remove_prefix(std::min(text.size(), i + 1));
    return word;
  }
  const std::size_t end = std::min(text.size(), text.find_first_of(" \t,"));
  word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

int to_number(std::string_view word) { return parse_number<int>(word).value_or(-1); }

bool is_code_name(std::string_view name) {
  return name == ".text" || name.starts_with(".text.") || name == ".init" || name == ".fini" || name == ".plt" ||
         name.starts_with(".gnu.linkonce.t.");
}

bool holds_only_debug_data(std::string_view name) {
  return name.starts_with(".debug") || name.starts_with(".zdebug") || name.starts_with(".stab") ||
         name.starts_with(".gnu.lto") || name.starts_with(".gnu.debug") || name.starts_with(".apple_");
}

/// The flags of `.section name,"flags",@type`.
bool is_executable(std::string_view name, std::string_view arguments) {
  arguments = skip_blanks(arguments);
  if (arguments.empty() || arguments.front() != '"')
    return is_code_name(name);
  return take_word(arguments).find('x') != std::string::npos;
}

/// Whether `line` may switch to another section.
bool may_switch_section(std::string_view line) {
  line = skip_blanks(line);
  for (const std::string_view name : {".text", ".section", ".pushsection", ".popsection", ".previous", ".data", ".bss"})
    if (line.starts_with(name))
      return true;
  return false;
}

} // namespace

void Directives::Initialize(llvm::MCAsmParser &parser) {
  MCAsmParserExtension::Initialize(parser);
  const auto add = [&](const char *name, Handler handler) { parser.addDirectiveHandler(name, {this, handler}); };
  for (const char *name : skipped)
    add(name, HandleDirective<Directives, &Directives::skip>);
  for (const char *name : refused_names)
    add(name, HandleDirective<Directives, &Directives::refuse>);
  for (const Expanding &directive : expanding) {
    add(directive.name, HandleDirective<Directives, &Directives::expand>);
    parser.addAliasForDirective(directive.allowed, directive.name);
  }
  // Handlers are found by exact name, but LLVM also accepts its own directives in capitals. So LLVM's are removed.
  for (const char *name : taken_away)
    parser.addAliasForDirective(name, ".osaca_none");
  add(".file", HandleDirective<Directives, &Directives::file>);
  add(".loc", HandleDirective<Directives, &Directives::location>);
  add(".prefalign", HandleDirective<Directives, &Directives::preferred_alignment>);
  add(".type", HandleDirective<Directives, &Directives::type>);
  add(".def", HandleDirective<Directives, &Directives::symbol_of_coff>);
  if (!getContext().getTargetTriple().isOSBinFormatELF()) // LLVM knows the sections, see changeSection()
    return;
  add(".section", HandleDirective<Directives, &Directives::section>);
  add(".pushsection", HandleDirective<Directives, &Directives::push_section>);
  add(".popsection", HandleDirective<Directives, &Directives::pop_section>);
  add(".previous", HandleDirective<Directives, &Directives::previous_section>);
  for (const char *name : {".text", ".data", ".bss", ".rodata", ".tdata", ".tbss", ".subsection"})
    add(name, HandleDirective<Directives, &Directives::plain_section>);
}

std::string_view Directives::rest_of_line() {
  const std::string_view text = view(getParser().parseStringToEndOfStatement());
  if (getTok().is(llvm::AsmToken::EndOfStatement))
    Lex();
  return text;
}

bool Directives::skip(llvm::StringRef, llvm::SMLoc) {
  rest_of_line();
  return false;
}

void Directives::refuse_file(llvm::StringRef directive, llvm::SMLoc at) {
  if (!refused_)
    refused_ = osaca::Error{
        format_text("'{}' is not allowed: assembly must not include other files; preprocess it first", directive.str()),
        {"", positions_.line_of(at.getPointer()), 0}};
}

bool Directives::refuse(llvm::StringRef directive, llvm::SMLoc at) {
  refuse_file(directive, at);
  rest_of_line();
  return false;
}

void Directives::refuse_expansion(llvm::SMLoc at) {
  if (!refused_)
    refused_ =
        osaca::Error{"this macro or repetition cannot be expanded here; expand it first (compile to assembly with -S)",
                     {"", positions_.line_of(at.getPointer()), 0}};
}

/// Overwrites the directive with the name that LLVM still accepts, so that it is read again. In the text this is
/// allowed only for openings whose size was counted. Text that comes out of an expansion was counted with the
/// expansion.
bool Directives::expand(llvm::StringRef directive, llvm::SMLoc at) {
  char *const name = const_cast<char *>(at.getPointer()); // points into our buffer or LLVM's copy
  const auto known = std::ranges::find_if(expanding, [&](const Expanding &e) { return directive == e.name; });
  const bool is_counted = positions_.contains(name) ? openings_.contains(name) : directive != ".macro";
  if (!is_counted || known == expanding.end() || *name != '.') {
    refuse_expansion(at);
    rest_of_line();
    return false;
  }
  std::ignore = positions_.line_of(name); // expanded text gets this line
  std::memcpy(name, known->allowed, directive.size());
  llvm::SourceMgr &sources = getSourceManager();
  const unsigned buffer = sources.FindBufferContainingLoc(at);
  getLexer().setBuffer(sources.getMemoryBuffer(buffer)->getBuffer(), name);
  Lex();
  return false;
}

void Directives::on_unknown(const char *at) {
  const llvm::StringRef text(at, std::min<std::size_t>(std::strlen(at), 16));
  const auto is_named = [&](llvm::StringRef name) {
    return text.starts_with_insensitive(name) && (text.size() == name.size() || !llvm::isAlpha(text[name.size()]));
  };
  for (const llvm::StringRef name : taken_away)
    if (is_named(name)) {
      if (name.starts_with(".inc"))
        refuse_file(name, llvm::SMLoc::getFromPointer(at));
      else
        refuse_expansion(llvm::SMLoc::getFromPointer(at));
      return;
    }
}

bool Directives::file(llvm::StringRef, llvm::SMLoc) {
  std::string_view text = rest_of_line();
  const int number = to_number(take_word(text));
  if (number < 0)
    return false; // `.file "name"`: the unit's main file
  const std::string first = take_word(text);
  text = skip_blanks(text);
  // `.file 1 "directory" "name"`, optionally followed by `md5 ...`, or `.file 1 "name"`.
  const std::string second = !text.empty() && text.front() == '"' ? take_word(text) : std::string();
  files_[number] = second.empty() ? first : second;
  return false;
}

bool Directives::location(llvm::StringRef, llvm::SMLoc) {
  std::string_view text = rest_of_line();
  const int file_number = to_number(take_word(text));
  const int line = to_number(take_word(text));
  const int column = to_number(take_word(text));
  const auto name = files_.find(file_number);
  // In a function that was cut out of its unit, the file names are missing. A line of an unknown file is no location.
  if (name == files_.end())
    streamer_.set_source({});
  else if (line > 0)
    streamer_.set_source({name->second, line, std::max(column, 0)});
  return false;
}

/// `.prefalign 4, .Lfunc_end0, nop` (LLVM 23) means `.p2align 4` before code of at least 16 bytes. Shorter code may be
/// placed elsewhere, but does not cross a 16-byte boundary there either.
bool Directives::preferred_alignment(llvm::StringRef, llvm::SMLoc) {
  std::string_view text = rest_of_line();
  const int exponent = to_number(take_word(text));
  constexpr int largest_exponent = 12; // a page
  if (exponent >= 0 && exponent <= largest_exponent)
    getStreamer().emitCodeAlignment(llvm::Align(std::uint64_t{1} << static_cast<unsigned>(exponent)), nullptr, 0);
  return false;
}

bool Directives::type(llvm::StringRef, llvm::SMLoc) {
  std::string_view text = rest_of_line();
  const std::string name = take_word(text);
  if (text.find("function") != std::string_view::npos || text.find("STT_FUNC") != std::string_view::npos)
    streamer_.declare_function(name);
  else if (text.find("object") != std::string_view::npos || text.find("STT_OBJECT") != std::string_view::npos)
    streamer_.declare_data(name); // also tls_object
  return false;
}

/// `.def f; .scl 2; .type 32; .endef`: all symbols in code are treated as functions.
bool Directives::symbol_of_coff(llvm::StringRef, llvm::SMLoc) {
  std::string_view text = rest_of_line();
  streamer_.declare_function(take_word(text));
  return false;
}

void Directives::switch_to(Section section) {
  previous_ = current_;
  current_ = std::move(section);
  streamer_.enter_section(current_.name, current_.executable);
  if (holds_only_debug_data(current_.name))
    skip_debug_text();
}

/// Debug sections are most of the text of `-g` output. Skips to the next line that may switch to another section.
void Directives::skip_debug_text() {
  const char *at = getTok().getLoc().getPointer();
  const std::string_view text = positions_.text();
  if (!positions_.contains(at))
    return;
  const char *const end = text.data() + text.size();
  while (at < end) {
    const char *line_end = static_cast<const char *>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    line_end = line_end == nullptr ? end : line_end;
    if (may_switch_section({at, static_cast<std::size_t>(line_end - at)}))
      break;
    at = line_end == end ? end : line_end + 1;
  }
  getLexer().setBuffer(llvm::StringRef(text.data(), text.size()), at);
  Lex();
}

bool Directives::section(llvm::StringRef, llvm::SMLoc) {
  std::string_view text = rest_of_line();
  std::string name = take_word(text);
  const bool executable = is_executable(name, text);
  switch_to({std::move(name), executable});
  return false;
}

bool Directives::plain_section(llvm::StringRef directive, llvm::SMLoc) {
  rest_of_line();
  if (directive == ".subsection")
    return false;
  switch_to({directive.str(), directive == ".text"});
  return false;
}

bool Directives::push_section(llvm::StringRef directive, llvm::SMLoc at) {
  if (stack_.size() < 1000)
    stack_.emplace_back(current_, previous_);
  return section(directive, at);
}

bool Directives::pop_section(llvm::StringRef, llvm::SMLoc) {
  rest_of_line();
  if (stack_.empty())
    return false;
  auto [current, previous] = stack_.back();
  stack_.pop_back();
  switch_to(std::move(current));
  previous_ = std::move(previous);
  return false;
}

bool Directives::previous_section(llvm::StringRef, llvm::SMLoc) {
  rest_of_line();
  switch_to(previous_);
  return false;
}

} // namespace osaca
