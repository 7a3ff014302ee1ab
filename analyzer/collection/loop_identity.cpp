#include "collection/loop_identity.h"

#include "base/fingerprint.h"
#include "base/index.h"

#include <cctype>

namespace osaca {
namespace {

std::string place_and_name(const KernelReport &kernel) {
  const SourceLocation where = place_of(kernel);
  std::string key = where.file;
  for (const std::string &part : {std::to_string(where.line), std::to_string(where.column), kernel.function,
                                  name_of(kernel.role), kernel.name, opcodes_hash_of(kernel)})
    key += key_separator + part;
  return key;
}

} // namespace

SourceLocation place_of(const KernelReport &kernel) { return kernel.source.known() ? kernel.source : kernel.input; }

std::string key_of_group(const KernelReport &kernel) {
  return place_and_name(kernel) + key_separator + std::to_string(kernel.path_number);
}

std::string key_of_machine_loop(const KernelReport &kernel) {
  const SourceLocation where = place_of(kernel);
  return where.text() + key_separator + kernel.function + key_separator + name_of(kernel.role) + key_separator +
         kernel.name + key_separator + kernel.arch;
}

std::string source_text_hash_of(const SourceLocation &where, const SourceLines &sources) {
  const auto file = sources.find(where.file);
  if (file == sources.end() || where.line < 1 || where.line > static_cast<int>(file->second.size()))
    return "";
  std::string text;
  for (const char c : file->second[at(where.line - 1)])
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      text += c;
  return fingerprint_of(text);
}

std::string opcodes_hash_of(const KernelReport &kernel) {
  std::string text;
  for (const InstructionLine &line : kernel.instructions)
    text += line.opcode + key_separator;
  return fingerprint_of(text);
}

} // namespace osaca
