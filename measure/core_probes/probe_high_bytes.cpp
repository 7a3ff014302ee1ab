// Operations that read the second byte of a register: how many in a cycle, how long, and which operation of a single
// pipe they are in the way of.
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/one_pipe.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>

namespace osaca::measure::core_probes {
namespace {

struct OfOnePipe {
  const char *name;
  const char *text; ///< waits for nothing
};

constexpr std::array<OfOnePipe, 6> of_one_pipe = {{
    {"imul", "imul $3, %r8, %r9"},
    {"popcnt", "popcnt %r8d, %r9d\npopcnt %r8d, %r10d\npopcnt %r8d, %r11d\npopcnt %r8d, %r12d"},
    {"pdep", "pdep %r8, %r9, %r10"},
    {"crc32", "crc32 %r8b, %r9d\ncrc32 %r8b, %r10d\ncrc32 %r8b, %r11d\ncrc32 %r8b, %r12d"},
    {"shuffle", "pshufd $0, %xmm0, %xmm1"},
    {"compare_vector", "ptest %xmm0, %xmm1"},
}};

constexpr const char *tests_of_high = "testb $1, %ah\ntestb $1, %bh\ntestb $1, %ch\ntestb $1, %dh";
constexpr const char *tests_of_low = "testb $1, %al\ntestb $1, %bl\ntestb $1, %cl\ntestb $1, %dl";

int lines_of(const std::string &text) {
  int lines = 1;
  for (const char letter : text)
    lines += letter == '\n' ? 1 : 0;
  return lines;
}

/// Four of them and four reads, one after the other.
std::string interleaved_with_reads(const OfOnePipe &other) {
  constexpr std::array<const char *, 4> reads = {"testb $1, %ah", "testb $1, %bh", "testb $1, %ch", "testb $1, %dh"};
  std::string rest = other.text;
  std::string text;
  for (const char *read : reads) {
    const std::size_t end = rest.find('\n');
    text += std::string(read) + "\n" + rest.substr(0, end) + "\n";
    if (end != std::string::npos)
      rest.erase(0, end + 1);
  }
  return text;
}

Finding high_byte_collision(Bench &bench, const OfOnePipe &other, double high) {
  constexpr int count = 4;
  const std::string name = std::string("high_bytes.same_pipe_as_") + other.name;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto alone = timing.time(straight(other.text));
  const auto together = timing.time(straight(interleaved_with_reads(other)));
  if (!alone || !together)
    return evidence.untold(name, yes_or_no, crowded_note);
  const double one = *alone / lines_of(other.text);
  const std::string text = "one takes " + cycles_text(one) + " cycles, a read of a high byte " + cycles_text(high) +
                           ", both side by side " + cycles_text(*together / count);
  const std::optional<bool> same = need_one_pipe({one, high, *together / count});
  return about(same ? evidence.told(name, *same, text) : evidence.untold(name, yes_or_no, text), Aspect::none,
               other.text);
}

} // namespace

std::optional<bool> need_one_pipe(const PairTimes &times) {
  constexpr double one_pipe = 0.88;
  constexpr double level = 0.12;
  // Where one of them has several pipes, the pair's time would not tell which.
  if (times.first_cycles < one_pipe || times.second_cycles < one_pipe)
    return std::nullopt;
  const double sum = times.first_cycles + times.second_cycles;
  const double larger = std::max(times.first_cycles, times.second_cycles);
  if (times.together_cycles > (1 + level) * sum || times.together_cycles < (1 - level) * larger)
    return std::nullopt;
  if (times.together_cycles > (1 - level) * sum)
    return true;
  return times.together_cycles < (1 + level) * larger ? std::optional(false) : std::nullopt;
}

std::vector<Finding> probe_high_bytes(Bench &bench) {
  constexpr int count = 4;
  std::vector<Finding> found;
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const auto high = timing.time(straight(tests_of_high));
  const auto low = timing.time(straight(tests_of_low));
  const auto high_chain = timing.time(straight("movzbl %ah, %eax"));
  const auto low_chain = timing.time(straight("movzbl %al, %eax"));
  if (!high || !low || !high_chain || !low_chain)
    return {evidence.untold("high_bytes.throughput", "cycles", crowded_note)};
  found.push_back(evidence.told("high_bytes.throughput", "cycles", *high / count, "tests of ah, bh, ch, dh"));
  found.push_back(evidence.told("high_bytes.low_throughput", "cycles", *low / count, "the same of al, bl, cl, dl"));
  found.push_back(evidence.told("high_bytes.latency", "cycles", *high_chain, "chain of movzbl %ah, %eax"));
  found.push_back(evidence.told("high_bytes.low_latency", "cycles", *low_chain, "chain of movzbl %al, %eax"));
  for (const OfOnePipe &other : of_one_pipe)
    found.push_back(high_byte_collision(bench, other, *high / count));
  return found;
}

} // namespace osaca::measure::core_probes
