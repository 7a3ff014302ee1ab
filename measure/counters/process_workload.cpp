#include "measure/counters/process_workload.h"

#include "measure/harness/start_gate.h"

#include <exception>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

constexpr int exit_failed = 1;

int run_after_gate(const StartGate &gate, const std::function<void()> &prepare, const std::function<void()> &work) {
  try {
    prepare();
    if (!gate.wait())
      return exit_failed;
    work();
    return 0;
  } catch (const std::exception &) {
    return exit_failed;
  }
}

} // namespace

bool ProcessWorkload::run(ProcessObserver &observer) {
  StartGate gate;
  if (!gate.is_usable())
    return false;
  const pid_t child = ::fork();
  if (child < 0)
    return false;
  if (child == 0)
    ::_exit(run_after_gate(gate, prepare_, work_));
  gate.open(child, observer);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace osaca::measure
