#include "measure/forms/form_measurer.h"

#include "base/format.h"
#include "measure/harness/benchmark_timer.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {

bool may_be_quicker(const LatencyChain &next, const std::vector<WayFigure> &so_far, std::optional<double> own_cycles) {
  constexpr double scatter = 0.1;
  constexpr double least_of_any = 1 + scatter;
  if (next.restorer == 0)
    return true;
  std::map<int, double> by_restorer;
  for (const WayFigure &one : so_far)
    if (one.reading == next.reading) {
      const auto [known, is_new] = by_restorer.emplace(one.restorer, one.cycles);
      known->second = std::min(known->second, one.cycles);
    }
  if (by_restorer.empty())
    return true;
  const auto by_cycles = [](const auto &a, const auto &b) { return a.second < b.second; };
  const double best = std::ranges::min_element(by_restorer, by_cycles)->second;
  const auto agreeing =
      std::ranges::count_if(by_restorer, [&](const auto &one) { return one.second <= best + scatter; });
  return agreeing < 2 && best > least_of_any && (!own_cycles || best > *own_cycles + scatter);
}

const WayFigure *counting_way(const std::vector<WayFigure> &all) {
  std::map<int, const WayFigure *> quickest;
  for (const WayFigure &one : all) {
    const auto [known, is_new] = quickest.emplace(one.reading, &one);
    if (one.cycles < known->second->cycles)
      known->second = &one;
  }
  const WayFigure *slowest = nullptr;
  for (const auto &[reading, one] : quickest)
    if (slowest == nullptr || one->cycles > slowest->cycles)
      slowest = one;
  return slowest;
}

namespace {

constexpr double as_fast = 1.03;
constexpr double least_cycles = 0.5; // a chain that takes less in addition to its helpers does not go through the form

bool has_figure(const Measurement &figure) { return figure.status == Status::ok || figure.status == Status::unstable; }

/// Sets the status in the file's terms from the attempt to run the form.
void set_status(const Measurement &tried, MeasuredForm &record) {
  switch (tried.status) {
  case Status::ok:
  case Status::unstable: record.status = FormStatus::ok; return;
  case Status::illegal_instruction: record.status = FormStatus::illegal; break;
  case Status::privileged: record.status = FormStatus::privileged; break;
  default: record.status = FormStatus::faults; break;
  }
  record.reason = std::string(name_of(tried.status)) + (tried.detail.empty() ? "" : ", " + tried.detail);
}

/// The lowest figure of the chains so far that consist of the form alone.
std::optional<double> own_chain_cycles(const MeasuredForm &record, const std::string &values) {
  std::optional<double> least;
  for (const MeasuredLatency &one : record.latencies)
    if (one.via.empty() && !one.is_bound && one.values == values)
      least = least ? std::min(*least, one.cycles) : one.cycles;
  return least;
}

} // namespace

std::string_view name_of(VectorEncoding encoding) {
  switch (encoding) {
  case VectorEncoding::legacy: return "legacy";
  case VectorEncoding::mmx: return "mmx";
  case VectorEncoding::avx: return "avx";
  case VectorEncoding::avx512: return "avx512";
  }
  return "legacy";
}

VectorEncoding widest_encoding() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0)
    return VectorEncoding::avx512;
  if (__builtin_cpu_supports("avx2") != 0)
    return VectorEncoding::avx;
#endif
  return VectorEncoding::legacy;
}

Expected<FormMeasurer> FormMeasurer::create(VectorEncoding widest, const RepetitionPolicy &repetition,
                                            const std::map<std::string, double> &known_helpers,
                                            double known_no_ops_per_cycle) {
  OSACA_TRY(auto timer, BenchmarkTimer::create());
  FormMeasurer made(FormGenerator(Isa::x86_64, widest), timer, repetition);
  std::vector<VectorEncoding> encodings = {VectorEncoding::legacy, VectorEncoding::mmx};
  if (widest != VectorEncoding::legacy)
    encodings.push_back(widest);
  made.encodings_ = std::move(encodings);
  made.known_helpers_ = known_helpers;
  made.timer_.settle();
  if (const auto sharing = test_core_sharing(made.timer_))
    made.warning_ = sharing_warning(*sharing, known_no_ops_per_cycle);
  if (auto error = made.calibrate())
    return *error;
  return made;
}

std::optional<Error> FormMeasurer::calibrate() {
  // All other figures depend on these, so they are measured with more care.
  const RepetitionPolicy careful = {repetition_.runs + 1, 6 * repetition_.patience_seconds, repetition_.wait_seconds};
  constexpr int most_attempts = 3;
  for (int attempt = 0; attempt == 0 || (attempt < most_attempts && was_disturbed()); ++attempt) {
    calibrated_in_epoch_ = timer_.calm_epoch();
    limits_ = measured_limits(timer_, generator_.pieces(), careful);
    helper_list_.clear();
    for (const VectorEncoding encoding : encodings_) {
      OSACA_TRY(auto figures, measure_helpers(generator_.description(encoding), generator_.pieces(), encoding, timer_,
                                              careful, known_helpers_));
      for (auto [name, helper] : figures) {
        helper.name = format_text("{}.{}", name_of(encoding), name);
        helper_list_.push_back(std::move(helper));
      }
      helpers_[encoding] = figures;
    }
  }
  return std::nullopt;
}

