// The sections of a name in an ELF file, found without reading more than headers and names. (The machine code of
// objects is read by the module `decode`; this looks into every file of a build folder and must be quick.)
#pragma once

#include "base/expected.h"
#include "osaca/embedded_reports.h"

namespace osaca {

[[nodiscard]] bool is_elf(const ByteSource &file);

/// The contents; none in files of kinds that no plugin writes (32 bits, big-endian). The error has no place.
[[nodiscard]] Expected<std::vector<std::string>> elf_sections(const ByteSource &file, std::string_view name);

} // namespace osaca
