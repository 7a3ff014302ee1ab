#include "measure/model/bypasses.h"

#include "base/index.h"
#include "measure/model/form_latencies.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace osaca::measure::composer {
namespace {

constexpr std::array<std::string_view, 6> floating_suffixes = {"ps", "pd", "ss", "sd", "ph", "sh"};

/// The register latency of a chain that goes through nothing but copies of the form.
std::optional<double> own_chain_cycles(const FormFacts &form) {
  std::optional<double> least;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const bool is_plain = pair.second == "0" && pair.first.find('.') == std::string::npos;
    const bool is_digit = pair.first.size() == 1 && pair.first[0] >= '0' && pair.first[0] <= '9';
    if (!is_plain || !is_digit || figure.is_split || figure.is_bound)
      continue;
    const auto operand = static_cast<std::size_t>(pair.first[0] - '0');
    if (operand >= form.instruction.operands.size() || as_register(form.instruction.operands[operand]) == nullptr)
      continue;
    const double cycles = (figure.low_cycles + figure.high_cycles) / 2;
    least = least ? std::min(*least, cycles) : cycles;
  }
  return least;
}

/// With masks a chain has other ways to wait.
bool has_mask(const FormFacts &form) {
  return std::ranges::any_of(form.instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && reg->kind == RegisterKind::mask;
  });
}

/// By the last letters: of single, double or half precision. What integers leave in vector registers crosses over on
/// its way to other registers and to memory, which helpers use; that says nothing of their own kind.
bool is_floating(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  return std::ranges::any_of(floating_suffixes, [name](std::string_view suffix) { return name.ends_with(suffix); });
}

int explicit_operands(const Instruction &instruction) {
  return static_cast<int>(
      std::ranges::count_if(instruction.operands, [](const Operand &operand) { return !operand.implicit; }));
}

bool is_vector_operation(const FormFacts &form) {
  if (has_mask(form) || form.instruction.operands.empty() || !is_floating(form.instruction))
    return false;
  // Where the result is one of three sources, its way differs from that of the loaded one for other reasons.
  const Operand &result = form.instruction.operands.front();
  const Register *reg = as_register(result);
  return reg != nullptr && reg->kind == RegisterKind::vector &&
         (!result.read || explicit_operands(form.instruction) == 2);
}

std::map<std::string, double> own_chains(const std::vector<FormFacts> &facts) {
  std::map<std::string, double> chains;
  for (const FormFacts &form : facts)
    if (const auto chain = own_chain_cycles(form); chain && is_vector_operation(form))
      chains[form.opcode] = *chain;
  return chains;
}

/// What a chain through itself takes less than the way behind a load.
struct Saving {
  std::string opcode;
  std::pair<int, int> bits; ///< of the access, and of the result: broadcasts are loads of their own kind
  double chain_cycles = 0;
  double cycles = 0;
};

int loaded_bits(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand))
      return memory->width_bytes * 8;
  return 0;
}

std::vector<Saving> savings_of(const std::vector<FormFacts> &facts, const AccessParts &access,
                               const std::map<std::string, double> &chains) {
  std::vector<Saving> made;
  for (const FormFacts &form : facts) {
    const auto chain = chains.find(form.opcode);
    const auto whole = address_to_result_cycles(form);
    if (form.instruction.loads && !form.instruction.stores && chain != chains.end() && whole)
      made.push_back({form.opcode,
                      {loaded_bits(form.instruction), as_register(form.instruction.operands.front())->width_bits},
                      chain->second,
                      *whole - access.load_latency_cycles(form.instruction) - chain->second});
  }
  return made;
}

double usual_saving(const std::vector<Saving> &savings, const std::pair<int, int> &bits) {
  std::vector<double> all;
  for (const Saving &one : savings)
    if (one.bits == bits)
      all.push_back(one.cycles);
  if (all.empty())
    return 0;
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

/// Halves, since only these repeat over a chain of two.
Cycles halves(double cycles) { return Cycles(std::llround(cycles * 2), 2); }

} // namespace

Bypasses::Bypasses(const std::vector<FormFacts> &facts, const AccessParts &access) {
  constexpr std::size_t fewest_forms = 6; // a figure or two that went wrong make no family
  constexpr double least_saved = 0.4;
  constexpr double most_saved = 2.1;
  constexpr double least_chain = 1.5; // what takes one cycle has nothing to save
  const std::map<std::string, double> chains = own_chains(facts);
  const std::vector<Saving> savings = savings_of(facts, access, chains);
  for (const Saving &one : savings) {
    // How the way through memory is divided is an assumption; the same one for all forms of a width.
    const double saved = one.cycles - usual_saving(savings, one.bits);
    constexpr double scatter = 0.15;
    if (saved < least_saved || saved > most_saved || one.chain_cycles < least_chain ||
        std::abs(saved - halves(saved).to_double()) > scatter)
      continue;
    saved_[one.opcode] = halves(saved);
    for (const OpcodeVariant &variant : opcode_variants(one.opcode, Isa::x86_64))
      if (const auto twin = chains.find(variant.opcode);
          variant.drops_memory && twin != chains.end() && std::abs(twin->second - one.chain_cycles) < 0.2)
        saved_.emplace(variant.opcode, halves(saved));
  }
  std::map<Cycles, BypassFamily> by_saved;
  for (const auto &[opcode, cycles] : saved_) {
    by_saved[cycles].saved_cycles = cycles;
    by_saved[cycles].opcodes.push_back(opcode);
  }
  for (auto &[cycles, family] : by_saved)
    if (family.opcodes.size() >= fewest_forms)
      families_.push_back(std::move(family));
    else
      for (const std::string &opcode : family.opcodes)
        saved_.erase(opcode);
}

Cycles Bypasses::saved(const std::string &opcode) const {
  const auto found = saved_.find(opcode);
  return found == saved_.end() ? Cycles(0) : found->second;
}

} // namespace osaca::measure::composer
