#include "driver/files/build_id.h"

#include "container/elf.h"
#include "driver/files/files.h"

namespace osaca::driver {

std::string build_id() {
  const Expected<std::unique_ptr<ByteSource>> program = open_file("/proc/self/exe");
  return program ? build_id_of(**program) : std::string();
}

} // namespace osaca::driver
