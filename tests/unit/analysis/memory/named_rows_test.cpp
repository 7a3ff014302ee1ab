// Rows of stencils whose arrays have names, as a compiler's plugin gives them.
#include "loop_in_memory.h"

#include <map>

namespace osaca::sample {
namespace {

Cycles lines_from_l2(const KernelReport &report) {
  return report.memory ? report.memory->levels.at(1).traffic.lines_read : Cycles(-1);
}

/// The names of a loop's accesses, in their order; "" has none.
KernelReport with_names(const std::string &body, const std::vector<std::string> &names,
                        std::optional<std::int64_t> row_bytes = {}) {
  return loop_in_memory(x86_loop(body), "emeraldrapids", plain_memory(), {}, [&](Kernel &kernel) {
    for (std::size_t i = 0; i < names.size(); ++i)
      kernel.instructions.at(i).array = names[i];
    kernel.nest.row_bytes = row_bytes;
  });
}

/// out = a + b + c + d, bases of their own: five instructions, half a line of each per iteration.
const std::string four_added =
    "vmovupd (%r8,%rax), %ymm3\nvaddpd (%rdx,%rax), %ymm3, %ymm0\nvaddpd (%rdi,%rax), %ymm0, %ymm0\n"
    "vaddpd (%rsi,%rax), %ymm0, %ymm0\nvmovupd %ymm0, (%r9,%rax)";

/// How many of the arrays come from behind the caches if so many rows of a name make a stencil.
int arrays_that_come(const std::vector<std::string> &names, int fewest_rows) {
  std::map<std::string, int> rows;
  for (const std::string &name : names)
    ++rows[name];
  int come = 0;
  for (const auto &[name, count] : rows)
    come += count >= fewest_rows ? 1 : count;
  return come;
}

TEST(NamedRows, AreOfTheArraysThatHaveTheirNames) {
  for (int choice = 0; choice < 81; ++choice) {
    std::vector<std::string> names;
    for (int i = 0, rest = choice; i < 4; ++i, rest /= 3)
      names.push_back(std::string(1, static_cast<char>('a' + rest % 3)));
    const int alone = arrays_that_come(names, 3);   // added, and the sum stored elsewhere
    const int in_nest = arrays_that_come(names, 2); // the loop around moves all of them by a row
    names.push_back("out");
    EXPECT_EQ(lines_from_l2(with_names(four_added, names)), Cycles(alone + 1, 2)) << choice;
    EXPECT_EQ(lines_from_l2(with_names(four_added, names, 800)), Cycles(in_nest + 1, 2)) << choice;
  }
}

TEST(NamedRows, WithoutAnyNameAreTakenForRows) {
  EXPECT_EQ(lines_from_l2(with_names(four_added, {})), Cycles(1));
  EXPECT_EQ(lines_from_l2(with_names(four_added, {"", "", "", "", "out"})), Cycles(1));
}

TEST(NamedRows, TakeInWhatHasNoNameWhereThereIsOneNameOnly) {
  EXPECT_EQ(lines_from_l2(with_names(four_added, {"b", "", "b", "", "out"})), Cycles(1));
  EXPECT_EQ(lines_from_l2(with_names(four_added, {"b", "", "c", "", "out"})), Cycles(5, 2));
}

TEST(NamedRows, OfAKnownLengthComeAgainWhereTheyDoNotFit) {
  const std::vector<std::string> names = {"b", "b", "b", "b", "out"};
  const std::int64_t fits = 48 * 1024 / 5; // four rows and the one that is written
  EXPECT_EQ(lines_from_l2(with_names(four_added, names, fits)), Cycles(1));
  EXPECT_EQ(lines_from_l2(with_names(four_added, names, fits + 1)), Cycles(5, 2));
}

// y += x0 * m0 + x1 * m1 + x2 * m2: columns of a matrix, times numbers. The loop around goes on by three of them at
// once.
TEST(NamedRows, NeedMoreThanOneName) {
  const std::string body =
      "vmulpd (%rsi,%rax), %ymm8, %ymm0\nvfmadd231pd (%rdi,%rax), %ymm9, %ymm0\nvfmadd231pd (%r8,%rax), %ymm10, %ymm0\n"
      "vaddpd (%rdx,%rax), %ymm0, %ymm0\nvmovupd %ymm0, (%rdx,%rax)";
  EXPECT_EQ(lines_from_l2(with_names(body, {"m", "m", "m", "y", "y"})), Cycles(2));
}

// One array's neighbours and another one's values: u[x-1] + u[x+1] + f[x] is not read as three rows, u[y-1][x] is one
// more row.
TEST(NamedRows, WithNeighboursAreTwoAtLeast) {
  const std::string body =
      "vmovsd -8(%rsi,%rax), %xmm0\nvaddsd 8(%rsi,%rax), %xmm0, %xmm0\nvfmadd231sd (%rdi,%rax), %xmm9, %xmm0\n"
      "vfmadd231sd (%rdx,%rax), %xmm10, %xmm0\nvmovsd %xmm0, (%r9,%rax)";
  const auto read = [&](const std::string &third, const std::string &fourth) {
    const KernelReport report =
        loop_in_memory(x86_loop(body, 8), "emeraldrapids", plain_memory(), {}, [&](Kernel &kernel) {
          const std::string names[] = {"u", "u", third, fourth, "out"};
          for (std::size_t i = 0; i < 5; ++i)
            kernel.instructions.at(i).array = names[i];
        });
    return lines_from_l2(report);
  };
  EXPECT_EQ(read("u", "u"), Cycles(2, 8));
  EXPECT_EQ(read("u", "f"), Cycles(3, 8));
  EXPECT_EQ(read("f", "g"), Cycles(4, 8));
  EXPECT_EQ(read("f", "f"), Cycles(4, 8)); // no neighbours among those of f
}

// a[y][x] = s * (a[y-1][x] + a[y+1][x] + a[y][x-1] + a[y][x+1]), each row with a base of its own
TEST(NamedRows, OneOfWhichIsWrittenComeAndGoOnce) {
  const std::string body =
      "vmovupd -8(%rsi,%rax), %ymm0\nvaddpd 8(%rsi,%rax), %ymm0, %ymm0\nvaddpd (%rdi,%rax), %ymm0, %ymm0\n"
      "vaddpd (%rdx,%rax), %ymm0, %ymm0\nvmovupd %ymm0, (%rsi,%rax)";
  const KernelReport report = with_names(body, {"a", "a", "a", "a", "a"});
  const LevelTraffic &traffic = report.memory->levels.at(1).traffic;
  EXPECT_EQ(traffic.lines_read, Cycles(1, 2));
  EXPECT_EQ(traffic.lines_written, Cycles(1, 2));
}

// Two rows at once: out[j] and out[j+1] are no rows of which one comes again, and neither are a[j] and a[j+1].
TEST(NamedRows, SeveralOfWhichAreWrittenStayApart) {
  const std::string body = "vmovupd (%rsi,%rax), %ymm0\nvaddpd (%rdi,%rax), %ymm0, %ymm1\nvmovupd %ymm0, "
                           "(%r8,%rax)\nvmovupd %ymm1, (%rdx,%rax)";
  EXPECT_EQ(lines_from_l2(with_names(body, {"a", "a", "a", "a"}, 800)), Cycles(2));
}

} // namespace
} // namespace osaca::sample
