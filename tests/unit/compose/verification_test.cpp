#include "decode/decoder.h"
#include "measure/compose/model_steps.h"
#include "measure/verification/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::measure::verification {
namespace {

std::vector<WeightedForm> usual_forms() {
  std::vector<WeightedForm> forms;
  for (const compose::FrequentForm &form : compose::frequent_forms())
    forms.push_back({std::string(form.opcode), form.per_100000});
  return forms;
}

CodeMaker maker(std::uint64_t seed) {
  auto made = CodeMaker::create(usual_forms(), seed);
  EXPECT_TRUE(made);
  return std::move(made).value();
}

TEST(RandomCode, IsTheSameForTheSameSeed) {
  CodeMaker a = maker(7);
  CodeMaker b = maker(7);
  CodeMaker other = maker(8);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    const RandomCode code = a.make(CodeGroup::mixed);
    EXPECT_EQ(code.texts, b.make(CodeGroup::mixed).texts);
    differs = differs || code.texts != other.make(CodeGroup::mixed).texts;
  }
  EXPECT_TRUE(differs);
}

TEST(RandomCode, NeverWritesRegistersThatHoldAddresses) {
  CodeMaker code = maker(1);
  for (int i = 0; i < 200; ++i) {
    const RandomCode made = code.make(all_groups[static_cast<std::size_t>(i) % all_groups.size()]);
    const auto block = decode_block(made.bytes, Isa::x86_64, {});
    ASSERT_TRUE(block);
    for (const Instruction &instruction : block->instructions)
      for (const Operand &operand : instruction.operands)
        if (const Register *reg = as_register(operand); reg != nullptr && operand.written) {
          EXPECT_THAT(reg->name,
                      testing::Not(testing::AnyOf("rsi", "esi", "si", "sil", "rdi", "edi", "di", "dil", "rcx")))
              << instruction.text;
        }
  }
}

TEST(RandomCode, LoopsEndByTheirCounter) {
  CodeMaker code = maker(3);
  const std::string text = assembly_of(code.make(CodeGroup::loops));
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const auto decoded = decode_assembly(text, "loop", options);
  ASSERT_TRUE(decoded);
  ASSERT_EQ(decoded->kernels.size(), 1U);
  EXPECT_TRUE(decoded->kernels.front().instructions.back().is_conditional);
}

TEST(Accuracy, IsThatOfTheFigures) {
  const std::vector<JudgedCode> rows = {
      {CodeGroup::loads, "a", 1, 1.05}, {CodeGroup::loads, "b", 2, 1.0}, {CodeGroup::loads, "c", 4, 4}};
  const Accuracy accuracy = accuracy_of(rows);
  EXPECT_NEAR(accuracy.mape, (0.05 + 0.5) / 3, 1e-9);
  EXPECT_NEAR(accuracy.bias, (0.05 - 0.5) / 3, 1e-9);
  EXPECT_NEAR(accuracy.within_10, 2.0 / 3, 1e-9);
  EXPECT_NEAR(accuracy.tau, 1.0 / 3, 1e-9); // two pairs in order, one not
}

TEST(Report, NamesTheGroupThatIsOffToOneSide) {
  Verification made;
  for (int i = 1; i <= 20; ++i) {
    made.rows.push_back({CodeGroup::integer, "nop", 1.0 * i, 1.0 * i});
    made.rows.push_back({CodeGroup::stores, "slow store", 2.0 * i, 1.0 * i});
  }
  const std::string text = report_of(made);
  EXPECT_THAT(text, testing::HasSubstr(std::string(text_of(CodeGroup::stores))));
  EXPECT_THAT(text, testing::HasSubstr("too few cycles"));
  EXPECT_THAT(text, testing::HasSubstr("slow store"));
}

} // namespace
} // namespace osaca::measure::verification
