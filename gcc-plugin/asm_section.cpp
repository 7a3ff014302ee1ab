// SPDX-License-Identifier: GPL-3.0-or-later
#include "asm_section.h"

namespace osaca::gcc {
namespace {

// The target hook takes no user data; a process writes one unit.
std::string pending;
void (*original_file_end)() = nullptr;

/// Letters as they are, all else as octal escapes, which every assembler reads the same way. Without formatted
/// output: with `all` it is megabytes.
void write_bytes(FILE *file, const std::string &bytes) {
  constexpr size_t bytes_per_line = 64;
  std::string line;
  for (size_t at = 0; at < bytes.size(); at += bytes_per_line) {
    line = "\t.ascii\t\"";
    for (size_t i = at; i < std::min(at + bytes_per_line, bytes.size()); ++i) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      if ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z')
        line += bytes[i];
      else
        line += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
                 static_cast<char>('0' + (byte & 7))};
    }
    line += "\"\n";
    fwrite(line.data(), 1, line.size(), file);
  }
}

void after_file_end() {
  if (original_file_end != nullptr)
    original_file_end();
  fputs("\t.section\t.osaca,\"e\",@progbits\n", asm_out_file); // e: the linker leaves it out
  write_bytes(asm_out_file, pending);
}

} // namespace

void append_report_section(const std::string &content) {
  if (asm_out_file == nullptr || !pending.empty())
    return;
  pending = content;
  original_file_end = targetm.asm_out.file_end;
  targetm.asm_out.file_end = after_file_end;
}

} // namespace osaca::gcc
