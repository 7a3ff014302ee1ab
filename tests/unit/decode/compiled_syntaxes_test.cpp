// GCC writes the same code in AT&T's and in Intel's syntax: both have to be read as the same kernels.
#include "compiled_inputs.h"

namespace osaca {
namespace {

using testing::compiled_input;
using testing::decoded;
using testing::expect_same_instruction;

class CompiledSyntaxes : public ::testing::TestWithParam<const char *> {};

TEST_P(CompiledSyntaxes, AreReadAlike) {
  const std::string att_file = std::string("x86-") + GetParam() + "-att.s";
  const std::string intel_file = std::string("x86-") + GetParam() + "-intel.s";
  const auto att = compiled_input(att_file);
  const auto intel = compiled_input(intel_file);
  if (!att || !intel)
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C compiler";
  const DecodedInput a = decoded(att_file, *att);
  const DecodedInput b = decoded(intel_file, *intel);
  EXPECT_GE(a.kernels.size(), 15U);
  ASSERT_EQ(a.kernels.size(), b.kernels.size());
  for (std::size_t k = 0; k < a.kernels.size(); ++k) {
    SCOPED_TRACE(a.kernels[k].function + " " + a.kernels[k].name);
    EXPECT_EQ(a.kernels[k].name, b.kernels[k].name);
    EXPECT_EQ(a.kernels[k].function, b.kernels[k].function);
    ASSERT_EQ(a.kernels[k].instructions.size(), b.kernels[k].instructions.size());
    for (std::size_t i = 0; i < a.kernels[k].instructions.size(); ++i)
      expect_same_instruction(a.kernels[k].instructions[i], b.kernels[k].instructions[i], true);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, CompiledSyntaxes, ::testing::Values("O0", "O1", "O2", "O3", "avx2", "avx512"));

} // namespace
} // namespace osaca
