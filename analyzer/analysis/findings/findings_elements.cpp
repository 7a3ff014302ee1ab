// Vector code whose elements are not next to each other in memory.
#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"
#include "base/index.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace osaca {
namespace {

constexpr int widest_element_bytes = 8;

/// Loads that fill a vector with copies of one element. They are as good as those of vectors.
bool copies_element(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  return name.find("broadcast") != std::string_view::npos || name.find("movddup") != std::string_view::npos ||
         name.starts_with("ld1r") || name == "dup";
}

bool has_vector(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && reg->kind == RegisterKind::vector;
  });
}

/// The accesses of a kernel in one direction.
struct ElementSearch {
  std::vector<int> instructions; ///< those that move one element of several that are apart
  std::int64_t stride_bytes = 0; ///< from one of these elements to the next; 0: there are several strides
  bool moves_vectors = false;

  [[nodiscard]] bool only_elements() const { return instructions.size() > 1 && !moves_vectors; }

  void add(int instruction, std::int64_t stride) {
    stride_bytes = instructions.empty() || stride_bytes == stride ? stride : 0;
    instructions.push_back(instruction);
  }
};

/// `per_iteration`: the number of source iterations in an iteration.
ElementSearch accesses_of(const KernelFacts &facts, int per_iteration, bool writes) {
  ElementSearch found;
  for (const MemoryAccess &access : facts.addresses.accesses) {
    const Instruction &instruction = instruction_at(facts, access.instruction);
    if ((writes ? !access.writes : !access.reads) || !access.step_bytes || *access.step_bytes == 0 ||
        !has_vector(instruction) || copies_element(instruction))
      continue;
    const std::int64_t stride = std::abs(*access.step_bytes) / per_iteration;
    if (!access.comparable || access.width_bytes > widest_element_bytes || stride <= access.width_bytes)
      found.moves_vectors = true;
    else
      found.add(access.instruction, stride);
  }
  return found;
}

} // namespace

void find_elements(const KernelFacts &facts, Findings &findings) {
  const int per_iteration = facts.report.source_iterations.value_or(0);
  if (facts.code.role.kind != LoopRole::Kind::vector_body || per_iteration < 2)
    return;
  const ElementSearch loads = accesses_of(facts, per_iteration, false);
  const ElementSearch stores = accesses_of(facts, per_iteration, true);
  ElementAccesses found{.loads = loads.only_elements(), .stores = stores.only_elements()};
  if (!found.loads && !found.stores)
    return;
  std::vector<int> instructions;
  for (const ElementSearch *search : {&loads, &stores})
    if (search->only_elements()) {
      found.stride_bytes =
          instructions.empty() || found.stride_bytes == search->stride_bytes ? search->stride_bytes : 0;
      instructions.insert(instructions.end(), search->instructions.begin(), search->instructions.end());
    }
  std::ranges::sort(instructions);
  found.mnemonics = mnemonics(facts, instructions);
  found.has_others = loads.moves_vectors || stores.moves_vectors;
  findings.push_back(make_finding(facts, "osaca-element-access", std::move(found), std::move(instructions)));
}

} // namespace osaca
