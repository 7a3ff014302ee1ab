#include "base/format.h"
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/dispatch_rules.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca::measure::core_probes {

// Loops of growing size whose instructions need nothing but dispatch. As long as the op cache holds them, each uses one
// slot; in larger loops the limits of fetch and decode show. Instructions of several lengths distinguish a limit in
// instructions from one in bytes.

namespace {

struct Filling {
  const char *name;
  const char *text;
  int bytes;
  const char *what;
};

constexpr std::array<Filling, 5> fillings = {{
    {"moves_2", "mov %esi, %eax", 2, "moves of 2 bytes"},
    {"moves_3", "mov %rsi, %rax", 3, "moves of 3 bytes"},
    {"nops_4", "nopl 64(%rax)", 4, "nops of 4 bytes"},
    {"additions_4", "add $1, %r8\nadd $1, %r9\nadd $1, %r10\nadd $1, %r11", 4, "additions of 4 bytes"},
    {"nops_8", "nopl 512(%rax,%rax)", 8, "nops of 8 bytes"},
}};

constexpr int smallest = 512;
constexpr int largest_size = 14000;
constexpr double growth = 1.22;
constexpr int most_cached = 1500;
constexpr double tolerance = 0.1;

ProbeCode loop_of(const Filling &filling, int instructions) {
  ProbeCode code;
  const bool is_group = std::string_view(filling.text).find('\n') != std::string_view::npos;
  code.body = filling.text;
  code.copies = is_group ? instructions / 4 : instructions;
  code.iterations = 6;
  code.misses_caches = instructions > most_cached;
  return code;
}

ProbeFinding capacity(Bench &bench, const Filling &filling) {
  std::vector<int> grid;
  for (double size = smallest; size < largest_size; size *= growth)
    grid.push_back(static_cast<int>(std::round(size / 4)) * 4);
  Evidence evidence(bench);
  const double group = std::string_view(filling.text).find('\n') != std::string_view::npos ? 4 : 1;
  const KneeSearch search = find_rise(
      [&](int instructions) -> std::optional<double> {
        const auto cycles = evidence.time(loop_of(filling, instructions));
        return cycles ? std::optional(*cycles / group) : std::nullopt;
      },
      grid, tolerance);
  const std::string name = std::string("op_cache.") + filling.name;
  ProbeFinding made = evidence.make_undetermined(name, "instructions", search.why_not);
  if (search.knee)
    made = evidence.make_finding(
        name, "instructions", search.knee->last_before,
        format_text("{} take {} cycles each in loops up to this size ({} bytes), and {} in loops of {}", filling.what,
                    cycles_text(search.knee->low), search.knee->last_before * filling.bytes,
                    cycles_text(search.knee->high), grid.back()));
  made.curve = Curve{"instructions in the loop", "cycles per instruction", search.points};
  return made;
}

} // namespace

std::vector<ProbeFinding> probe_op_cache(Bench &bench) {
  std::vector<ProbeFinding> found;
  for (const Filling &filling : fillings)
    found.push_back(capacity(bench, filling));
  return found;
}

// Throughput of instructions by their length, in a loop that fits into every op cache and in one that does not. The
// first shows the cost of long immediates and prefixes, the second the cost of fetching.

namespace {

constexpr int few = 400;
constexpr int large_loop_copies = 12000;

/// A nop of `bytes` bytes; long ones have operand size prefixes before the nop of 8 bytes.
std::string nop_of(int bytes) {
  switch (bytes) {
  case 1: return "nop";
  case 2: return ".byte 0x66, 0x90";
  case 3: return "nopl (%rax)";
  case 4: return "nopl 64(%rax)";
  case 5: return "nopl 64(%rax,%rax)";
  case 6: return "nopw 64(%rax,%rax)";
  case 7: return "nopl 512(%rax)";
  default: break;
  }
  std::string text = ".byte ";
  for (int i = 8; i < bytes; ++i)
    text += "0x66, ";
  return text + "0x0f, 0x1f, 0x84, 0, 0, 2, 0, 0";
}

struct Sized {
  const char *name;
  const char *text; ///< two instructions, so that no chain takes longer than dispatch
  const char *what;
};

constexpr std::array<Sized, 9> sized_instructions = {{
    {"add_2", "add %esi, %eax\nadd %esi, %ecx\nadd %esi, %edx\nadd %esi, %ebp", "add of registers, 2 bytes"},
    {"add_3", "add %rsi, %rax\nadd %rsi, %rcx\nadd %rsi, %rdx\nadd %rsi, %rbp", "add of registers, 3 bytes"},
    {"add_imm8", "add $64, %rcx\nadd $64, %rdx\nadd $64, %rbp\nadd $64, %r8", "add of an 8-bit immediate, 4 bytes"},
    {"add_imm32", "add $0x12345, %rcx\nadd $0x12345, %rdx\nadd $0x12345, %rbp\nadd $0x12345, %r8",
     "add of a 32-bit immediate, 7 bytes"},
    {"mov_imm32", "mov $0x12345, %ecx\nmov $0x12345, %edx\nmov $0x12345, %ebp\nmov $0x12345, %ebx",
     "mov of a 32-bit immediate, 5 bytes"},
    {"mov_imm64",
     "movabs $0x123456789abcdef, %rcx\nmovabs $0x123456789abcdef, %rdx\nmovabs $0x123456789abcdef, %rbp\n"
     "movabs $0x123456789abcdef, %r8",
     "mov of a 64-bit immediate, 10 bytes"},
    {"load_displacement_8", "mov 64(%rdi), %rax\nmov 64(%rdi), %rcx\nmov 64(%rdi), %rdx\nmov 64(%rdi), %r8",
     "load with an 8-bit displacement, 4 bytes"},
    {"load_displacement_32",
     "mov 0x1000(%rdi), %rax\nmov 0x1000(%rdi), %rcx\nmov 0x1000(%rdi), %rdx\nmov 0x1000(%rdi), %r8",
     "load with a 32-bit displacement, 7 bytes"},
    {"compare_memory_imm32",
     "cmpq $0x12345, 0x1000(%rdi)\ncmpq $0x12345, 0x1000(%rsi)\ncmpq $0x12345, 0x1040(%rdi)\ncmpq $0x12345, "
     "0x1040(%rsi)",
     "cmp of memory with 32-bit displacement and immediate, 11 bytes"},
}};

ProbeFinding timed(Bench &bench, const std::string &name, const std::string &text, int group, int count,
                   const std::string &what) {
  Evidence evidence(bench);
  ProbeCode code;
  code.body = text;
  code.copies = count / group;
  code.iterations = count > few ? 6 : 60;
  code.misses_caches = count > few;
  const auto cycles = evidence.time(code);
  if (!cycles)
    return evidence.make_undetermined(name, "cycles", "");
  return evidence.make_finding(name, "cycles", *cycles / group, format_text("{}, in a loop of {}", what, count));
}

} // namespace

std::vector<ProbeFinding> probe_code_size(Bench &bench) {
  constexpr int group = 4;
  constexpr int longest = 15;
  std::vector<ProbeFinding> found;
  for (int bytes = 1; bytes <= longest; ++bytes) {
    const std::string length = std::to_string(bytes);
    found.push_back(
        timed(bench, "code_size.nop_" + length, nop_of(bytes), 1, few, format_text("nops of {} bytes", length)));
    found.push_back(timed(bench, format_text("code_size.nop_{}.large_loop", length), nop_of(bytes), 1,
                          large_loop_copies, format_text("nops of {} bytes", length)));
  }
  for (const Sized &one : sized_instructions) {
    const std::string name = std::string("code_size.") + one.name;
    found.push_back(timed(bench, name, one.text, group, few, one.what));
    found.push_back(timed(bench, name + ".large_loop", one.text, group, large_loop_copies, one.what));
  }
  return found;
}

// Code of many short instructions: pieces of 64 bytes with an increasing number of instructions, none of which needs a
// unit. If they are slower than dispatch allows, a block of code has more macro-ops than the op cache holds, and the
// speed of the decoders in bytes per cycle shows.

namespace {

constexpr int piece_bytes = 64;
constexpr int fewest_in_piece = 13;
constexpr int most_in_piece = 26;
constexpr int shortest_bytes = 2;

/// Nops and moves by their length, from 2 bytes on. On cores that eliminate anything, all of them are done at dispatch.
using Lengths = std::array<const char *, 4>;
constexpr Lengths nops_by_length = {"xchg %ax, %ax", "nopl (%rax)", "nopl 64(%rax)", "nopl 64(%rax,%rax)"};
constexpr Lengths zeros_by_length = {"xor %ecx, %ecx", "xorps %xmm1, %xmm1", "pxor %xmm1, %xmm1", "pxor %xmm9, %xmm9"};

/// `instructions` instructions in exactly 64 bytes, with lengths as even as possible.
std::string piece_of(const Lengths &kind, int instructions) {
  std::string text;
  for (int i = 0; i < instructions; ++i) {
    const int bytes = piece_bytes * (i + 1) / instructions - piece_bytes * i / instructions;
    text += std::string(i == 0 ? "" : "\n") + kind.at(static_cast<std::size_t>(bytes - shortest_bytes));
  }
  return text;
}

std::vector<CurvePoint> density_curve(CalmTiming &timing, const Lengths &kind) {
  std::vector<CurvePoint> points;
  for (int count = fewest_in_piece; count <= most_in_piece; ++count)
    if (const auto cycles = timing.time(straight(piece_of(kind, count))))
      points.push_back({count, *cycles});
  return points;
}

bool same_limit(const DensityLimit &one, const DensityLimit &other) {
  return one.kept_ops == other.kept_ops && one.bytes_per_cycle == other.bytes_per_cycle;
}

} // namespace

DensityAnswer density_limit(const std::vector<CurvePoint> &points) {
  constexpr double surely_slower = 1.12;
  constexpr double surely_as_fast = 1.07;
  constexpr double level = 0.06;
  constexpr int fewest_slow = 3;
  if (points.size() < 4)
    return {std::nullopt, "too few timings"};
  double slot = points.front().y / points.front().x;
  for (const CurvePoint &point : points)
    slot = std::min(slot, point.y / point.x);
  if (slot <= 0)
    return {std::nullopt, "all timings are zero"};
  const auto excess = [&](const CurvePoint &point) { return point.y / (point.x * slot); };
  const auto first = std::ranges::find_if(points, [&](const auto &one) { return excess(one) > surely_as_fast; });
  if (first == points.end())
    return {DensityLimit{}, "none is slower than dispatch"};
  if (first == points.begin() || excess(*first) < surely_slower)
    return {std::nullopt, format_text("the code becomes slower near {} instructions, but not at once", first->x)};
  // In denser pieces the bytes determine the time until dispatch takes longer. Some of the pieces may still be in the
  // op cache, so the slowest one shows the speed of the decoders.
  int slow = 0;
  int fast = 0;
  double slowest = first->y;
  for (auto point = first; point != points.end() && point->x * slot < (1 - level) * slowest; ++point) {
    slowest = std::max(slowest, point->y);
    (excess(*point) > surely_as_fast ? slow : fast) += 1;
  }
  if (slow < fewest_slow || slow <= fast)
    return {std::nullopt, format_text("from {} instructions on, some pieces are slower and others are not", first->x)};
  const double rate = piece_bytes / slowest;
  const double whole = std::round(rate);
  if (whole < 1 || std::abs(rate - whole) > level * whole)
    return {std::nullopt, cycles_text(rate) + " bytes per cycle are not a whole number"};
  return {DensityLimit{first->x - 1, static_cast<int>(whole)},
          format_text(
              "pieces of 64 bytes: up to {} instructions take one slot each, and pieces with more take up to {} cycles",
              first->x - 1, cycles_text(slowest))};
}

std::vector<ProbeFinding> probe_dense_code(Bench &bench) {
  constexpr const char *slow_name = "dense_code.is_slower";
  Evidence evidence(bench);
  CalmTiming timing(evidence);
  const std::vector<CurvePoint> nops = density_curve(timing, nops_by_length);
  const std::vector<CurvePoint> zeros = density_curve(timing, zeros_by_length);
  const DensityAnswer of_nops = density_limit(nops);
  const DensityAnswer of_zeros = density_limit(zeros);
  if (timing.was_crowded())
    return {evidence.make_undetermined(slow_name, yes_or_no, crowded_note)};
  const std::string text = format_text("nops: {}; zeroed registers: {}", of_nops.text, of_zeros.text);
  std::vector<ProbeFinding> found;
  if (!of_nops.limit || !of_zeros.limit)
    found.push_back(evidence.make_undetermined(slow_name, yes_or_no, text));
  else if (!same_limit(*of_nops.limit, *of_zeros.limit))
    found.push_back(
        evidence.make_undetermined(slow_name, yes_or_no, "nops and zeroed registers do not agree; " + text));
  else
    found.push_back(evidence.make_finding(slow_name, of_nops.limit->kept_ops > 0, text));
  found.back().curve = Curve{"instructions in 64 bytes", "cycles", nops};
  if (found.back().value.value_or(0) > 0) {
    found.push_back(evidence.make_finding("dense_code.kept_ops", "macro-ops of a block of 64 bytes",
                                          of_nops.limit->kept_ops, "code with more of them is slower"));
    found.push_back(evidence.make_finding("dense_code.decoded_bytes", "bytes per cycle", of_nops.limit->bytes_per_cycle,
                                          "rate of such code"));
  }
  return found;
}

} // namespace osaca::measure::core_probes
