#include "measure/counters/walks/memory_stress.h"

#include "measure/counters/process_workload.h"
#include "measure/isa/instruction_screen.h"
#include "measure/memory/walk_code.h"

#include <algorithm>
#include <stdexcept>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace osaca::measure {

#if defined(__linux__)

namespace {

/// A number that a child process leaves for its parent.
class SharedNumber {
public:
  SharedNumber()
      : place_(::mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
  SharedNumber(const SharedNumber &) = delete;
  SharedNumber &operator=(const SharedNumber &) = delete;
  ~SharedNumber() {
    if (is_there())
      ::munmap(place_, sizeof(std::uint64_t));
  }
  [[nodiscard]] bool is_there() const { return place_ != MAP_FAILED; }
  [[nodiscard]] std::uint64_t &value() const { return *static_cast<std::uint64_t *>(place_); }

private:
  void *place_;
};

} // namespace

bool WalkWorkload::run(ProcessObserver &observer) {
  const SharedNumber moved;
  if (!moved.is_there())
    return false;
  memory::ReadyWalk ready; // in the child process it becomes a usable walk
  const auto prepare = [&] {
    if (!ready.prepare(walk_))
      throw std::runtime_error("no memory");
    for (std::uint64_t i = 0; i < calls_before_; ++i)
      ready.go();
    moved.value() = 0; // maps the page of the number, too
  };
  const auto work = [&] {
    for (std::uint64_t i = 0; i < calls_; ++i) {
      ready.go();
      moved.value() += ready.steps();
    }
  };
  ProcessWorkload process(name_, prepare, work);
  const bool is_done = process.run(observer);
  moved_ = moved.value();
  return is_done && moved_ == lines();
}

#else

bool WalkWorkload::run(ProcessObserver &) { return false; }

#endif

Expected<std::unique_ptr<WalkWorkload>> WalkWorkload::of(std::string name, const memory::Walk &walk,
                                                         std::uint64_t least_lines, std::int64_t bytes_before) {
  OSACA_TRY(const memory::CodedWalk coded, memory::coded(walk, this_processor_has_avx(), 1));
  const auto calls_for = [steps = static_cast<std::uint64_t>(coded.shorter_steps)](std::uint64_t lines) {
    return std::max<std::uint64_t>((lines + steps - 1) / steps, 1);
  };
  const std::int64_t bytes_of_step = walk.kind == memory::WalkKind::chase ? walk.step_bytes : memory::line_bytes;
  const auto lines_before = static_cast<std::uint64_t>(std::max<std::int64_t>(bytes_before, 0) / bytes_of_step);
  return std::unique_ptr<WalkWorkload>(new WalkWorkload(std::move(name), walk,
                                                        static_cast<std::uint64_t>(coded.shorter_steps),
                                                        calls_for(least_lines), calls_for(lines_before)));
}

} // namespace osaca::measure
