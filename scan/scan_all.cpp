#include "scan/unit_scanner.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace osaca::scan {

ScanResult scan_all(const std::vector<CompileCommand> &units, const ScanSettings &settings, unsigned threads,
                    const Progress &progress) {
  ScanResult result;
  std::vector<std::optional<Error>> errors(units.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex results;
  const auto work = [&] {
    for (std::size_t index = next++; index < units.size(); index = next++) {
      UnitResult unit = scan_unit(units[index], settings);
      const std::lock_guard lock(results);
      result.findings.merge(unit.findings);
      errors[index] = std::move(unit.error);
      progress(++done, units[index].file);
    }
  };
  std::vector<std::thread> workers;
  const std::size_t wanted = std::min<std::size_t>(threads, units.size());
  for (std::size_t i = 1; i < wanted; ++i)
    workers.emplace_back(work);
  work();
  for (std::thread &worker : workers)
    worker.join();
  for (std::optional<Error> &error : errors)
    if (error)
      result.failures.push_back(*std::move(error));
  return result;
}

} // namespace osaca::scan
