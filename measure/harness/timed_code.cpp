// The frame is written as assembly text. A window is:
//
//     start time; passes_wanted times: { fill memory; set registers; the code }; end time
//
// The fixed cost of a pass is the same for short and long code, and cancels out in the difference of the two. The fence
// before the code keeps passes from overlapping, so that each one starts with an empty machine.
#include "measure/harness/timed_code.h"

#include "decode/code/encoding.h"

#include <array>
#include <sstream>
#include <string>

namespace osaca::measure {
namespace {

constexpr std::array<const char *, general_registers> register_names = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
constexpr std::array<const char *, 6> preserved = {"rbx", "rbp", "r12", "r13", "r14", "r15"};

std::string at(std::size_t offset) { return std::to_string(state_address + offset); }

void write_entry(std::ostream &out) {
  for (const char *name : preserved)
    out << "push %" << name << "\n";
  out << "mov %rsp, " << at(offsetof(HarnessState, saved_stack)) << "\n"
      << "stmxcsr " << at(offsetof(HarnessState, saved_float_control)) << "\n"
      << "restart:\n"
      << "mov " << at(offsetof(HarnessState, passes_wanted)) << ", %rax\n"
      << "mov %rax, " << at(offsetof(HarnessState, passes_left)) << "\n"
      << "mfence\nlfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\n"
      << "mov %rax, " << at(offsetof(HarnessState, start_ticks)) << "\n";
}

void write_memory_fill(std::ostream &out) {
  out << "mov " << at(offsetof(HarnessState, filled_page_count)) << ", %rbx\n"
      << "test %rbx, %rbx\nje filled\n"
      << "mov $" << state_address + offsetof(HarnessState, filled_pages) << ", %esi\n"
      << "mov " << at(offsetof(HarnessState, fill_word)) << ", %rax\n"
      << "fill:\n"
      << "mov (%rsi), %rdi\n"
      << "mov $" << page_bytes / 8 << ", %ecx\n"
      << "rep stosq\nadd $8, %rsi\ndec %rbx\njne fill\nmfence\n"
      << "filled:\n";
}

/// General registers are loaded last; loading them changes no flag.
void write_register_loads(std::ostream &out, const FrameOptions &options) {
  if (options.has_avx)
    out << "vzeroupper\n";
  if (options.uses_x87)
    out << "fninit\nmov " << at(offsetof(HarnessState, x87_values)) << ", %rcx\n"
        << "jrcxz x87_is_filled\nx87_fill:\nfld1\ndec %rcx\njne x87_fill\nx87_is_filled:\n";
  out << "ldmxcsr " << at(offsetof(HarnessState, float_control)) << "\n";
  for (std::size_t i = 0; i < vector_registers; ++i)
    out << "movaps " << at(offsetof(HarnessState, vectors) + i * sizeof(VectorValue)) << ", %xmm" << i << "\n";
  if (options.has_avx512) {
    for (std::size_t i = 0; i < vector_registers; ++i)
      out << "vmovaps %xmm" << i << ", %xmm" << i + vector_registers << "\n";
    for (int i = 0; i < 8; ++i)
      out << "kxnorq %k" << i << ", %k" << i << ", %k" << i << "\n";
  }
  for (std::size_t i = 0; i < general_registers; ++i)
    out << "mov " << at(offsetof(HarnessState, general) + i * 8) << ", %" << register_names[i] << "\n";
}

void write_exit(std::ostream &out, const FrameOptions &options) {
  if (options.uses_x87)
    out << "fnstsw %ax\nmovzwl %ax, %eax\nor %rax, " << at(offsetof(HarnessState, x87_exceptions)) << "\n";
  out << "cld\ndecq " << at(offsetof(HarnessState, passes_left)) << "\n"
      << ".byte 0x0f, 0x85\nrepeat:\n.long 0\n" // jne pass
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\n"
      << "mov %rax, " << at(offsetof(HarnessState, end_ticks)) << "\n"
      << "mov " << at(offsetof(HarnessState, saved_stack)) << ", %rsp\n"
      << "ldmxcsr " << at(offsetof(HarnessState, saved_float_control)) << "\n";
  if (options.has_avx)
    out << "vzeroupper\n";
  if (options.uses_x87)
    out << "fninit\n";
  for (std::size_t i = preserved.size(); i > 0; --i)
    out << "pop %" << preserved[i - 1] << "\n";
  out << "ret\n";
}

/// Adds a register, because some cores execute additions of constants at rename, several per cycle.
void write_calibration(std::ostream &out) {
  out << "calibration:\n"
      << "mov %rdi, %r8\nmov $1, %ecx\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nmov %rax, %rsi\n"
      << ".p2align 6\nchain:\n";
  for (std::uint64_t i = 0; i < calibration_unit_cycles; ++i)
    out << "add %rcx, %rdi\n";
  out << "dec %r8\njne chain\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nsub %rsi, %rax\nret\n";
}

/// As much as a core can dispatch. Only no-ops, which need no unit; which unit an addition gets varies from run to run.
void write_dispatched(std::ostream &out, std::uint64_t instructions) {
  for (std::uint64_t i = 0; i < instructions; ++i)
    out << "nopl 8(%rax,%rax)\n";
}

/// As much as the vector units can do: another thread may use just these, or close one of them with wider vectors.
void write_vector_work(std::ostream &out, std::uint64_t instructions) {
  constexpr int first_product = 3;
  constexpr int products = 12; // so many that none waits for the previous one
  std::uint64_t written = 0;
  for (int i = 0; written < instructions; ++i, written += 2)
    out << "pshufd $27, %xmm0, %xmm" << 1 + i % 2 << "\npmulhuw %xmm0, %xmm" << first_product + i % products << "\n";
}

/// Code that fills the core, so that it takes longer whenever another thread is on it.
void write_canary(std::ostream &out) {
  out << ".p2align 6\ncanary:\nmov %rdi, %r8\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nmov %rax, %rsi\n"
      << ".p2align 6\ncrowd:\n";
  write_dispatched(out, canary_dispatched_instructions);
  write_vector_work(out, canary_unit_instructions - canary_dispatched_instructions);
  out << "dec %r8\njne crowd\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nsub %rsi, %rax\nret\n";
}

/// Independent chains of additions, more than there are units left if another thread runs. How many a free core
/// executes per cycle is known.
void write_sentinel(std::ostream &out) {
  constexpr std::array<const char *, sentinel_chains> chains = {"rdi", "rdx", "r9", "r10", "r11"};
  out << ".p2align 6\nsentinel:\nmov %rdi, %r8\nmov $1, %ecx\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nmov %rax, %rsi\n"
      << ".p2align 6\nwatch:\n";
  for (std::uint64_t i = 0; i < sentinel_unit_additions; ++i)
    out << "add %rcx, %" << chains[i % sentinel_chains] << "\n";
  out << "dec %r8\njne watch\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nsub %rsi, %rax\nret\n";
}

} // namespace

Expected<TimedFrame> make_frame(const FrameOptions &options) {
  std::ostringstream before;
  write_entry(before);
  before << ".p2align 6\npass:\n";
  write_memory_fill(before);
  write_register_loads(before, options);
  // After a jump, processors take decoded instructions from the op cache again.
  before << "lfence\njmp code\n.p2align 6\ncode:\n";
  std::ostringstream after;
  write_exit(after, options);
  std::ostringstream chain;
  write_calibration(chain);
  write_canary(chain);
  write_sentinel(chain);

  const Expected<AssembledCode> first = assemble(before.str(), Isa::x86_64, {"", false, "beginning of the frame"});
  const Expected<AssembledCode> last = assemble(after.str(), Isa::x86_64, {"", false, "end of the frame"});
  const Expected<AssembledCode> calibration = assemble(chain.str(), Isa::x86_64, {"", false, "chain of additions"});
  for (const auto *part : {&first, &last, &calibration})
    if (!*part)
      return part->error();
  return TimedFrame{first->bytes,
                    last->bytes,
                    first->labels.at("restart"),
                    first->labels.at("pass"),
                    last->labels.at("repeat"),
                    calibration->bytes,
                    calibration->labels.at("canary"),
                    calibration->labels.at("sentinel")};
}

std::vector<std::uint8_t> framed(const TimedFrame &frame, const std::vector<std::uint8_t> &code) {
  std::vector<std::uint8_t> all = frame.before;
  all.insert(all.end(), code.begin(), code.end());
  const std::size_t patch = all.size() + frame.repeat;
  all.insert(all.end(), frame.after.begin(), frame.after.end());
  const std::size_t distance = frame.pass - (patch + 4); // modulo 2^64, as the processor computes it
  for (std::size_t i = 0; i < 4; ++i)
    all[patch + i] = static_cast<std::uint8_t>(distance >> (8 * i));
  return all;
}

Expected<TimedFrames> make_frames(bool has_avx) {
  OSACA_TRY(TimedFrame plain, make_frame({has_avx, false}));
  OSACA_TRY(TimedFrame x87, make_frame({has_avx, true}));
  return TimedFrames{std::move(plain), std::move(x87)};
}

} // namespace osaca::measure
