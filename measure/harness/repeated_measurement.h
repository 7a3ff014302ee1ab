// A figure from several processes that must agree, on a core that no other thread uses.
#pragma once

#include "kernel/instruction.h"
#include "measure/file/status.h"
#include "measure/harness/samples.h"
#include "measure/harness/timed_process.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace osaca::measure {

// Whether the core was free, judged by a canary: work that fills the core and slows down most when another thread runs
// there.

/// Remembers how crowded the rounds so far were (Typical::crowding), so that later rounds are compared with the
/// calmest. Once there are many rounds, the very lowest value is not used, because one in thousands of rounds looks
/// calmer than any core is. A value on which a few consecutive rounds agree is kept, even if another thread then uses
/// the core for a long time.
class CalmCore {
public:
  enum class Verdict : std::uint8_t {
    calm,
    disturbed,
    calmer_than_ever, ///< calm, and it shows that rounds judged calm before were disturbed
  };

  Verdict judge(const Typical &round);

  /// Sets the value of Typical::additions_per_cycle that a free core reaches according to its model; 0: not known. A
  /// much lower rate means that another thread is on the core, even if it has been there since the first round.
  void expect_additions(double per_cycle) { expected_additions_ = per_cycle; }

  /// The seconds that all figures together have already waited for other threads to leave the core.
  [[nodiscard]] double waited_seconds() const { return waited_seconds_; }
  void has_waited(double seconds) { waited_seconds_ += seconds; }

  /// The crowding of the calmest steady rounds; 0: there are none yet.
  [[nodiscard]] double least_crowding() const;

  /// How often it turned out that the core had never been calm before. Figures of earlier epochs were disturbed.
  [[nodiscard]] int epoch() const { return epoch_; }

private:
  void remember(double crowding);

  std::vector<double> crowdings_; ///< of steady rounds, ascending
  std::deque<double> latest_;     ///< of the latest rounds, if they were steady
  double expected_additions_ = 0; ///< per cycle
  double agreed_ = 0;             ///< the lowest value on which consecutive rounds agreed; 0: none
  double waited_seconds_ = 0;
  int epoch_ = 0;
};

// A figure from several processes, which may differ in their physical memory and in what else ran at the time.

struct Measurement {
  Status status = Status::ok;
  double cycles = 0; ///< meaningful for ok and unstable
  double spread = 0; ///< (max - min) / median of the runs that count
  std::string detail;
  std::string directed = {}; ///< describes jumps that got another condition so that they follow the path
};

/// How often the code is executed in one pass of each window.
struct Executions {
  double shorter = 0;
  double longer = 0;
  double least_cycles = 0; ///< a lower bound for one execution on any core; a figure below it is rejected
};

/// A lower bound for the cycles of `instructions` instructions, from the width of the widest existing core. No x86 core
/// so far renames more than eight macro-ops per cycle, and no macro-op contains more than two instructions.
constexpr double most_instructions_per_cycle = 16;
[[nodiscard]] double least_cycles_of(std::size_t instructions, double per_cycle = most_instructions_per_cycle);

/// A lower bound for the cycles of these instructions. No x86 core so far executes more than three branches per cycle
/// (Zen 5, Lion Cove), of which two are taken (Zen 5; most cores can execute one).
constexpr double most_branches_per_cycle = 3;
constexpr double most_taken_branches_per_cycle = 2;
[[nodiscard]] double least_cycles_of(const std::vector<Instruction> &code);

struct RepetitionPolicy {
  int runs = 3;                  ///< the number of processes that must agree
  double patience_seconds = 0.1; ///< how long further processes are started if they do not agree
  double wait_seconds = 0; ///< for all figures together: how much longer to wait while another thread is on the core
};

struct CountedRun {
  TimedRun timed;
  Executions executions;
};

/// Starts the process with this number, counted from zero, and returns its result.
using Run = std::function<CountedRun(std::size_t number)>;

/// `core` remembers the calmest rounds, so pass the same object in every call. If the processes disagree, the figures
/// of the half that agrees best count (closest_agreement()).
[[nodiscard]] Measurement repeated_measurement(const TimedFrame &frame, const TimedTask &task,
                                               const Executions &executions, const RepetitionPolicy &repetition,
                                               CalmCore &core);
[[nodiscard]] Measurement repeated_measurement(const Run &run, const RepetitionPolicy &repetition, CalmCore &core);

/// Repeats a short measurement until the core has been calm for some rounds; later figures are compared with these.
/// False: no round was steady.
bool settle(const CalmCore &core, const std::function<void()> &measure_once, double patience_seconds);

} // namespace osaca::measure
