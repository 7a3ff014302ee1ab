#include "decode/dialect/dialect.h"

#include "base/text.h"
#include "decode/dialect/words.h"

#include <algorithm>
#include <cctype>

namespace osaca {
namespace {

constexpr std::size_t lines_of_a_head = 100;

constexpr std::string_view disassembly = "this is a disassembly, which does not say what its addresses are: give the "
                                         "object or program that it was made from";

bool is_address(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isxdigit(c) != 0; });
}

/// "  18:	f2 0f 10 04 07 	movsd ..." or "  18:	movsd ...", which may also be a label that is a number.
bool is_disassembled(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon + 1 < line.size() &&
         (line[colon + 1] == '\t' || line[colon + 1] == ' ') && is_address(trimmed(line.substr(0, colon))) &&
         (line.front() == ' ' || line.front() == '\t');
}

bool is_llvm_ir(std::string_view line) {
  return begins_with_one_of(line, {"; ModuleID = ", "target triple = ", "target datalayout = ", "source_filename = ",
                                   "define dso_local ", "define internal "}) ||
         (line.starts_with("define ") && line.ends_with("{"));
}

bool is_of_arm_of_32_bits(std::string_view line) {
  return begins_with_one_of(line, {".thumb", ".syntax unified", ".arm\t", ".fpu ", ".fpu\t", ".eabi_attribute",
                                   ".code 16", ".code 32", ".code\t16", ".code\t32", ".cpu cortex-m", ".cpu\tcortex-m",
                                   ".arch armv7", ".arch\tarmv7"});
}

bool is_of_armasm(std::string_view line) {
  std::string_view rest = line;
  const std::string_view first = take_word(rest);
  return in_lower_case(first) == "area" && trimmed(rest).starts_with('|');
}

bool is_head_of_disassembly(std::string_view line) {
  return line.starts_with("Disassembly of section ") || contains(line, "file format elf") ||
         contains(line, "file format coff") || contains(line, "file format pe") || contains(line, "file format mach-o");
}

/// Of a line without blanks at its ends. Empty: nothing of the kind.
std::string_view what_only_others_write(std::string_view line) {
  if (is_head_of_disassembly(line))
    return disassembly;
  if (is_llvm_ir(line))
    return "this is LLVM IR: compile it (clang -S, or llc) and give the assembly";
  if (line.starts_with("TEXT ") && contains(line, "(SB)"))
    return "this is in the syntax of Go's assembler, which is not read here: give the object or program";
  if (is_of_armasm(line))
    return "this is in the syntax of armasm, which is not read here: give the object";
  if (line.starts_with(".target sm_"))
    return "this is PTX, for a GPU: only CPUs are modelled";
  if (is_of_arm_of_32_bits(line))
    return "this is code for Arm of 32 bits: only cores of 64 bits are modelled (AArch64, x86-64, RISC-V)";
  return {};
}

} // namespace

std::optional<std::string> what_it_is_instead(std::string_view text) {
  constexpr int enough = 3; // a single one may be a numbered label
  std::string_view found;
  int disassembled = 0;
  for_each_line(text, lines_of_a_head, [&](std::string_view whole, std::size_t) {
    const std::string_view line = whole.substr(0, 1000);
    disassembled += is_disassembled(line) ? 1 : 0;
    found = disassembled == enough ? disassembly : what_only_others_write(trimmed(line));
    return found.empty();
  });
  return found.empty() ? std::nullopt : std::optional<std::string>(found);
}

} // namespace osaca
