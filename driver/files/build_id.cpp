#include "driver/files/build_id.h"

#include <cstddef>
#include <elf.h>
#include <link.h>
#include <string_view>

namespace osaca::driver {

namespace {

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

/// The text of the note "GNU" of this kind; empty: there is none.
std::string_view build_id_in(std::string_view notes) {
  constexpr std::string_view owner("GNU\0", 4);
  ElfW(Nhdr) header;
  while (notes.size() >= sizeof header) {
    notes.copy(reinterpret_cast<char *>(&header), sizeof header);
    notes.remove_prefix(sizeof header);
    const std::size_t name_bytes = aligned(header.n_namesz);
    if (name_bytes > notes.size() || aligned(header.n_descsz) > notes.size() - name_bytes)
      return {};
    if (header.n_type == NT_GNU_BUILD_ID && notes.substr(0, header.n_namesz) == owner)
      return notes.substr(name_bytes, header.n_descsz);
    notes.remove_prefix(name_bytes + aligned(header.n_descsz));
  }
  return {};
}

/// Called for the program first, and for its libraries after it.
int take_build_id(dl_phdr_info *program, std::size_t /*size*/, void *taken) {
  for (int i = 0; i < program->dlpi_phnum; ++i)
    if (const ElfW(Phdr) &part = program->dlpi_phdr[i]; part.p_type == PT_NOTE) {
      const std::string_view notes(reinterpret_cast<const char *>(program->dlpi_addr + part.p_vaddr), // NOLINT
                                   part.p_memsz);
      if (const std::string_view id = build_id_in(notes); !id.empty())
        *static_cast<std::string *>(taken) = id;
    }
  return 1; // no libraries
}

} // namespace

std::string build_id() {
  std::string id;
  ::dl_iterate_phdr(take_build_id, &id);
  return id;
}

} // namespace osaca::driver
