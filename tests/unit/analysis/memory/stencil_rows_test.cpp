// Rows of stencils in loops of assembly: at known distances, and with base registers of their own.
#include "loop_in_memory.h"

#include <fstream>
#include <sstream>

namespace osaca {
namespace {

using sample::loop_in_memory;
using sample::plain_memory;
using sample::x86_loop;

Cycles lines_read(const KernelReport &report, std::size_t level) {
  return report.memory ? report.memory->levels.at(level).traffic.lines_read : Cycles(-1);
}

/// a[y][x] = s * (b[y][x-1] + b[y][x+1] + b[y-1][x] + b[y+1][x]), rows of so many bytes.
std::string jacobi_with_pitch(int row_bytes) {
  const std::string row = std::to_string(row_bytes);
  return x86_loop("vmovupd -8(%rsi,%rax), %ymm0\nvaddpd 8(%rsi,%rax), %ymm0, %ymm0\nvaddpd -" + row +
                  "(%rsi,%rax), %ymm0, %ymm0\nvaddpd " + row +
                  "(%rsi,%rax), %ymm0, %ymm0\nvmulpd %ymm1, %ymm0, %ymm0\nvmovupd %ymm0, (%rdx,%rax)");
}

// Two distances of a row between three rows, and a row behind the last and of what is written: 4 rows less 16 bytes.
TEST(StencilRows, AtAKnownDistanceStayWhereTheyFit) {
  const KernelReport small = loop_in_memory(jacobi_with_pitch(8192));
  EXPECT_EQ(lines_read(small, 1), Cycles(1)); // half a line of each array
  const KernelReport wide = loop_in_memory(jacobi_with_pitch(16384));
  EXPECT_EQ(lines_read(wide, 1), Cycles(2)); // half a line of each row
  EXPECT_EQ(lines_read(wide, 2), Cycles(1)); // four rows fit in 2 MiB
  EXPECT_EQ(lines_read(loop_in_memory(jacobi_with_pitch(1 << 20)), 2), Cycles(2));
  EXPECT_EQ(lines_read(loop_in_memory(jacobi_with_pitch(1 << 20)), 3), Cycles(1));
}

TEST(StencilRows, AtAKnownDistanceAreReported) {
  const KernelReport report = loop_in_memory(jacobi_with_pitch(8192));
  ASSERT_TRUE(report.memory);
  ASSERT_EQ(report.memory->layer_conditions.size(), 3U);
  const LayerCondition &first = report.memory->layer_conditions.front();
  EXPECT_EQ(first.array, "-8(%rsi,%rax)");
  EXPECT_EQ(first.level, "L1");
  EXPECT_EQ(first.rows, 3);
  EXPECT_NEAR(static_cast<double>(first.row_bytes.value_or(0)), 8192, 16);
  EXPECT_NEAR(static_cast<double>(first.most_row_bytes), 48.0 * 1024 / 4, 32);
  EXPECT_EQ(first.lines_saved, Cycles(1));
  EXPECT_EQ(report.memory->layer_conditions.at(1).level, "L2");
  EXPECT_EQ(report.memory->layer_conditions.at(2).level, "L3");
}

TEST(StencilRows, OfAnUpdateAreWrittenOnce) { // Gauss-Seidel: a[y][x] = s * (a[y-1][x] + a[y+1][x])
  const KernelReport report =
      loop_in_memory(x86_loop("vmovupd -8192(%rax), %ymm0\nvaddpd 8192(%rax), %ymm0, %ymm0\nvmovupd %ymm0, (%rax)"));
  EXPECT_EQ(lines_read(report, 1), Cycles(1, 2));
  EXPECT_EQ(report.memory->levels.at(1).traffic.lines_written, Cycles(1, 2));
}

// The rows have bases of their own, which tell nothing; the values are added as they are, and the sum is stored
// elsewhere.
TEST(StencilRows, WithTheirOwnBasesAreTakenToStay) {
  const KernelReport report =
      loop_in_memory(x86_loop("vmovupd (%r8,%rax), %ymm3\nvaddpd (%rdx,%rax), %ymm3, %ymm0\n"
                              "vaddpd (%rdi,%rax), %ymm0, %ymm0\nvaddpd (%rsi,%rax), %ymm0, %ymm0\n"
                              "vmulpd %ymm1, %ymm0, %ymm0\nvmovupd %ymm0, (%rcx,%rax)"));
  EXPECT_EQ(lines_read(report, 1), Cycles(1));
  ASSERT_TRUE(report.memory);
  ASSERT_EQ(report.memory->layer_conditions.size(), 3U);
  const LayerCondition &condition = report.memory->layer_conditions.front();
  EXPECT_EQ(condition.rows, 4);
  EXPECT_FALSE(condition.row_bytes);
  EXPECT_EQ(condition.most_row_bytes, 48 * 1024 / 5); // with the row that is written
  EXPECT_EQ(condition.lines_saved, Cycles(3, 2));
}

// c0 * b[x] + c1 * (b[x-1] + b[x+1]) + c2 * above + c3 * below: factors, but neighbours too.
TEST(StencilRows, WithFactorsAreKnownByTheirNeighbours) {
  const std::string body =
      "vmovsd -8(%rsi,%rax), %xmm0\nvaddsd 8(%rsi,%rax), %xmm0, %xmm0\nvmulsd %xmm8, %xmm0, %xmm0\n"
      "vfmadd231sd (%rdi,%rax), %xmm9, %xmm0\nvfmadd231sd (%rdx,%rax), %xmm10, %xmm0\n";
  const KernelReport report = loop_in_memory(x86_loop(body + "vmovsd %xmm0, (%r9,%rax)", 8));
  EXPECT_EQ(lines_read(report, 1), Cycles(2, 8));
  // A coefficient of its own for each point comes from an array that is no row: it is multiplied with what was loaded.
  const KernelReport varies =
      loop_in_memory(x86_loop(body + "vmulsd (%r8,%rax), %xmm0, %xmm0\nvmovsd %xmm0, (%r9,%rax)", 8));
  EXPECT_EQ(lines_read(varies, 1), Cycles(3, 8));
}

// What looks like a stencil in part, and reads as many arrays as it names.
TEST(StencilRows, AreNotFoundInSumsOfArrays) {
  const auto reads = [](const std::string &body) { return lines_read(loop_in_memory(x86_loop(body)), 1); };
  // a = b + c; a += b + c + d; dot products; columns times constants (a matrix and a vector); sums that are not stored
  EXPECT_EQ(reads("vmovupd (%rsi,%rax), %ymm0\nvaddpd (%rdi,%rax), %ymm0, %ymm0\nvmovupd %ymm0, (%rdx,%rax)"),
            Cycles(3, 2));
  EXPECT_EQ(reads("vmovupd (%rdx,%rax), %ymm0\nvaddpd (%rdi,%rax), %ymm0, %ymm0\nvaddpd (%rsi,%rax), %ymm0, %ymm0\n"
                  "vaddpd (%r8,%rax), %ymm0, %ymm0\nvmovupd %ymm0, (%rdx,%rax)"),
            Cycles(2));
  EXPECT_EQ(reads("vmovupd (%rsi,%rax), %ymm1\nvfmadd231pd (%rdi,%rax), %ymm1, %ymm0"), Cycles(1));
  EXPECT_EQ(reads("vmulpd (%rsi,%rax), %ymm8, %ymm0\nvfmadd231pd (%rdi,%rax), %ymm9, %ymm0\nvfmadd231pd (%r8,%rax), "
                  "%ymm10, %ymm0\n"
                  "vmovupd %ymm0, (%rdx,%rax)"),
            Cycles(2));
  EXPECT_EQ(reads("vmovupd (%rsi,%rax), %ymm1\nvaddpd (%rdi,%rax), %ymm1, %ymm1\nvaddpd (%r8,%rax), %ymm1, %ymm1\n"
                  "vaddpd %ymm1, %ymm0, %ymm0"),
            Cycles(3, 2));
}

TEST(StencilRows, OfOtherIsasAreFoundToo) {
  const KernelReport report =
      loop_in_memory(".L3:\nldr q0, [x1, x5]\nldr q1, [x2, x5]\nldr q2, [x3, x5]\nfadd v0.2d, v0.2d, v1.2d\n"
                     "fadd v0.2d, v0.2d, v2.2d\nfmul v0.2d, v0.2d, v7.2d\nstr q0, [x4, x5]\nadd x5, x5, 16\n"
                     "cmp x5, x6\nbne .L3\n",
                     "n1");
  EXPECT_EQ(lines_read(report, 1), Cycles(1, 2)); // a quarter of a line of each array
}

/// The measured loops of a folder beside the project; their lines were counted from their sources.
TEST(MeasuredLoopsInMemory, MoveTheLinesOfTheirSources) {
  const std::pair<const char *, Cycles> read[] = {{"sum", {1, 2}},    {"store", {1, 2}},    {"copy", 1},
                                                  {"update", {1, 2}}, {"ntcopy", {1, 2}},   {"stride2", 1},
                                                  {"chase", 1},       {"gather", {17, 16}}, {"jacobi2d", 1}};
  for (const auto &[name, lines] : read) {
    std::ifstream file(std::string(OSACA_MEMORY_TRUTH "/") + name + ".s");
    if (!file)
      GTEST_SKIP() << "no " << name << ".s; set OSACA_SHARED_DIR";
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(lines_read(loop_in_memory(text.str()), 2), lines) << name;
  }
}

} // namespace
} // namespace osaca
