// One instruction form: the code that is generated for it, its throughput, and all its latencies.
#pragma once

#include "base/expected.h"
#include "decode/code/encoding.h"
#include "measure/chains/helper_latencies.h"
#include "measure/chains/latency_chains.h"
#include "measure/file/measurement.h"
#include "measure/forms/doubtful_figures.h"
#include "measure/harness/benchmark.h"
#include "measure/isa/operand_choice.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

// Code with copies of an instruction that do not wait for each other.

struct ThroughputCode {
  Benchmark benchmark;
  bool waits = false; ///< each copy waits for the previous one, because no other registers could be chosen
  std::vector<std::string> breakers; ///< instructions before each copy, whose time is included
};

/// One or two variants. Results are written to as many registers in turn as possible. If the instruction reads what it
/// writes, and no other register can be chosen, a second variant has instructions before each copy that break the
/// dependency. The smaller figure is the better one.
[[nodiscard]] Expected<std::vector<ThroughputCode>> throughput_codes(OperandChooser &chooser, SnippetAssembler &pieces,
                                                                     const FormShape &shape, VectorEncoding encoding,
                                                                     const ValueSet &values);

// Measures one instruction form: tries it, then measures its throughput and all its latencies.

/// The code generated for a form, whether it is measured or not.
struct GeneratedForm {
  MeasuredForm record; ///< without figures; its status is ok if there is code
  FormShape shape;
  VectorEncoding encoding = VectorEncoding::legacy;
  std::vector<ThroughputCode> throughput;
  struct Chain {
    OperandPair pair;
    std::vector<LatencyChain> ways;
  };
  std::vector<Chain> chains;
};

class FormGenerator {
public:
  /// `widest`: the widest encoding that the processor supports.
  FormGenerator(Isa isa, VectorEncoding widest);
  FormGenerator(FormGenerator &&) noexcept;
  ~FormGenerator();

  [[nodiscard]] GeneratedForm generate(const InstructionForm &form);

  [[nodiscard]] const IsaDescription &description(VectorEncoding encoding);
  [[nodiscard]] SnippetAssembler &pieces();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

class FormMeasurer {
public:
  /// `known_no_ops_per_cycle`: no-ops per cycle of the core when it is free; 0: not known.
  [[nodiscard]] static Expected<FormMeasurer> create(VectorEncoding widest, const RepetitionPolicy &repetition,
                                                     const std::map<std::string, double> &known_helpers,
                                                     double known_no_ops_per_cycle = 0);

  [[nodiscard]] MeasuredForm measure(const InstructionForm &form);
  /// Whether it turned out that another thread was on the core when helpers and limits were measured.
  [[nodiscard]] bool was_disturbed() const { return timer_.calm_epoch() != calibrated_in_epoch_; }
  /// Measures helpers and limits again.
  [[nodiscard]] std::optional<Error> calibrate();
  /// Describes a disturbance of all figures by other threads; empty: none was noticed.
  [[nodiscard]] const std::string &warning() const { return warning_; }
  /// Forms whose figures contradicted each other, so that they should be measured again.
  [[nodiscard]] const std::set<std::string> &doubtful() const { return doubtful_; }
  /// The helpers of all kinds of encodings; each name begins with the kind.
  [[nodiscard]] const std::vector<MeasuredHelper> &helpers() const { return helper_list_; }

private:
  FormMeasurer(FormGenerator generator, BenchmarkTimer timer, const RepetitionPolicy &repetition)
      : generator_(std::move(generator)), timer_(std::move(timer)), repetition_(repetition) {}
  void measure_throughput(const GeneratedForm &form, MeasuredForm &record, bool settled);
  void check_widths(const GeneratedForm &form, MeasuredForm &record);
  [[nodiscard]] Expected<MeasuredLatency> latency(const GeneratedForm &form, const OperandPair &pair,
                                                  const LatencyChain &chain);
  void measure_latencies(const GeneratedForm &form, MeasuredForm &record);

  FormGenerator generator_;
  BenchmarkTimer timer_;
  RepetitionPolicy repetition_;
  std::map<VectorEncoding, HelperFigures> helpers_;
  std::vector<MeasuredHelper> helper_list_;
  double rough_cycles_ = 0;
  ThroughputLimits limits_;
  std::vector<VectorEncoding> encodings_;
  std::map<std::string, double> known_helpers_;
  int calibrated_in_epoch_ = 0;
  std::string warning_;
  WidthFigures by_width_;
  std::set<std::string> doubtful_;
};

[[nodiscard]] std::string_view name_of(VectorEncoding encoding);

/// The widest encoding that this processor supports.
[[nodiscard]] VectorEncoding widest_encoding();

// Which of several chains between the same operands are worth measuring, and which figure counts.

/// The figure of one chain, without the time of its helpers.
struct WayFigure {
  int reading = 0;
  int restorer = 0;
  double cycles = 0;
};

/// Whether the next chain may give a lower figure. In the first chain, vectors are restored by operations of the usual
/// kind, which may add a delay. So further chains use operations of other kinds. No more chains are needed when two of
/// them agree, or when none can be quicker. `own_cycles`: the cycles of chains that consist of the form alone.
[[nodiscard]] bool may_be_quicker(const LatencyChain &next, const std::vector<WayFigure> &so_far,
                                  std::optional<double> own_cycles);

/// The figure that counts. Among the chains with the same `reading`, the quickest counts, since any disturbance makes
/// chains longer. Among these quickest chains of all readings, the slowest counts, since the others may read parts that
/// the instruction does not write. Null: there are no figures.
[[nodiscard]] const WayFigure *counting_way(const std::vector<WayFigure> &all);

// Writes the benchmarks as assembly, for machines on which this program cannot measure.

struct EmittedCount {
  int forms = 0;
  int files = 0;
  int not_generated = 0;
};

/// Writes into `folder`, which is created if necessary, one program OPCODE.s per form. It runs every benchmark of the
/// form a few times and exits.
[[nodiscard]] Expected<EmittedCount> emit_benchmarks(Isa isa, const std::vector<InstructionForm> &forms,
                                                     const std::string &folder);

} // namespace osaca::measure
