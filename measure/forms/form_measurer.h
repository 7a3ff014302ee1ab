// One instruction form: tries it, measures its throughput and all its latencies.
#pragma once

#include "measure/chains/helper_latencies.h"
#include "measure/chains/latency_chains.h"
#include "measure/file/measurement.h"
#include "measure/forms/core_limits.h"
#include "measure/forms/throughput_code.h"

#include <memory>
#include <optional>

namespace osaca::measure {

/// What is generated for a form, measured or not.
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
  /// `widest`: what the processor has.
  FormGenerator(Isa isa, VectorEncoding widest);
  FormGenerator(FormGenerator &&) noexcept;
  ~FormGenerator();

  [[nodiscard]] GeneratedForm generate(const InstructionForm &form);

  [[nodiscard]] const IsaDescription &description(VectorEncoding encoding);
  [[nodiscard]] PieceMaker &pieces();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

class FormMeasurer {
public:
  /// `known_no_ops_per_cycle`: of the core when it is free; 0: not known.
  [[nodiscard]] static Expected<FormMeasurer> create(VectorEncoding widest, const Repetition &repetition,
                                                     const std::map<std::string, double> &known_helpers,
                                                     double known_no_ops_per_cycle = 0);

  [[nodiscard]] MeasuredForm measure(const InstructionForm &form);
  /// Whether it has turned out that somebody else was on the core when helpers and limits were measured.
  [[nodiscard]] bool was_disturbed() const { return timer_.calm_epoch() != calibrated_in_epoch_; }
  /// Measures helpers and limits anew.
  [[nodiscard]] std::optional<Error> calibrate();
  /// Whether other threads disturb all figures; empty: none was noticed.
  [[nodiscard]] const std::string &warning() const { return warning_; }
  /// Forms whose figures contradicted each other when they were measured, so that they should be measured once more.
  [[nodiscard]] const std::set<std::string> &doubtful() const { return doubtful_; }
  /// Of all kinds of encodings, their names preceded by the kind.
  [[nodiscard]] const std::vector<MeasuredHelper> &helpers() const { return helper_list_; }

private:
  FormMeasurer(FormGenerator generator, BenchmarkTimer timer, const Repetition &repetition)
      : generator_(std::move(generator)), timer_(std::move(timer)), repetition_(repetition) {}
  void measure_throughput(const GeneratedForm &form, MeasuredForm &record, bool settled);
  void check_widths(const GeneratedForm &form, MeasuredForm &record);
  [[nodiscard]] Expected<MeasuredLatency> latency(const GeneratedForm &form, const OperandPair &pair,
                                                  const LatencyChain &chain);
  void measure_latencies(const GeneratedForm &form, MeasuredForm &record);

  FormGenerator generator_;
  BenchmarkTimer timer_;
  Repetition repetition_;
  std::map<VectorEncoding, HelperFigures> helpers_;
  std::vector<MeasuredHelper> helper_list_;
  double rough_cycles_ = 0;
  CoreLimits limits_;
  std::vector<VectorEncoding> encodings_;
  std::map<std::string, double> known_helpers_;
  int calibrated_in_epoch_ = 0;
  std::string warning_;
  WidthFigures by_width_;
  std::set<std::string> doubtful_;
};

[[nodiscard]] std::string_view name_of(VectorEncoding encoding);

/// What this processor has.
[[nodiscard]] VectorEncoding widest_encoding();

} // namespace osaca::measure
