#include "analysis/notes_about_code.h"

#include "base/name_matching.h"

#include <algorithm>

namespace osaca {

std::vector<ArchNote> notes_about(const Kernel &kernel, std::vector<ArchNote> notes) {
  std::erase_if(notes, [&](const ArchNote &note) {
    return !note.concerns.empty() && std::ranges::none_of(kernel.instructions, [&](const Instruction &instruction) {
      return std::ranges::any_of(note.concerns,
                                 [&](const std::string &glob) { return glob_matches(glob, instruction.opcode); });
    });
  });
  return notes;
}

} // namespace osaca
