// A probe, which answers one question about the core, and the bench that times its code.
#pragma once

#include "base/expected.h"
#include "measure/core_probes/probe_finding.h"
#include "measure/harness/repeated_measurement.h"
#include "measure/harness/timed_process.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace osaca::measure::core_probes {

// The interface between probes and the machine: a probe passes code, and gets the cycles. One implementation runs the
// code on this machine; tests use simulated ones.

/// Assembly to be timed. All general registers begin with `memory_address` (rsp with a slightly higher address). Each
/// word of the memory there holds this same address. Vector registers begin with numbers slightly above one.
struct ProbeCode {
  std::string before = {};    ///< executed once per pass, not timed
  std::string body = {};      ///< '@' is replaced by the number of the copy, so that labels differ
  std::string constants = {}; ///< placed after the code, for addresses relative to it
  int copies = 1;             ///< of the body: in a straight line, or in each iteration of a loop
  int iterations = 0; ///< 0: no loop; the code is compared with twice as many copies. Otherwise a loop that counts
                      ///< in r15; it is compared with twice as many iterations
  bool misses_caches = false; ///< all caches, also the op cache. Times then differ between runs; the median counts
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
  /// The lowest crowding of the core so far, as in Typical::crowding; 0: not known. If it falls, earlier figures were
  /// disturbed.
  [[nodiscard]] virtual double least_crowding() const { return 0; }
};

/// The bench that times code on this machine.
[[nodiscard]] Expected<std::unique_ptr<Bench>> make_bench(const RepetitionPolicy &repetition);

/// The number of copies that amounts to about 400 instructions: more than any core has in flight, fewer than an op
/// cache holds.
[[nodiscard]] int usual_copies(const std::string &body);

/// Repeats the body in a straight line.
[[nodiscard]] ProbeCode straight(std::string body, std::string before = {});

// A probe answers one question about the core with timings of its own code.

struct Probe {
  std::string_view name;  ///< "window"; the names of its findings begin with it
  std::string_view about; ///< one line
  std::vector<ProbeFinding> (*run)(Bench &bench);
};

/// In the order in which reports show them.
[[nodiscard]] std::span<const Probe> all_probes();

[[nodiscard]] std::vector<ProbeFinding> probe_dispatch(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_window(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_schedulers(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_loads(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_accesses(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_banks(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_splits(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_unfused(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_additions(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_forwarding(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_renaming(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_moves(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_idioms(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_fusion(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_branches(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_op_cache(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_code_lines(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_code_size(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_dense_code(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_wide_vectors(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_conditions(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_high_bytes(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_binding(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_loads_that_extend(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_bypasses(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_access_groups(Bench &bench);
[[nodiscard]] std::vector<ProbeFinding> probe_vector_results(Bench &bench);

} // namespace osaca::measure::core_probes
