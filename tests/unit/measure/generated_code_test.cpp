// Code for many instructions of each ISA: it can be read back, chains really are chains, and copies whose throughput is
// measured really are independent. Who reads and writes what is asked of the decoder, not of the generator.
#include "measure/forms/form_measurer.h"

#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::size_t every_nth = 23;

std::vector<InstructionForm> some_forms(Isa isa) {
  std::vector<InstructionForm> forms = instruction_forms(isa);
  std::erase_if(forms, [](const InstructionForm &form) { return form.group != InstructionForm::Group::ordinary; });
  std::vector<InstructionForm> some;
  for (std::size_t i = 0; i < forms.size(); i += every_nth)
    some.push_back(forms[i]);
  return some;
}

Kernel decoded(Isa isa, const std::vector<CodeSnippet> &pieces) {
  std::vector<std::uint8_t> bytes;
  for (const CodeSnippet &piece : pieces)
    bytes.insert(bytes.end(), piece.bytes.begin(), piece.bytes.end());
  const Expected<Kernel> kernel = decode_block(bytes, isa, {});
  EXPECT_TRUE(kernel) << kernel.error().text();
  return kernel ? *kernel : Kernel{};
}

/// A place where a value can be: a register's unit, or memory as one.
using Place = int;
constexpr Place memory_place = -1;

struct Uses {
  std::set<Place> read;
  std::set<Place> written;
};

Uses uses_of(const Instruction &instruction) {
  Uses uses;
  for (const Operand &operand : instruction.operands) {
    if (const Register *reg = as_register(operand))
      for (const std::uint16_t unit : reg->units) {
        if (operand.read)
          uses.read.insert(unit);
        if (operand.written)
          uses.written.insert(unit);
      }
    if (const MemoryOperand *memory = as_memory(operand)) {
      for (const auto &part : {memory->base, memory->index})
        if (part)
          uses.read.insert(part->units.begin(), part->units.end());
      if (operand.read)
        uses.read.insert(memory_place);
      if (operand.written)
        uses.written.insert(memory_place);
    }
  }
  return uses;
}

/// Instructions of the second of two rounds that depend on `origin` of the first.
std::set<std::size_t> reached(const std::vector<Instruction> &instructions, std::size_t origin) {
  std::map<Place, bool> tainted;
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < 2 * instructions.size(); ++i) {
    const Uses uses = uses_of(instructions[i % instructions.size()]);
    const bool depends = i == origin || std::ranges::any_of(uses.read, [&](Place place) { return tainted[place]; });
    // A store to memory as a whole keeps what other stores left there.
    for (const Place place : uses.written)
      tainted[place] = place == memory_place ? tainted[place] || depends : depends;
    if (depends && i >= instructions.size())
      found.insert(i - instructions.size());
  }
  return found;
}

class GeneratedCode : public testing::TestWithParam<Isa> {};

TEST_P(GeneratedCode, ChainsReachTheNextCopy) {
  FormGenerator generator(GetParam(), VectorEncoding::avx512);
  int chains = 0;
  for (const InstructionForm &form : some_forms(GetParam())) {
    const GeneratedForm made = generator.generate(form);
    for (const GeneratedForm::Chain &chain : made.chains)
      for (const LatencyChain &way : chain.ways) {
        const Kernel kernel = decoded(GetParam(), way.benchmark.body);
        const auto tested = std::ranges::find_if(kernel.instructions,
                                                 [&](const Instruction &one) { return one.opcode == form.opcode; });
        ASSERT_NE(tested, kernel.instructions.end()) << form.opcode;
        // Helpers may be of the same kind: any copy that reaches the same place in the next round will do.
        bool closes = false;
        for (std::size_t i = 0; i < kernel.instructions.size(); ++i)
          closes =
              closes || (kernel.instructions[i].opcode == form.opcode && reached(kernel.instructions, i).contains(i));
        EXPECT_TRUE(closes) << form.opcode << " from " << text_of(chain.pair.from) << " to " << text_of(chain.pair.to);
        ++chains;
      }
  }
  EXPECT_GT(chains, 100);
}

