#include "analysis/roofline/roofline.h"

#include "analysis/bounds/port_pressure.h"
#include "analysis/roofline/float_operations.h"
#include "base/index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <vector>

namespace osaca {
namespace {

struct PeakForm {
  std::string opcode;
  std::int64_t operations = 0; ///< of one instruction
  VectorType type = {};        ///< RISC-V: when it is executed
};

int bits_of(FloatFormat format) {
  switch (format) {
  case FloatFormat::half: return 16;
  case FloatFormat::single_precision: return 32;
  case FloatFormat::double_precision: return 64;
  case FloatFormat::extended: return 80;
  }
  return 80;
}

std::vector<PeakForm> x86_peak_forms(FloatFormat format) {
  if (format == FloatFormat::extended)
    return {{"ADD_FrST0", 1}, {"MUL_FrST0", 1}};
  struct Shape {
    std::string fused;
    std::string plain_prefix;
    std::string plain_suffix;
    int bits = 0;
  };
  static constexpr std::array<std::string_view, 3> letters = {"PH", "PS", "PD"};
  const std::string type(letters.at(static_cast<std::size_t>(format)));
  std::vector<PeakForm> forms;
  for (const Shape &shape :
       {Shape{"Zr", "V", "Zrr", 512}, Shape{"Yr", "V", "Yrr", 256}, Shape{"Z256r", "V", "Z256rr", 256},
        Shape{"r", "V", "rr", 128}, Shape{"Z128r", "V", "Z128rr", 128}, Shape{"", "", "rr", 128}}) {
    const int elements = shape.bits / bits_of(format);
    if (!shape.fused.empty())
      forms.push_back({"VFMADD213" + type + shape.fused, 2 * elements});
    for (const char *operation : {"ADD", "MUL"})
      forms.push_back({shape.plain_prefix + operation + type + shape.plain_suffix, elements});
  }
  return forms;
}

std::vector<PeakForm> aarch64_peak_forms(FloatFormat format, int vector_bits) {
  if (format == FloatFormat::extended)
    return {};
  static constexpr std::array<const char *, 3> letters = {"H", "S", "D"};
  const std::string letter = letters.at(static_cast<std::size_t>(format));
  const int bits = bits_of(format);
  const int fixed = 128 / bits;
  const int scalable = vector_bits / bits;
  const std::string type = "v" + std::to_string(fixed) + "f" + std::to_string(bits);
  std::vector<PeakForm> forms = {{"FMLA" + type, 2 * fixed},  {"FADD" + type, fixed},
                                 {"FMUL" + type, fixed},      {"FMADD" + letter + "rrr", 2},
                                 {"FADD" + letter + "rr", 1}, {"FMUL" + letter + "rr", 1}};
  if (scalable > 0)
    for (PeakForm form : {PeakForm{"FMLA_ZPmZZ_", 2 * scalable}, PeakForm{"FADD_ZZZ_", scalable},
                          PeakForm{"FADD_ZPmZ_", scalable}, PeakForm{"FMUL_ZZZ_", scalable}}) {
      form.opcode += letter;
      forms.push_back(std::move(form));
    }
  return forms;
}

std::vector<PeakForm> riscv_peak_forms(FloatFormat format, int vector_bits) {
  if (format == FloatFormat::extended)
    return {};
  static constexpr std::array<const char *, 3> letters = {"_H", "_S", "_D"};
  const std::string letter = letters.at(static_cast<std::size_t>(format));
  std::vector<PeakForm> forms = {{"FMADD" + letter, 2}, {"FADD" + letter, 1}, {"FMUL" + letter, 1}};
  const int elements = vector_bits / bits_of(format);
  const auto log_bits = static_cast<std::int8_t>(std::countr_zero(static_cast<unsigned>(bits_of(format))));
  if (elements > 0)
    for (std::int8_t log_group = 0; log_group <= 3; ++log_group) {
      const VectorType type = {log_group, log_bits};
      forms.push_back({"VFMACC_VV", std::int64_t{2} * (elements << log_group), type});
      forms.push_back({"VFADD_VV", elements << log_group, type});
      forms.push_back({"VFMUL_VV", elements << log_group, type});
    }
  return forms;
}

std::vector<PeakForm> peak_forms(Isa isa, FloatFormat format, int vector_bits) {
  switch (isa) {
  case Isa::x86_64: return x86_peak_forms(format);
  case Isa::aarch64: return aarch64_peak_forms(format, vector_bits);
  case Isa::riscv64: return riscv_peak_forms(format, vector_bits);
  }
  return {};
}

/// The cycles that each of many equal instructions takes: for the busiest set of ports, or for dispatch.
Cycles cycles_of_many(const Cost &cost, const Core &core) {
  const Cycles dispatch =
      core.dispatch_width.value > Cycles(0) ? cost.dispatch_slots / core.dispatch_width.value : Cycles(0);
  return std::max(dispatch, busiest_set_cycles(cost.demands).value_or(0));
}

int vector_bits_of(const Core &core) { return core.vector_length ? core.vector_length->bits : 0; }

/// RISC-V: "vle64.v", "vsse32.v": the bytes of all elements of the group; 0: not known.
int bytes_of_group(const Instruction &instruction, int vector_bits) {
  const VectorType &type = instruction.vector_type;
  if (!type.log_group || !type.log_element_bits)
    return 0;
  for (const std::string_view prefix : {"vle", "vse", "vlse", "vsse"})
    for (const int element_bits : {8, 16, 32, 64})
      if (instruction.mnemonic == std::string(prefix) + std::to_string(element_bits) + ".v") {
        const int group_bits = *type.log_group >= 0 ? vector_bits << *type.log_group : vector_bits >> -*type.log_group;
        return (group_bits >> *type.log_element_bits) * element_bits / 8;
      }
  return 0;
}

void count_bytes(const Kernel &kernel, const AddressAnalysis &addresses, int vector_bits, RooflineReport &report) {
  for (const MemoryAccess &access : addresses.accesses) {
    const Instruction &instruction = kernel.instructions[at(access.instruction)];
    if (instruction.is_prefetch)
      continue;
    const int bytes = access.width_bytes > 0 ? access.width_bytes : bytes_of_group(instruction, vector_bits);
    const bool is_unsized = bytes <= 0 || instruction.repeats;
    report.unsized_accesses += is_unsized ? 1 : 0;
    if (is_unsized)
      continue;
    if (access.reads)
      report.bytes_loaded += Cycles(bytes);
    if (access.writes)
      report.bytes_stored += Cycles(bytes);
  }
}

} // namespace

std::vector<std::string> peak_opcodes(const MachineModel &model) {
  std::vector<std::string> opcodes;
  for (const FloatFormat format : {FloatFormat::half, FloatFormat::single_precision, FloatFormat::double_precision})
    for (PeakForm &form : peak_forms(model.data().isa, format, vector_bits_of(model.core())))
      opcodes.push_back(std::move(form.opcode));
  return opcodes;
}

std::optional<RooflineReport::Peak> peak_of(FormCosts &costs, FloatFormat format) {
  const MachineModel &model = costs.model();
  std::optional<RooflineReport::Peak> best;
  for (const PeakForm &form : peak_forms(model.data().isa, format, vector_bits_of(model.core()))) {
    Instruction instruction;
    instruction.opcode = form.opcode;
    instruction.vector_type = form.type;
    const std::shared_ptr<const Cost> cost = costs.form_of(instruction).listed;
    if (cost == nullptr)
      continue;
    const Cycles cycles = cycles_of_many(*cost, model.core());
    if (cycles <= Cycles(0))
      continue;
    const Cycles per_cycle = Cycles(form.operations) / cycles;
    if (!best || per_cycle > best->per_cycle)
      best = RooflineReport::Peak{per_cycle, form.opcode};
  }
  return best;
}

std::optional<RooflineReport> analyze_roofline(const Kernel &kernel, const AddressAnalysis &addresses, FormCosts &costs,
                                               double clock_ghz) {
  const Core &core = costs.model().core();
  RooflineReport report;
  std::map<FloatFormat, std::int64_t> by_format;
  for (const Instruction &instruction : kernel.instructions) {
    const FloatOperations done = float_operations(kernel.isa, instruction, vector_bits_of(core));
    if (done.count > 0)
      by_format[done.format] += done.count;
    report.uncounted_operations += done.is_known ? 0 : 1;
    report.masked_operations += done.count > 0 && done.is_masked ? 1 : 0;
  }
  for (const auto &[format, count] : by_format)
    report.work.push_back({format, Cycles(count)});
  if (report.work.empty())
    return std::nullopt;
  count_bytes(kernel, addresses, vector_bits_of(core), report);
  report.peak = peak_of(costs, report.format());
  if (clock_ghz > 0)
    report.clock_ghz = clock_ghz;
  else if (core.memory && core.memory->clock_mhz > 0) {
    report.clock_ghz = core.memory->clock_mhz / 1000.0;
    report.clock_source = ClockSource::model;
  }
  return report;
}

} // namespace osaca
