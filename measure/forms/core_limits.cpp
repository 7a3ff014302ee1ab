#include "measure/forms/core_limits.h"

#include "measure/file/decimal.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

constexpr double rate_margin = 1.05;    // real code may come nearer to the width than these
constexpr double rate_support = 0.9;    // of the highest: another rate that is nearly as high
constexpr double clearly_faster = 0.93; // wide vectors than narrow ones

std::optional<double> rate_of(BenchmarkTimer &timer, PieceMaker &pieces, const Repetition &careful,
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

std::vector<double> rates_of(BenchmarkTimer &timer, PieceMaker &pieces, const Repetition &careful,
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

CoreLimits measured_limits(BenchmarkTimer &timer, PieceMaker &pieces, const Repetition &careful) {
  CoreLimits made;
  // Nothing of this needs a pipe on cores that have moves and zeroing done at renaming; long nops need none anywhere.
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
  return WidthContradiction{other, wide + " takes " + decimal(wide_cycles, 3) + " cycles, and " + narrow +
                                       " of half the width " + decimal(narrow_cycles, 3)};
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

} // namespace osaca::measure
