#include "decode/formats/read_image.h"

#include "base/format.h"
#include "decode/coff/coff_image.h"
#include "decode/elf/elf_image.h"
#include "decode/image/object_image.h"
#include "decode/macho/macho_image.h"

namespace osaca {
namespace {

Expected<ObjectImage> read_any(std::string_view bytes, std::string_view debug_bytes, bool with_inlining) {
  const FileKind kind = identity_of(bytes).kind;
  switch (kind) {
  case FileKind::coff_object:
  case FileKind::portable_executable: return coff_image(bytes, debug_bytes);
  case FileKind::macho: return macho_image(bytes, debug_bytes);
  default: break;
  }
  if (std::string why = why_no_code(kind); !why.empty())
    return Error{std::move(why)};
  return elf_image(bytes, debug_bytes, with_inlining);
}

} // namespace

Expected<ObjectImage> read_image(std::string_view bytes, std::string_view debug_bytes, bool with_inlining) {
  Expected<ObjectImage> made = read_any(bytes, debug_bytes, with_inlining);
  if (!made)
    return made;
  std::uint64_t code_bytes = 0;
  for (const CodeSection &section : made->sections)
    code_bytes += section.bytes.size();
  if (code_bytes > bytes.size()) // bytes that many sections share would be read many times
    return Error{"the file is damaged: its sections overlap"};
  return made;
}

std::string why_no_code(FileKind kind) {
  switch (kind) {
  case FileKind::bitcode:
    return format_text(
        "this is LLVM bitcode, which Clang writes with -flto or -emit-llvm: {}with -ffat-lto-objects or without -flto",
        what_to_do_with_lto);
  case FileKind::coff_link_time_code:
    return format_text("this is an object for link-time code generation (/GL), which contains only MSVC's intermediate "
                       "code: {}without /GL",
                       what_to_do_with_lto);
  case FileKind::coff_import:
    return "this is a member of an import library, which refers to a DLL and contains no code: analyse the DLL";
  case FileKind::other_macho:
    return "this is a 32-bit or big-endian Mach-O file: only 64-bit files for x86-64 and arm64 are supported";
  case FileKind::program_database:
    return "this is a program database, the debug information of a Windows program: analyse the program, and keep "
           "the database next to it";
  default: return {};
  }
}

} // namespace osaca