MeasuredForm FormMeasurer::measure(const InstructionForm &form) {
  const GeneratedForm generated = generator_.generate(form);
  MeasuredForm record = generated.record;
  if (record.status != FormStatus::ok)
    return record;
  Measurement tried;
  for (const ThroughputCode &code : generated.throughput) {
    tried = timer_.probe(code.benchmark);
    if (has_figure(tried)) {
      rough_cycles_ = std::max(tried.cycles / std::max(code.benchmark.executions, 1), 0.0);
      break;
    }
  }
  set_status(tried, record);
  if (record.status != FormStatus::ok) {
    record.missing.clear();
    return record;
  }
  const bool does_nothing = generated.shape.example.instruction.mnemonic.starts_with("nop");
  timer_.expect_at_most(does_nothing ? limits_.no_operations_per_cycle : limits_.instructions_per_cycle);
  measure_throughput(generated, record, false);
  check_widths(generated, record);
  measure_latencies(generated, record);
  timer_.expect_at_most(most_instructions_per_cycle);
  return record;
}

/// Compares with the same operation on vectors of half the width, which cannot be slower.
void FormMeasurer::check_widths(const GeneratedForm &form, MeasuredForm &record) {
  if (record.status != FormStatus::ok || record.throughput.empty())
    return;
  auto contradiction = by_width_.contradiction(record.opcode, least_throughput(record));
  if (contradiction) {
    record.throughput.clear();
    measure_throughput(form, record, true);
    contradiction =
        record.throughput.empty() ? std::nullopt : by_width_.contradiction(record.opcode, least_throughput(record));
  }
  if (contradiction) {
    record.status = FormStatus::impossible;
    record.reason = contradiction->reason;
    doubtful_.insert(record.opcode);
    doubtful_.insert(contradiction->other);
  }
  if (!record.throughput.empty())
    by_width_.remember(record.opcode, least_throughput(record));
}

void FormMeasurer::measure_throughput(const GeneratedForm &form, MeasuredForm &record, bool settled) {
  std::string impossible;
  for (const ThroughputCode &code : form.throughput) {
    const double rough = rough_cycles_ * code.benchmark.executions;
    const Measurement figure = settled ? timer_.measure_settled(code.benchmark, rough, repetition_)
                                       : timer_.measure(code.benchmark, rough, repetition_);
    if (figure.status == Status::impossible)
      impossible = figure.detail;
    if (!has_figure(figure))
      continue;
    const MeasuredThroughput made{figure.cycles / std::max(code.benchmark.executions, 1),
                                  figure.spread,
                                  code.breakers,
                                  code.waits,
                                  code.benchmark.values.name,
                                  figure.status == Status::unstable};
    const auto same = std::ranges::find_if(
        record.throughput, [&](const MeasuredThroughput &other) { return other.values == made.values; });
    if (same == record.throughput.end())
      record.throughput.push_back(made);
    else if (made.cycles < same->cycles)
      *same = made;
  }
  if (record.throughput.empty() && !impossible.empty()) {
    record.status = FormStatus::impossible;
    record.reason = impossible;
  }
}

Expected<MeasuredLatency> FormMeasurer::latency(const GeneratedForm &form, const OperandPair &pair,
                                                const LatencyChain &chain) {
  const HelperFigures &helpers = helpers_[form.encoding];
  MeasuredLatency made;
  made.from = text_of(pair.from);
  made.to = text_of(pair.to);
  made.values = chain.benchmark.values.name;
  const Measurement figure = timer_.measure(chain.benchmark, rough_cycles_, repetition_);
  if (!has_figure(figure))
    return Error{"its chain ended with status " + std::string(name_of(figure.status))};
  made.spread = figure.spread;
  made.is_unstable = figure.status == Status::unstable;
  made.chain_cycles = figure.cycles / std::max(chain.benchmark.executions, 1);
  made.cycles = made.chain_cycles;
  for (const std::string &name : chain.helpers) {
    const auto found = helpers.find(name);
    if (found == helpers.end())
      return Error{"a helper of the chain could not be measured"};
    made.cycles -= found->second.cycles;
    made.is_split = made.is_split || found->second.is_split;
    made.via.push_back(format_text("{}.{}", name_of(form.encoding), name));
  }
  const bool reads_memory =
      pair.from.part == Endpoint::Part::value && as_memory(form.shape.roles[pair.from.operand].operand) != nullptr;
  if (!made.via.empty() && made.cycles < (reads_memory ? -least_cycles : least_cycles))
    return Error{"no dependency was observed"};
  return made;
}

void FormMeasurer::measure_latencies(const GeneratedForm &form, MeasuredForm &record) {
  for (const GeneratedForm::Chain &chain : form.chains) {
    std::vector<WayFigure> figures;
    std::vector<MeasuredLatency> found;
    std::string reason;
    for (const LatencyChain &way : chain.ways) {
      if (!may_be_quicker(way, figures, own_chain_cycles(record, way.benchmark.values.name)))
        continue;
      auto made = latency(form, chain.pair, way);
      if (!made && reason.empty())
        reason = made.error().message;
      if (!made)
        continue;
      figures.push_back({way.reading, way.restorer, made->cycles});
      found.push_back(*made);
    }
    const MissingLatency missing{text_of(chain.pair.from), text_of(chain.pair.to), reason};
    if (const WayFigure *counts = counting_way(figures)) {
      MeasuredLatency &made = found[static_cast<std::size_t>(counts - figures.data())];
      for (const MeasuredThroughput &throughput : record.throughput)
        made.is_bound =
            made.is_bound || (throughput.values == made.values && made.chain_cycles < throughput.cycles * as_fast);
      record.latencies.push_back(made);
    } else if (std::ranges::find(record.missing, missing) == record.missing.end())
      record.missing.push_back(missing);
  }
}

} // namespace osaca::measure
