// The frame is written as assembly text. A window is:
//
//     start time; passes_wanted times: { fill memory; set registers; jump to the code; the code jumps back }; end time
//
// What a pass costs beside the code is the same for short and long code, and goes away in the difference of the two.
// The fence before the code keeps passes from overlapping, so that each one starts with an empty machine.
#include "measure/timed_code.h"

#include "decode/assemble.h"
#include "measure/harness_state.h"

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
      << "rep stosq\nadd $8, %rsi\ndec %rbx\njne fill\n"
      << "filled:\n";
}

/// The general registers come last: loading them changes no flag.
void write_register_loads(std::ostream &out, const FrameOptions &options) {
  if (options.has_avx)
    out << "vzeroupper\n";
  if (options.uses_x87)
    out << "fninit\n";
  out << "ldmxcsr " << at(offsetof(HarnessState, float_control)) << "\n";
  for (std::size_t i = 0; i < vector_registers; ++i)
    out << "movaps " << at(offsetof(HarnessState, vectors) + i * sizeof(VectorValue)) << ", %xmm" << i << "\n";
  for (std::size_t i = 0; i < general_registers; ++i)
    out << "mov " << at(offsetof(HarnessState, general) + i * 8) << ", %" << register_names[i] << "\n";
}

void write_exit(std::ostream &out, const FrameOptions &options) {
  out << "leave_code:\n"
      << "cld\ndecq " << at(offsetof(HarnessState, passes_left)) << "\njne pass\n"
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

/// Additions of a register: some cores carry out additions of constants before execution, several per cycle.
void write_calibration(std::ostream &out) {
  constexpr std::uint64_t unrolled = 200;
  static_assert(calibration_cycles % unrolled == 0);
  out << ".p2align 6\ncalibration:\n"
      << "mov $" << calibration_cycles / unrolled << ", %r8d\nmov $1, %ecx\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nmov %rax, %rsi\n"
      << ".p2align 6\nchain:\n";
  for (std::uint64_t i = 0; i < unrolled; ++i)
    out << "add %rcx, %rdi\n";
  out << "dec %r8d\njne chain\n"
      << "lfence\nrdtsc\nlfence\nshl $32, %rdx\nor %rdx, %rax\nsub %rsi, %rax\nret\n";
}

} // namespace

Expected<TimedFrame> make_frame(const FrameOptions &options) {
  std::ostringstream text;
  write_entry(text);
  text << ".p2align 6\npass:\n";
  write_memory_fill(text);
  write_register_loads(text, options);
  text << "lfence\njmp *" << at(offsetof(HarnessState, entry)) << "\n";
  write_exit(text, options);
  write_calibration(text);
  Expected<AssembledCode> code = assemble(text.str(), Isa::x86_64, {"", false, "frame of the measurement"});
  if (!code)
    return code.error();
  return TimedFrame{code->bytes, code->labels.at("restart"), code->labels.at("leave_code"),
                    code->labels.at("calibration")};
}

std::vector<std::uint8_t> jump_to_leave() {
  const std::uint64_t where = state_address + offsetof(HarnessState, leave);
  std::vector<std::uint8_t> bytes = {0xff, 0x24, 0x25}; // jmp *disp32
  for (int i = 0; i < 4; ++i)
    bytes.push_back(static_cast<std::uint8_t>(where >> (8 * i)));
  return bytes;
}

} // namespace osaca::measure
