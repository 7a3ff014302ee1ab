#include "collection/loop_identity.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <cctype>

namespace osaca {

const SourceLocation &place_of(const KernelReport &kernel) {
  return kernel.source.known() ? kernel.source : kernel.input;
}

bool is_same_machine_loop(const KernelReport &a, const KernelReport &b) {
  return place_of(a).line == place_of(b).line && place_of(a) == place_of(b) && a.function == b.function &&
         a.name == b.name && a.arch == b.arch && name_of(a.role) == name_of(b.role);
}

std::optional<Fingerprint> source_text_of(const SourceLocation &where, SourceCursor &sources) {
  const LinedText *file = sources.file(where.file);
  if (file == nullptr || where.line < 1 || where.line > static_cast<int>(file->size()))
    return std::nullopt;
  constexpr std::string_view white_space = " \t\n\v\f\r";
  Fingerprint text = fingerprint_of("");
  std::string_view rest = (*file)[at(where.line - 1)];
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(white_space), rest.size());
    text = text.followed_by(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

/// The line counts only if its text is unknown, as in headers of libraries.
Fingerprint with_origin(Fingerprint identity, const KernelReport &kernel,
                        const std::optional<Fingerprint> &written_text) {
  const std::string_view separator(&key_separator, 1);
  if (kernel.written) {
    identity = identity.followed_by(separator)
                   .followed_by(kernel.written->function)
                   .followed_by(separator)
                   .followed_by(kernel.written->place.file)
                   .followed_by(separator);
    identity = written_text ? identity.followed_by(written_text)
                            : identity.followed_by(std::to_string(kernel.written->place.line));
  }
  if (kernel.part.number > 0)
    identity = identity.followed_by(separator).followed_by(std::to_string(kernel.part.number));
  return identity;
}

std::string opcodes_of(const KernelReport &kernel) {
  if (kernel.summary)
    return kernel.summary->opcodes;
  std::string text;
  for (const InstructionLine &line : kernel.instructions)
    (text += line.opcode) += key_separator;
  return text;
}

Fingerprint fingerprint_of_opcodes(const KernelReport &kernel) {
  return kernel.summary ? fingerprint_of(kernel.summary->opcodes) : fingerprint_of(opcodes_of(kernel));
}

bool have_same_opcodes(const KernelReport &a, const KernelReport &b) {
  return a.summary && b.summary ? a.summary->opcodes == b.summary->opcodes : opcodes_of(a) == opcodes_of(b);
}

std::set<std::string> distinct_opcodes_of(const KernelReport &kernel) {
  const std::string all = opcodes_of(kernel);
  std::set<std::string> out;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find(key_separator, begin), all.size());
    out.insert(all.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

namespace {

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' || c == '@';
}

bool is_of_address(char c) { return is_of_name(c) || c == '+' || c == '-'; }

/// ".L5", ".LBB0_4", "L_1a40": labels that compilers generate for code and constants, and labels that osaca generates
/// for branch targets in objects.
bool is_made_up_label(std::string_view name) {
  return name.starts_with(".L") || (name.starts_with("L_") && name.size() > 2 &&
                                    name.find_first_not_of("0123456789abcdef", 2) == std::string_view::npos);
}

/// Replaces the address before "(%rip)" or after "[rip" with "@".
std::string without_relative_addresses(std::string text) {
  if (const std::size_t base = text.find("(%rip)"); base != std::string::npos) {
    std::size_t begin = base;
    while (begin > 0 && is_of_address(text[begin - 1]))
      --begin;
    text.replace(begin, base - begin, "@");
  }
  if (const std::size_t base = text.find("[rip"); base != std::string::npos)
    text.replace(base, std::min(text.find(']', base), text.size()) - base, "[rip@");
  return text;
}

/// Replaces each generated label with "@".
std::string without_labels(const std::string &text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_name(text[end]))
      ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    const std::string_view name(text.data() + at, end - at);
    out += is_made_up_label(name) ? std::string_view("@") : name;
    at = end;
  }
  return out;
}

std::string with_single_blanks(const std::string &text) {
  std::string out;
  for (const char c : text)
    if (const bool is_blank = std::isspace(static_cast<unsigned char>(c)) != 0; !is_blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  return out;
}

} // namespace

std::string normalised_instruction(const InstructionLine &line) {
  return with_single_blanks(without_labels(without_relative_addresses(line.text)));
}

Fingerprint code_of(const KernelReport &kernel) {
  if (kernel.summary)
    return kernel.summary->code;
  std::string text;
  for (const InstructionLine &line : kernel.instructions)
    text += line.opcode + key_separator + normalised_instruction(line) + key_separator;
  return fingerprint_of(text);
}

} // namespace osaca
