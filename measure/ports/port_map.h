// What was inferred about the ports of a core, and whether it predicts mixes that it was not derived from.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/pipe_sets.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

// What was inferred about the ports of a core.

/// How a form uses the upper halves of vector registers, beyond 128 bits. On some cores, switching between code that
/// uses them and code that must preserve them costs hundreds of cycles. A mix of both says nothing about ports.
enum class UpperHalves : std::uint8_t {
  untouched, ///< not used, or zeroed
  kept,      ///< preserved, by encodings older than the wide registers
  used
};

/// What is known about a form before anything is measured.
struct FormUnderTest {
  std::string name;
  std::string group; ///< identifies the kinds of registers and memory that it uses: forms of different groups probably
                     ///< use different pipes
  int rank = 0;      ///< simple forms have low ranks: the inference starts with them
  bool may_be_class = true;    ///< false: its copies contain other instructions too
  bool works_on_memory = true; ///< or may access memory
  UpperHalves upper_halves = UpperHalves::untouched;
  /// Other forms whose uops, taken together, it probably has: for `add (%rdi), %rax` the addition and a load.
  std::vector<int> parts = {};
};

[[nodiscard]] constexpr bool can_be_mixed(UpperHalves a, UpperHalves b) {
  return a == b || a == UpperHalves::untouched || b == UpperHalves::untouched;
}

/// Forms with one uop each that can use the same pipes.
struct PipeClass {
  int representative = 0;
  std::vector<int> members; ///< including the representative
  PipeSet pipes = 0;
};

struct FormUsage {
  enum class Kind {
    uops,    ///< described by `demands`
    no_pipe, ///< as fast as dispatch allows, so its pipes do not show
    unknown  ///< `reason` says why; `demands` is still the best explanation
  };
  Kind kind = Kind::unknown;
  std::string reason;
  std::vector<PipeDemand> demands; ///< in the smallest known sets
  std::optional<double> solo_cycles;
  std::optional<double> slots; ///< of dispatch
  int unit = -1;               ///< a slow unit that limits it in addition to its pipes; -1: none
  double unit_cycles = 0;
  double confidence = 0; ///< that `demands` is the only right explanation, from zero to one
  double misfit = 0;     ///< how badly the figures contradict `demands`: mean over its mixes
  int explanations = 0;  ///< how many explanations (lists of demands) fit the figures about equally well; 0: the form
                         ///< has the pipes of its class
  std::vector<PipeDemand> demands_in_mixes = {}; ///< if it needs no pipe alone: its demands when mixed with others
  int mixes = 0;                                 ///< number of random mixes that contain it ...
  double worst_error = 0;                        ///< ... and the largest deviation from the prediction for one of them
};

/// Two classes for which no mix could determine how many pipes they have in common.
struct SharingDoubt {
  int first_class = 0;
  int second_class = 0;
  int least = 0;
  int most = 0;
};

/// Predictions for random mixes of all forms, compared with their measured times.
struct MixResidual {
  int mixes = 0;
  double mean = 0;
  double worst = 0;
  Mix worst_mix;
  double worst_predicted = 0;
  double worst_measured = 0;
};

struct PortMap {
  double dispatch_width = 0;  ///< the highest rate in instructions per cycle of any mix
  bool width_is_seen = false; ///< code that no pipe limits reached the width; otherwise pipes may have limited it
  int pipes = 0;
  std::vector<PipeClass> classes;
  std::vector<SetRate> rates;   ///< of sets of pipes that never fill completely
  int units = 0;                ///< slow units, such as dividers
  std::vector<FormUsage> forms; ///< one per form under test
  std::vector<SharingDoubt> doubts;
  std::vector<std::string> notes; ///< what else could not be distinguished
  MixResidual residual;
};

/// Cycles per round. The unit of form i is busy for `unit_cycles` per copy. Empty: a form of the mix is unknown.
[[nodiscard]] std::optional<double> predicted_cycles(const PortMap &map, const Mix &mix);

// Whether the result predicts mixes that it was not derived from.

/// Measures `count` mixes of two to four forms with known usage, the same ones in every run, and fills in the
/// residuals.
void check_with_random_mixes(MixLog &log, int count, PortMap &map);

} // namespace osaca::measure
