// Benches that time nothing: one that only assembles, and one that behaves like a simple core of known sizes.
#pragma once

#include "measure/core_probes/probe.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// Assembles what it is given, and answers with one and the same figure.
class AssemblingBench : public Bench {
public:
  explicit AssemblingBench(Status status = Status::ok) : status_(status) {}

  Measurement time(const ProbeCode &code) override {
    ++codes;
    const Expected<AssembledProbe> made = assembled(code);
    if (!made)
      problems.push_back(made.error().text() + "\n" + code.before + "\n" + code.body);
    else if (made->short_window.code.empty() || made->executions.longer != 2 * made->executions.shorter)
      problems.push_back("the long window is not twice the short one: " + code.body);
    return {status_, 1, 0, ""};
  }

  int codes = 0;
  std::vector<std::string> problems;

private:
  Status status_;
};

/// Five operations a cycle, `cmp` and a jump behind it are one, and 200 places in the reorder buffer. Nothing else
/// takes time.
class MadeUpCore : public Bench {
public:
  static constexpr double width = 5;
  static constexpr int reorder_buffer = 200;

  Measurement time(const ProbeCode &code) override {
    std::istringstream lines(code.body);
    std::string before;
    int slots = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.ends_with(":"))
        continue;
      slots += line.starts_with("j") && before.starts_with("cmp ") ? 0 : 1;
      before = line;
    }
    if (!code.misses_caches)
      return {Status::ok, slots / width, 0, ""};
    constexpr int fences_and_flushes = 5;
    const bool fits = slots - fences_and_flushes <= reorder_buffer;
    return {Status::ok, (fits ? 1400 : 1900) + slots / width, 0, ""};
  }
};

} // namespace osaca::measure::core_probes
