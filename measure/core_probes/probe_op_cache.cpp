// Loops of growing size whose instructions need nothing but dispatch: as long as the decoded instructions are kept,
// each takes a slot; beyond, fetching and decoding show. Instructions of several lengths tell a limit in instructions
// from one in bytes.
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <array>
#include <cmath>

namespace osaca::measure::core_probes {
namespace {

struct Filling {
  const char *name;
  const char *text;
  int bytes;
  const char *what;
};

constexpr std::array<Filling, 5> fillings = {{
    {"moves_2", "mov %esi, %eax", 2, "moves of 2 bytes"},
    {"moves_3", "mov %rsi, %rax", 3, "moves of 3 bytes"},
    {"nops_4", "nopl 64(%rax)", 4, "nops of 4 bytes"},
    {"additions_4", "add $1, %r8\nadd $1, %r9\nadd $1, %r10\nadd $1, %r11", 4, "additions of 4 bytes"},
    {"nops_8", "nopl 512(%rax,%rax)", 8, "nops of 8 bytes"},
}};

constexpr int smallest = 512;
constexpr int largest_size = 14000;
constexpr double growth = 1.22;
constexpr int surely_held = 1500;
constexpr double tolerance = 0.1;

ProbeCode loop_of(const Filling &filling, int instructions) {
  ProbeCode code;
  const bool is_group = std::string_view(filling.text).find('\n') != std::string_view::npos;
  code.body = filling.text;
  code.copies = is_group ? instructions / 4 : instructions;
  code.iterations = 6;
  code.misses_caches = instructions > surely_held;
  return code;
}

Finding capacity(Bench &bench, const Filling &filling) {
  std::vector<int> grid;
  for (double size = smallest; size < largest_size; size *= growth)
    grid.push_back(static_cast<int>(std::round(size / 4)) * 4);
  Evidence evidence(bench);
  const double group = std::string_view(filling.text).find('\n') != std::string_view::npos ? 4 : 1;
  const KneeSearch search = find_rise(
      [&](int instructions) -> std::optional<double> {
        const auto cycles = evidence.time(loop_of(filling, instructions));
        return cycles ? std::optional(*cycles / group) : std::nullopt;
      },
      grid, tolerance);
  const std::string name = std::string("op_cache.") + filling.name;
  Finding made = evidence.untold(name, "instructions", search.why_not);
  if (search.knee)
    made = evidence.told(name, "instructions", search.knee->last_before,
                         std::string(filling.what) + " take " + cycles_text(search.knee->low) +
                             " cycles each in loops up to this size (" +
                             std::to_string(search.knee->last_before * filling.bytes) + " bytes), " +
                             cycles_text(search.knee->high) + " in one of " + std::to_string(grid.back()));
  made.curve = Curve{"instructions in the loop", "cycles per instruction", search.points};
  return made;
}

} // namespace

std::vector<Finding> probe_op_cache(Bench &bench) {
  std::vector<Finding> found;
  for (const Filling &filling : fillings)
    found.push_back(capacity(bench, filling));
  return found;
}

} // namespace osaca::measure::core_probes
