#include "measure/forms/doubtful_figures.h"

#include "base/format.h"
#include "measure/file/number_text.h"
#include "measure/harness/samples.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure {

namespace {

constexpr double rate_margin = 1.05;    // real code may come closer to the width than these sequences
constexpr double rate_support = 0.9;    // of the highest rate: another rate must be nearly as high
constexpr double clearly_faster = 0.93; // wide vectors compared with narrow ones

std::optional<double> rate_of(BenchmarkTimer &timer, SnippetAssembler &pieces, const RepetitionPolicy &careful,
                              const std::string &text) {
  const auto piece = pieces.make(text);
  if (!piece)
    return std::nullopt;
  Benchmark benchmark;
  benchmark.body = {*piece};
  benchmark.instructions = line_count(text);
  const Measurement found = timer.measure(benchmark, 1, careful);
  if (found.status != Status::ok || found.cycles <= 0)
    return std::nullopt;
  return benchmark.instructions / found.cycles;
}

std::vector<double> rates_of(BenchmarkTimer &timer, SnippetAssembler &pieces, const RepetitionPolicy &careful,
                             std::initializer_list<const char *> texts) {
  std::vector<double> made;
  for (const char *text : texts)
    if (const auto rate = rate_of(timer, pieces, careful, text))
      made.push_back(*rate);
  return made;
}

} // namespace

std::optional<double> limit_of_rates(std::vector<double> rates) {
  std::ranges::sort(rates, std::greater<>());
  for (std::size_t i = 0; i + 1 < rates.size(); ++i)
    if (rates[i + 1] >= rate_support * rates[i])
      return std::min(rates[i] * rate_margin, most_instructions_per_cycle);
  return std::nullopt;
}

ThroughputLimits measured_limits(BenchmarkTimer &timer, SnippetAssembler &pieces, const RepetitionPolicy &careful) {
  ThroughputLimits made;
  // None of this needs a pipe on cores that do moves and zeroing at rename; long nops need none on any core.
  const std::vector<double> rates =
      rates_of(timer, pieces, careful,
               {"nopl 512(%rax,%rax)", "nopl 512(%rax,%rax)\nmov %r11, %rax",
                "mov %r11, %rax\nmov %r11, %rcx\nmov %r11, %rdx\nmov %r11, %rbx",
                "xor %eax, %eax\nxor %ecx, %ecx\nxor %edx, %edx", "inc %rax\ninc %rcx\ninc %rdx\ninc %rbx",
                "mov $1, %eax\nmov %r11, %rcx\nnopl 512(%rax,%rax)"});
  made.instructions_per_cycle = limit_of_rates(rates).value_or(made.instructions_per_cycle);
  const std::vector<double> idle = rates_of(timer, pieces, careful, {"nop", "nop\nnop", "xchg %ax, %ax"});
  made.no_operations_per_cycle =
      std::max(made.instructions_per_cycle, limit_of_rates(idle).value_or(most_instructions_per_cycle));
  return made;
}

double least_throughput(const MeasuredForm &form) {
  return std::ranges::min_element(form.throughput, [](const MeasuredThroughput &a,
                                                      const MeasuredThroughput &b) { return a.cycles < b.cycles; })
      ->cycles;
}

std::vector<std::string> opcodes_of_twice_the_width(const std::string &opcode) {
  std::vector<std::string> made;
  const auto with = [&](std::size_t at, std::size_t length, const char *by) {
    std::string other = opcode;
    made.push_back(other.replace(at, length, by));
  };
  if (const std::size_t narrow = opcode.find("Z128"); narrow != std::string::npos) {
    with(narrow, 4, "Z256");
    return made;
  }
  if (const std::size_t half = opcode.find("Z256"); half != std::string::npos) {
    with(half, 4, "Z");
    return made;
  }
  const bool is_vector = opcode.starts_with("V") && opcode.find('_') == std::string::npos;
  const std::size_t operands = opcode.find_first_of("rm", 1);
  if (!is_vector || operands == std::string::npos || opcode[operands - 1] == 'Z')
    return made;
  if (opcode[operands - 1] == 'Y')
    with(operands - 1, 1, "Z");
  else
    with(operands, 0, "Y");
  return made;
}

