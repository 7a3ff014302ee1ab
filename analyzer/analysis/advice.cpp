#include "analysis/advice.h"

#include "analysis/operation_table.h"

#include <algorithm>
#include <array>
#include <set>

namespace osaca {
namespace {

const Instruction &at(const KernelFacts &facts, int i) { return facts.code.instructions[static_cast<std::size_t>(i)]; }

template <class Predicate> bool any_link(const KernelFacts &facts, const DependencyChain &chain, Predicate is_wanted) {
  return std::any_of(chain.links.begin(), chain.links.end(),
                     [&](const ChainLink &link) { return is_wanted(at(facts, link.instruction)); });
}

bool is_floating_point(const Instruction &instruction) {
  return has_packed_form(instruction.opcode) || is_packed_arithmetic(instruction.opcode) || instruction.is_scalar_fp;
}

/// Whether a load of the chain waits for its address, not for a value that it combines with what it loads.
bool computes_an_address(const KernelFacts &facts, const DependencyChain &chain) {
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const std::string &passed_on = chain.links[i].via;
    const Instruction &user = at(facts, chain.links[(i + 1) % chain.links.size()].instruction);
    for (const Operand &operand : user.operands) {
      const MemoryOperand *memory = as_memory(operand);
      if (memory && operand.read &&
          ((memory->base && memory->base->name == passed_on) || (memory->index && memory->index->name == passed_on)))
        return true;
    }
  }
  return false;
}

/// How many different floating-point operations: a reduction repeats one, a recurrence has several.
std::size_t operations_of(const KernelFacts &facts, const DependencyChain &chain) {
  std::set<std::string> operations;
  for (const ChainLink &link : chain.links)
    if (is_floating_point(at(facts, link.instruction)))
      operations.insert(at(facts, link.instruction).mnemonic);
  return operations.size();
}

/// Without optimisation every variable lives on the stack, at the frame pointer.
bool is_local_variable(const Instruction &instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory && memory->base && !memory->index &&
           (memory->base->kind == RegisterKind::stack_pointer || memory->base->name == "rbp" ||
            memory->base->name == "x29");
  });
}

/// GCC and Clang replace these by instructions if errno need not be set.
constexpr std::array errno_only = {"sqrt",  "sqrtf", "fmin",   "fminf", "fmax",  "fmaxf", "floor", "floorf", "ceil",
                                   "ceilf", "trunc", "truncf", "rint",  "rintf", "fma",   "fmaf",  "round",  "roundf"};
/// libmvec has vector variants of these.
constexpr std::array vector_variants = {"sin",   "cos",   "exp",  "log",   "pow",   "tan",   "asin",  "acos",
                                        "atan",  "atan2", "sinh", "cosh",  "tanh",  "exp2",  "log2",  "log10",
                                        "expm1", "log1p", "cbrt", "erf",   "erfc",  "sinf",  "cosf",  "expf",
                                        "logf",  "powf",  "tanf", "atanf", "exp2f", "log2f", "log10f"};

template <std::size_t N> bool is_among(std::string_view name, const std::array<const char *, N> &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

std::string advice_on_chain(const KernelFacts &facts, const DependencyChain &chain) {
  const bool through_memory =
      std::any_of(chain.links.begin(), chain.links.end(), [](const ChainLink &link) { return link.through_memory; });
  if (through_memory && any_link(facts, chain, is_local_variable))
    return "compile with optimisation (-O1 or more), so that local variables live in registers";
  if (through_memory)
    return {};
  if (computes_an_address(facts, chain))
    return "the address of the next element comes out of memory: keep the elements in an array, or walk several lists "
           "at a time";
  if (operations_of(facts, chain) > 1)
    return "reorder the recurrence so that fewer operations lie on the way from one iteration to the next: compute all "
           "that does not need the newest value before it is there";
  if (!any_link(facts, chain, is_floating_point))
    return "break the chain: several independent accumulators, or a shorter computation of what the next iteration "
           "needs";
  return {};
}

std::string advice_on_ports(const KernelFacts &facts, PortSet bottleneck) {
  const Core &core = facts.kernel.model.core();
  const PortSet memory = core.ports_of_kind(PortKind::load) | core.ports_of_kind(PortKind::store);
  if ((bottleneck & ~memory) == 0)
    return "fewer or wider loads and stores per element: reuse loaded values, keep intermediate results in registers, "
           "fuse loops over the same data, use the widest vectors of the target";
  bool is_packed = false;
  for (const Instruction &instruction : facts.code.instructions)
    is_packed = is_packed || is_packed_arithmetic(instruction.opcode);
  return is_packed
             ? "fewer operations of this kind per element: fuse multiply and add, reuse results, or wider vectors "
               "where the target has them (-mprefer-vector-width=)"
             : "";
}

std::string advice_on_front_end(const KernelFacts &facts) {
  const CodeSupply &code = facts.front_end.code;
  const bool fits = code.limit == CodeSupply::Limit::blocks || code.limit == CodeSupply::Limit::entries;
  if (facts.front_end.code_is_slowest() && !fits)
    return "unroll less: the loop's code is larger than the core keeps at hand";
  if (code.limit == CodeSupply::Limit::blocks && code.blocks == Cycles(1) &&
      facts.report.cycles_per_iteration < Cycles(2))
    return "unroll or vectorise to spread loop overhead, and keep the loop within one block of " +
           std::to_string(facts.kernel.model.core().fetch->block_bytes) +
           " bytes of code (-falign-loops): across a border it takes at least 2 cycles";
  return {};
}

std::string advice_on_call(std::string_view callee) {
  if (const auto at = callee.find('@'); at != std::string_view::npos) // sin@PLT
    callee = callee.substr(0, at);
  if (is_among(callee, errno_only))
    return "-fno-math-errno (and for fmin and fmax -ffinite-math-only) lets the compiler use an instruction, if "
           "-march= has it";
  if (is_among(callee, vector_variants))
    return "-O3 -ffast-math lets the compiler vectorise the loop with the vector variants of the C library (libmvec)";
  return {};
}

} // namespace osaca
