// Loads whose address is what the load before them got: memory holds the address of itself everywhere. Other registers
// of the address are zero, or scaled so that it stays one place. Vector loads come back to an address by a move.
#include "measure/core_probes/probe.h"
#include "measure/core_probes/round_trip.h"

#include <array>

namespace osaca::measure::core_probes {
namespace {

struct LoadForm {
  const char *name;
  const char *load; ///< from and to rax; rcx is zero, rbx the address
  const char *what;
};

constexpr std::array<LoadForm, 15> general_forms = {{
    {"base", "mov (%rax), %rax", "base"},
    {"displacement_8", "mov 64(%rax), %rax", "base and a displacement of 8 bits"},
    {"displacement_2040", "mov 2040(%rax), %rax", "base and displacement 2040"},
    {"displacement_2048", "mov 2048(%rax), %rax", "base and displacement 2048"},
    {"displacement_large", "mov 0x10000(%rax), %rax", "base and a displacement of 64 KiB"},
    {"displacement_negative", "mov -64(%rax), %rax", "base and a negative displacement"},
    {"base_of_two", "mov (%rax,%rcx), %rax", "base of base and index"},
    {"index_of_two", "mov (%rcx,%rax), %rax", "index of base and index"},
    {"scaled", "mov (%rax,%rcx,8), %rax", "base of base and scaled index"},
    {"scaled_displacement", "mov 64(%rax,%rcx,8), %rax", "base of base, scaled index and displacement"},
    {"index_alone", "mov (,%rax,8), %rax", "scaled index without a base"},
    {"32_bits", "mov (%rax), %eax", "base, 32 bits"},
    {"sign_extended", "movslq (%rax), %rax", "base, 32 bits with sign extension"},
    {"16_bits", "movzwl (%rbx,%rax), %eax", "index of base and index, 16 bits with zero extension"},
    {"8_bits", "movzbl (%rbx,%rax), %eax", "index of base and index, 8 bits with zero extension"},
}};

/// The narrow ones follow an index, which what they load can only be.
constexpr const char *zeros = "xor %ecx, %ecx";

constexpr std::array<LoadForm, 8> vector_forms = {{
    {"xmm", "vmovaps (%rax), %xmm0", "xmm, base"},
    {"xmm_unaligned", "vmovups 4(%rax), %xmm0", "xmm, base and displacement, not aligned"},
    {"xmm_indexed", "vmovaps (%rax,%rcx), %xmm0", "xmm, base and index"},
    {"ymm", "vmovaps (%rax), %ymm0", "ymm, base"},
    {"ymm_indexed", "vmovaps (%rax,%rcx), %ymm0", "ymm, base and index"},
    {"zmm", "vmovaps (%rax), %zmm0", "zmm, base"},
    {"zmm_indexed", "vmovaps (%rax,%rcx), %zmm0", "zmm, base and index"},
    {"scalar", "vmovsd (%rax), %xmm0", "scalar double, base"},
}};

std::string before_of(const LoadForm &form) {
  const std::string_view name = form.name;
  return name == "16_bits" || name == "8_bits" ? std::string(zeros) + "\nxor %eax, %eax" : zeros;
}

Finding general_load(Bench &bench, const LoadForm &form) {
  Evidence evidence(bench);
  const auto cycles = evidence.time(straight(form.load, before_of(form)));
  const std::string name = std::string("loads.") + form.name;
  if (!cycles)
    return evidence.untold(name, "cycles", "");
  return about(evidence.told(name, "cycles", *cycles, std::string("chain of loads, address by ") + form.what),
               Aspect::load_latency, form.load);
}

Finding vector_load(Bench &bench, const LoadForm &form) {
  Evidence evidence(bench);
  // What is loaded 4 bytes further is another address: the way back makes it the old one, at the cost of an `and`.
  const bool is_shifted = std::string_view(form.load).find("4(") != std::string_view::npos;
  const std::string back = is_shifted ? "\nvmovq %xmm0, %rax\nand %rcx, %rax\nor %rbx, %rax" : "\nvmovq %xmm0, %rax";
  const auto chain = evidence.time(straight(form.load + back, zeros));
  const auto half = half_round_trip(evidence);
  const std::string name = std::string("loads.") + form.name;
  if (!chain || !half)
    return evidence.untold(name, "cycles", "");
  const double extra = is_shifted ? 2 : 0;
  return about(evidence.told(name, "cycles", *chain - *half - extra,
                             std::string("chain of a load (") + form.what + ") and a move back, " +
                                 cycles_text(*chain) + " cycles" + split_note),
               Aspect::load_latency, form.load);
}

/// An absolute address waits for no register, so that no chain goes through it.
Finding absolute_load(Bench &bench) {
  Evidence evidence(bench);
  const auto cycles = evidence.time(straight("mov 0x2324000, %eax\nmov 0x2324040, %ecx"));
  return evidence.untold(
      "loads.absolute", "cycles",
      "an absolute address waits for no register, so no chain goes through it" +
          (cycles ? "; such loads take " + cycles_text(*cycles / 2) + " cycles each" : std::string()));
}

} // namespace

std::vector<Finding> probe_loads(Bench &bench) {
  std::vector<Finding> found;
  for (const LoadForm &form : general_forms)
    found.push_back(general_load(bench, form));
  found.push_back(absolute_load(bench));
  for (const LoadForm &form : vector_forms)
    found.push_back(vector_load(bench, form));
  return found;
}

} // namespace osaca::measure::core_probes