void WidthFigures::remember(const std::string &opcode, double cycles) {
  if (cycles_.insert_or_assign(opcode, cycles).second)
    for (const std::string &wide : opcodes_of_twice_the_width(opcode))
      narrower_[wide].push_back(opcode);
}

std::optional<WidthContradiction> WidthFigures::between(const std::string &narrow, double narrow_cycles,
                                                        const std::string &wide, double wide_cycles,
                                                        const std::string &other) const {
  if (wide_cycles >= clearly_faster * narrow_cycles)
    return std::nullopt;
  return WidthContradiction{other, format_text("{} takes {} cycles, but {} of half the width takes {}", wide,
                                               decimal(wide_cycles, 3), narrow, decimal(narrow_cycles, 3))};
}

std::optional<WidthContradiction> WidthFigures::contradiction(const std::string &opcode, double cycles) const {
  for (const std::string &wide : opcodes_of_twice_the_width(opcode))
    if (const auto known = cycles_.find(wide); known != cycles_.end())
      if (auto found = between(opcode, cycles, wide, known->second, wide))
        return found;
  if (const auto known = narrower_.find(opcode); known != narrower_.end())
    for (const std::string &narrow : known->second)
      if (auto found = between(narrow, cycles_.at(narrow), opcode, cycles, narrow))
        return found;
  return std::nullopt;
}

namespace {

constexpr double same_throughput = 0.04;
constexpr std::size_t fewest_of_kind = 5;
constexpr double share_of_usual = 0.6;

std::ptrdiff_t unstable_figures(const MeasuredForm &record) {
  const auto is_unstable = [](const auto &figure) { return figure.is_unstable; };
  return std::ranges::count_if(record.throughput, is_unstable) + std::ranges::count_if(record.latencies, is_unstable);
}

double off_by(double cycles, double usual) { return std::abs(cycles / usual - 1); }

} // namespace

void SecondLook::remember(const InstructionForm &form, const MeasuredForm &record) {
  if (record.status != FormStatus::ok || record.throughput.empty())
    return;
  kind_[record.opcode] = form.scheduling_class;
  of_kind_[form.scheduling_class][record.opcode] = least_throughput(record);
  if (unstable_figures(record) > 0)
    unstable_.insert(record.opcode);
}

void SecondLook::forget_all() {
  for (const auto &[opcode, kind] : kind_)
    forgotten_.insert(opcode);
  of_kind_.clear();
  unstable_.clear();
}

std::optional<double> SecondLook::usual_throughput(unsigned kind) const {
  std::vector<double> all;
  if (const auto known = of_kind_.find(kind); known != of_kind_.end())
    for (const auto &[opcode, cycles] : known->second)
      all.push_back(cycles);
  const double usual = median(all);
  const auto like_it = std::ranges::count_if(
      all, [usual](double cycles) { return usual > 0 && off_by(cycles, usual) <= same_throughput; });
  const bool is_agreed = static_cast<double>(like_it) >= share_of_usual * static_cast<double>(all.size());
  return all.size() >= fewest_of_kind && is_agreed ? std::optional(usual) : std::nullopt;
}

std::set<std::string> SecondLook::wanted() const {
  std::set<std::string> opcodes = unstable_;
  opcodes.insert(forgotten_.begin(), forgotten_.end());
  for (const auto &[kind, forms] : of_kind_)
    if (const auto usual = usual_throughput(kind))
      for (const auto &[opcode, cycles] : forms)
        if (off_by(cycles, *usual) > same_throughput)
          opcodes.insert(opcode);
  return opcodes;
}

const MeasuredForm &SecondLook::better(const MeasuredForm &first, const MeasuredForm &second) const {
  if (second.status != FormStatus::ok || second.throughput.empty())
    return first;
  if (first.status != FormStatus::ok || first.throughput.empty())
    return second;
  if (forgotten_.contains(first.opcode))
    return second;
  if (const auto before = unstable_figures(first), now = unstable_figures(second); before != now)
    return before < now ? first : second;
  const auto kind = kind_.find(first.opcode);
  const auto usual = kind == kind_.end() ? std::nullopt : usual_throughput(kind->second);
  if (!usual)
    return second;
  return off_by(least_throughput(first), *usual) < off_by(least_throughput(second), *usual) ? first : second;
}

} // namespace osaca::measure
