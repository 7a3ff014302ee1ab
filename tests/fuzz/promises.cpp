#include "promises.h"

#include <cstdio>
#include <cstdlib>

namespace osaca::test {

void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "fuzz: broken promise: %s\n", what);
  std::abort();
}

std::string WatchedBytes::read(std::uint64_t offset, std::uint64_t count) const {
  require(count <= (std::uint64_t{1} << 30U), "no more is read than a file can hold");
  return offset < bytes_.size() ? bytes_.substr(offset, count) : std::string();
}

static void check_memory(const MemoryReport &memory, int instruction_count) {
  for (const MemoryStream &stream : memory.streams)
    for (const int instruction : stream.instructions)
      require(instruction >= 0 && instruction < instruction_count, "streams are of instructions");
  const int level_count = static_cast<int>(memory.levels.size());
  for (const std::optional<int> level : {memory.memory_bound_from, memory.data_in})
    require(!level || (*level >= 0 && *level < level_count), "levels that are named exist");
  if (memory.footprint)
    require(memory.footprint->bytes >= 0 && memory.footprint->nearest_level >= 0 &&
                memory.footprint->nearest_level < level_count,
            "trip counts tell of a level that exists");
  for (const MemoryLevelFigures &level : memory.levels)
    require(level.bytes >= 0, "no level holds less than nothing");
}

void check_shape(const Expected<Report> &report) {
  if (!report) {
    require(!report.error().message.empty(), "an error has a message");
    return;
  }
  for (const KernelReport &kernel : report->kernels) {
    const int count = static_cast<int>(kernel.instructions.size());
    for (const InstructionLine &line : kernel.instructions)
      require(line.port_cycles.size() == kernel.ports.size(), "every line has a figure per port");
    for (const Edge &edge : kernel.edges)
      require(edge.from >= 0 && edge.from < count && edge.to >= 0 && edge.to < count, "edges join instructions");
    if (kernel.memory)
      check_memory(*kernel.memory, kernel.instruction_count());
  }
  for (const AnnotationReport &annotation : report->annotated)
    for (const int kernel : annotation.kernels)
      require(kernel >= 0 && kernel < static_cast<int>(report->kernels.size()), "annotations name kernels");
}

} // namespace osaca::test
