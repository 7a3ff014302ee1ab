// The world as probes see it: code in, cycles out. The real one runs it on this machine; tests have one of their own.
#pragma once

#include "base/expected.h"
#include "measure/harness/repeated.h"
#include "measure/harness/timed_process.h"

#include <memory>
#include <string>

namespace osaca::measure::core_probes {

/// Assembly whose time is wanted. All general registers begin with `memory_address` (rsp a little behind), where memory
/// is that holds this very address everywhere; vector registers begin with numbers a little above one.
struct ProbeCode {
  std::string before = {};    ///< once per pass, not timed
  std::string body = {};      ///< '@' stands for the number of the copy, so that labels differ
  std::string constants = {}; ///< behind the code, for addresses relative to it
  int copies = 1;             ///< of the body: side by side, or in each iteration of a loop
  int iterations = 0;         ///< 0: no loop, twice as many copies are compared with these; else a loop counted in r15,
                              ///< and twice as many iterations are
  bool misses_caches = false; ///< also that of decoded instructions: never the same time twice; the middle of a
                              ///< few runs counts
};

struct AssembledProbe {
  Window short_window;
  Window long_window;
  Executions executions; ///< of the body
};
[[nodiscard]] Expected<AssembledProbe> assembled(const ProbeCode &code);

class Bench {
public:
  Bench() = default;
  Bench(const Bench &) = delete;
  Bench &operator=(const Bench &) = delete;
  virtual ~Bench() = default;
  /// Cycles per execution of the body.
  [[nodiscard]] virtual Measurement time(const ProbeCode &code) = 0;
  /// How busy the core was when it was calmest so far; 0: not known. If this falls, earlier figures were disturbed.
  [[nodiscard]] virtual double least_crowding() const { return 0; }
};

/// This machine.
[[nodiscard]] Expected<std::unique_ptr<Bench>> make_bench(const Repetition &repetition);

/// About as many copies as make 400 instructions: more than any core has in flight, fewer than its caches of decoded
/// instructions hold.
[[nodiscard]] int usual_copies(const std::string &body);

/// The body again and again, in a straight line.
[[nodiscard]] ProbeCode straight(std::string body, std::string before = {});

} // namespace osaca::measure::core_probes
