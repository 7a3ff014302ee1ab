// The times of mixes on this machine, and the machine code with which they are measured.
#pragma once

#include "measure/harness/benchmark_timer.h"
#include "measure/ports/counter_check.h"
#include "measure/ports/mix.h"
#include "measure/ports/prepared_form.h"

#include <cstdint>

namespace osaca::measure {

// Which form of a mix writes which registers. Forms that update a register need more registers the longer an update
// takes.

/// The registers of one operand; they are used in turn.
struct ResultRegisters {
  int form_operand = 0;
  std::vector<std::string> families;
  double chain_cycles = 0; ///< per round, because copies with the same register wait for each other
};

enum class RegisterSupply : std::uint8_t {
  shared,   ///< distributed among all forms of the mix by how long their copies wait for each other
  one_each, ///< one per form, so that copies do wait: their time is then the latency
};

/// The registers for each item of the mix. Error: there are not enough registers.
[[nodiscard]] Expected<std::vector<std::vector<ResultRegisters>>>
result_registers(FormPreparer &preparer, const std::vector<const PreparedForm *> &forms, const Mix &mix,
                 RegisterSupply supply);

// The machine code of a mix: interleaved copies of several forms that do not wait for each other.
//
// Cores assign uops to pipes by their position among those that are dispatched together. If copies always follow each
// other in the same way, they may all be assigned to the same pipe. So there are two orders, and the faster one shows
// what the pipes allow.
//
// Sources are registers that nothing writes. Results go to registers that belong to their form alone. Forms that update
// their result register get as many as possible, because their copies are independent only with different registers.
// Loads read the first lines of the memory; stores write other lines. Each copy accesses another place, since cores
// read fewer words per cycle if the words are the same, and write more if the words are consecutive.

enum class CopyOrder : std::uint8_t {
  even,    ///< the copies of each form are as far apart as possible
  shuffled ///< the same, with neighbours exchanged at random
};

struct MixCodeOptions {
  RegisterSupply supply = RegisterSupply::shared;
  CopyOrder order = CopyOrder::even;
  int copies = 36; ///< approximate number in the body: enough to use every register and place
};

struct MixCode {
  Benchmark benchmark;
  int rounds = 1;          ///< how often the body contains the mix
  double chain_cycles = 0; ///< lower bound for a round, because there are too few registers
};

[[nodiscard]] Expected<MixCode> mix_code(FormPreparer &preparer, const std::vector<PreparedForm> &forms, const Mix &mix,
                                         const MixCodeOptions &options = {});

// Measures mixes on this machine.

class PortTimer : public FormRunner {
public:
  [[nodiscard]] static Expected<PortTimer> create(FormPreparer &preparer, std::vector<PreparedForm> &forms,
                                                  const RepetitionPolicy &repetition);

  /// Runs until it is known how calm the core can be; before that, disturbances by another thread cannot be recognised.
  /// `dispatch_width`: from a model of this core, to reject impossible rates; 0: there is none.
  void settle(double dispatch_width);
  /// Describes disturbances of all figures by other threads; empty: none was noticed. `known_no_ops_per_cycle`: of the
  /// free core; 0: not known.
  [[nodiscard]] std::string sharing_warning(double known_no_ops_per_cycle);
  /// Runs each form once and sets a `reason` for those that this processor does not have. The caller must then remove
  /// forms with a reason from the list.
  void probe();
  /// Measures how long copies of each form wait for each other if they update the same register.
  void measure_updates();

  /// Measures both orders of the copies; the faster one counts if they differ.
  [[nodiscard]] MixFigure measure(const Mix &mix);
  [[nodiscard]] std::optional<double> extra_executions(int form) override;
  [[nodiscard]] bool run(int form, bool is_long, ProcessObserver &observer) override;
  [[nodiscard]] int calm_epoch() const { return timer_.calm_epoch(); }
  [[nodiscard]] double waited_seconds() const { return timer_.waited_seconds(); }
  [[nodiscard]] int unreliable_count() const { return unreliable_; }

private:
  PortTimer(FormPreparer &preparer, std::vector<PreparedForm> &forms, BenchmarkTimer timer,
            const RepetitionPolicy &repetition)
      : preparer_(preparer), forms_(forms), timer_(std::move(timer)), repetition_(repetition) {}

  [[nodiscard]] double rough_cycles(const Mix &mix);
  [[nodiscard]] MixFigure timed(const MixCode &code, double rough_cycles, int runs);
  [[nodiscard]] MixFigure timed_patiently(const MixCode &code, double rough_cycles);

  FormPreparer &preparer_;
  std::vector<PreparedForm> &forms_;
  BenchmarkTimer timer_;
  RepetitionPolicy repetition_;
  std::map<std::string, double> rough_cycles_; ///< by the name of the form
  int unreliable_ = 0;
};

} // namespace osaca::measure
