#include "measure/forms/emitted_code.h"

#include "measure/forms/form_measurer.h"

#include <filesystem>
#include <fstream>

namespace osaca::measure {
namespace {

constexpr int rounds = 4;

/// The machine code as it is: an assembler might choose another encoding for the same text.
std::string bytes_text(Isa isa, const Piece &piece) {
  std::string out = isa == Isa::x86_64 ? "  .byte " : "  .byte ";
  constexpr std::string_view digits = "0123456789abcdef";
  for (std::size_t i = 0; i < piece.bytes.size(); ++i) {
    out += i == 0 ? "0x" : ", 0x";
    out += digits[piece.bytes[i] / 16U];
    out += digits[piece.bytes[i] % 16U];
  }
  const char *comment = isa == Isa::aarch64 ? "  // " : "  # ";
  std::string text = piece.text;
  for (char &c : text)
    c = c == '\n' ? ';' : c;
  return out + comment + text + "\n";
}

std::string benchmark_text(Isa isa, const std::string &name, const Benchmark &benchmark) {
  const char *comment = isa == Isa::aarch64 ? "// " : "# ";
  std::string out = comment + name + "\n";
  out += bytes_text(isa, {"fill the registers", benchmark.beginning.bytes});
  for (int i = 0; i < rounds; ++i)
    for (const Piece &piece : benchmark.body)
      out += bytes_text(isa, piece);
  return out;
}

/// Maps the memory that the code uses, by a system call.
std::string start_text(Isa isa) {
  switch (isa) {
  case Isa::x86_64:
    return ".text\n.globl _start\n_start:\n  mov $9, %eax\n  mov $0x2320000, %edi\n  mov $0x10000, %esi\n  mov $3, "
           "%edx\n"
           "  mov $0x32, %r10d\n  mov $-1, %r8\n  xor %r9d, %r9d\n  syscall\n";
  case Isa::aarch64:
    return ".text\n.globl _start\n_start:\n  mov x8, #222\n  movz x0, #0x232, lsl #16\n  mov x1, #0x10000\n  mov x2, "
           "#3\n"
           "  mov x3, #0x32\n  mov x4, #-1\n  mov x5, #0\n  svc #0\n";
  case Isa::riscv64: break;
  }
  return ".text\n.globl _start\n_start:\n  li a7, 222\n  li a0, 0x2320000\n  li a1, 0x10000\n  li a2, 3\n  li a3, "
         "0x32\n"
         "  li a4, -1\n  li a5, 0\n  ecall\n";
}

std::string end_text(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return "  mov $60, %eax\n  xor %edi, %edi\n  syscall\n";
  case Isa::aarch64: return "  mov x8, #93\n  mov x0, #0\n  svc #0\n";
  case Isa::riscv64: break;
  }
  return "  li a7, 93\n  li a0, 0\n  ecall\n";
}

} // namespace

Expected<EmittedCount> emit_benchmarks(Isa isa, const std::vector<InstructionForm> &forms, const std::string &folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    return Error{"cannot be made: " + problem.message(), {folder, 0, 0}};
  FormGenerator generator(isa, VectorEncoding::avx512);
  EmittedCount count;
  for (const InstructionForm &form : forms) {
    ++count.forms;
    const GeneratedForm made = generator.generate(form);
    if (made.record.status != FormStatus::ok) {
      ++count.not_generated;
      continue;
    }
    std::ofstream file(std::filesystem::path(folder) / (form.opcode + ".s"), std::ios::binary);
    file << start_text(isa);
    for (const ThroughputCode &code : made.throughput)
      file << benchmark_text(isa, "throughput", code.benchmark);
    for (const GeneratedForm::Chain &chain : made.chains)
      for (const LatencyChain &way : chain.ways)
        file << benchmark_text(isa, "latency from " + text_of(chain.pair.from) + " to " + text_of(chain.pair.to),
                               way.benchmark);
    file << end_text(isa);
    if (!file.flush())
      return Error{"cannot be written", {folder + "/" + form.opcode + ".s", 0, 0}};
    ++count.files;
  }
  return count;
}

} // namespace osaca::measure
