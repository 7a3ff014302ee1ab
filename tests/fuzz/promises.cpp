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
  }
  for (const AnnotationReport &annotation : report->annotated)
    for (const int kernel : annotation.kernels)
      require(kernel >= 0 && kernel < static_cast<int>(report->kernels.size()), "annotations name kernels");
}

} // namespace osaca::test