TEST_P(GeneratedCode, CopiesDoNotWaitForEachOther) {
  FormGenerator generator(GetParam(), VectorEncoding::avx512);
  int checked = 0;
  for (const InstructionForm &form : some_forms(GetParam())) {
    const GeneratedForm made = generator.generate(form);
    const bool writes_memory = std::ranges::any_of(made.shape.roles, [](const OperandRole &role) {
      return as_memory(role.operand) != nullptr && role.operand.written;
    });
    // Addresses are told apart by displacements, which this test does not follow. What waits says so in the file.
    if (made.throughput.empty() || writes_memory || made.throughput.back().waits)
      continue;
    const ThroughputCode &code = made.throughput.back();
    const Kernel kernel = decoded(GetParam(), code.benchmark.body);
    for (std::size_t i = 0; i + 1 < kernel.instructions.size(); ++i) {
      if (kernel.instructions[i].opcode != form.opcode)
        continue;
      const auto next =
          std::find_if(kernel.instructions.begin() + static_cast<std::ptrdiff_t>(i) + 1, kernel.instructions.end(),
                       [&](const Instruction &one) { return one.opcode == form.opcode; });
      if (next == kernel.instructions.end())
        break;
      // Of all that one copy writes, the next reads nothing that was not written anew in between.
      std::set<Place> written = uses_of(kernel.instructions[i]).written;
      for (const Operand &operand : kernel.instructions[i].operands) // of the address unit, which goes on by itself
        if (const Register *reg = as_register(operand); reg != nullptr && operand.address_update)
          for (const std::uint16_t unit : reg->units)
            written.erase(unit);
      for (auto between = kernel.instructions.begin() + static_cast<std::ptrdiff_t>(i) + 1; between != next; ++between)
        for (const Place place : uses_of(*between).written)
          written.erase(place);
      for (const Place place : uses_of(*next).read)
        EXPECT_FALSE(written.contains(place)) << form.opcode << ": " << next->text;
      ++checked;
    }
  }
  EXPECT_GT(checked, 300);
}

TEST_P(GeneratedCode, EveryOpcodeIsAccountedFor) {
  FormGenerator generator(GetParam(), VectorEncoding::avx512);
  std::vector<InstructionForm> forms = instruction_forms(GetParam());
  EXPECT_EQ(forms.size(), opcode_names(GetParam()).size());
  for (std::size_t i = 0; i < forms.size(); i += every_nth) {
    const GeneratedForm made = generator.generate(forms[i]);
    EXPECT_EQ(made.record.opcode, forms[i].opcode);
    if (made.record.status == FormStatus::not_generated)
      EXPECT_FALSE(made.record.reason.empty()) << forms[i].opcode;
    else
      EXPECT_FALSE(made.record.text.empty()) << forms[i].opcode;
    for (const OperandPair &pair : operand_pairs(made.shape)) {
      const auto is_it = [&](const auto &from, const auto &to) {
        return from == text_of(pair.from) && to == text_of(pair.to);
      };
      const bool chained = std::ranges::any_of(made.chains, [&](const GeneratedForm::Chain &chain) {
        return is_it(text_of(chain.pair.from), text_of(chain.pair.to));
      });
      const bool missing =
          std::ranges::any_of(made.record.missing, [&](const MissingLatency &one) { return is_it(one.from, one.to); });
      EXPECT_TRUE(chained || missing || made.record.status == FormStatus::privileged) << forms[i].opcode;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, GeneratedCode, testing::Values(Isa::x86_64, Isa::aarch64, Isa::riscv64),
                         [](const auto &one) {
                           return one.param == Isa::x86_64 ? "x86" : one.param == Isa::aarch64 ? "aarch64" : "riscv";
                         });

} // namespace
} // namespace osaca::measure
