#include "container/file_kind.h"

#include "container/archive.h"
#include "container/byte_ranges.h"
#include "container/coff.h"
#include "container/elf.h"
#include "container/macho.h"
#include "container/msf.h"

namespace osaca {
namespace {

Machine elf_machine(const ByteSource &file) {
  constexpr unsigned x86_64 = 62, aarch64 = 183, riscv = 243; // e_machine in the ELF specification
  const Expected<ElfHeader> header = read_elf_header(file);
  switch (header ? header->machine : 0) {
  case x86_64: return Machine::x86_64;
  case aarch64: return Machine::aarch64;
  case riscv: return Machine::riscv64;
  default: return Machine::other;
  }
}

bool is_bitcode(std::string_view begin) {
  return begin.starts_with("BC\xC0\xDE") || begin.starts_with("\xDE\xC0\x17\x0B");
}

} // namespace

FileIdentity identity_of(const ByteSource &file) {
  constexpr std::uint64_t enough = 64;
  const std::string begin = file.read(0, enough);
  if (is_elf(begin))
    return {FileKind::elf, elf_machine(file)};
  if (is_archive(file))
    return {FileKind::archive, Machine::other};
  if (is_bitcode(begin))
    return {FileKind::bitcode, Machine::other};
  if (is_program_database(begin))
    return {FileKind::program_database, Machine::other};
  if (is_macho(begin))
    return {FileKind::macho, macho_machine(begin)};
  if (is_other_macho(begin))
    return {FileKind::other_macho, Machine::other};
  if (is_universal(begin))
    return {FileKind::universal, Machine::other};
  return coff_identity(file);
}

FileIdentity identity_of(std::string_view bytes) { return identity_of(BytesAtHand(bytes)); }

bool is_for_linkers(FileKind kind) {
  switch (kind) {
  case FileKind::elf:
  case FileKind::coff_object:
  case FileKind::coff_link_time_code:
  case FileKind::portable_executable:
  case FileKind::macho:
  case FileKind::other_macho:
  case FileKind::bitcode: return true;
  default: return false;
  }
}

bool has_machine_code(FileKind kind) {
  return kind != FileKind::bitcode && kind != FileKind::coff_link_time_code && kind != FileKind::other_macho &&
         is_for_linkers(kind);
}

} // namespace osaca
