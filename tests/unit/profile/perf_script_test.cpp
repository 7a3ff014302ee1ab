// The texts have the form that perf 6.1 prints them in.
#include "profile/perf_script.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

TEST(PerfScript, IsReadWithNamesAndFiles) {
  const ProfileReading reading =
      read_perf_script("   1001001  task-clock:u:      558825b8814f heavy (/tmp/pt/l)\n"
                       "         1 page-faults:u:      7f6935bdd7ad _dl_start (/usr/lib/ld-linux.so.2)\n"
                       "   1001001 task-clock:      557a42017f8e [unknown] (/usr/bin/dash)\n");
  ASSERT_EQ(reading.samples.size(), 3U);
  EXPECT_EQ(reading.lines_not_understood, 0U);
  EXPECT_EQ(reading.samples[0].event, "task-clock:u");
  EXPECT_EQ(reading.samples[0].period, 1001001);
  EXPECT_EQ(reading.samples[0].address, 0x558825b8814fU);
  EXPECT_EQ(reading.samples[0].symbol, "heavy");
  EXPECT_EQ(reading.samples[0].object, "/tmp/pt/l");
  EXPECT_FALSE(reading.samples[0].offset);
  EXPECT_EQ(reading.samples[1].event, "page-faults:u");
  EXPECT_EQ(reading.samples[2].symbol, "[unknown]");
}

/// The form that is printed if nothing is asked for: program, process, processor, time.
TEST(PerfScript, IsReadAsItIsPrintedByItself) {
  const ProfileReading reading = read_perf_script(
      "# ========\n"
      "               l 13216 71904.564602:    1001001  task-clock:u:      558825b8814f heavy+0x16 (/tmp/pt/l)\n"
      "  my program 13216 [001] 71904.564602:  250000 cycles:  ffffffff817a7335 ext4_release_file+0x5 "
      "([kernel.kallsyms])\n"
      "  l 13216 71904.564602: cycles:u:  558825b8814f heavy+0x16 (/tmp/a b/l (deleted))\n");
  ASSERT_EQ(reading.samples.size(), 3U);
  EXPECT_EQ(reading.lines_not_understood, 0U);
  EXPECT_EQ(reading.samples[0].symbol, "heavy");
  EXPECT_EQ(reading.samples[0].offset, 0x16U);
  EXPECT_EQ(reading.samples[1].event, "cycles");
  EXPECT_EQ(reading.samples[1].period, 250000);
  EXPECT_EQ(reading.samples[1].object, "[kernel.kallsyms]");
  EXPECT_EQ(reading.samples[2].period, 1);
  EXPECT_EQ(reading.samples[2].object, "/tmp/a b/l (deleted)");
}

TEST(PerfScript, KeepsNamesWithBlanksAndBrackets) {
  const ProfileReading reading =
      read_perf_script("1 cycles:u: 10 std::vector<int, std::allocator<int> >::operator[](unsigned long) const (/a/b)\n"
                       "1 cycles:u: 20 (anonymous namespace)::run(double*, int) (/a/b)\n"
                       "1 cycles:u: 30 plain\n"
                       "1 cycles:u: 40 (/a/b)\n");
  ASSERT_EQ(reading.samples.size(), 4U);
  EXPECT_EQ(reading.samples[0].symbol, "std::vector<int, std::allocator<int> >::operator[](unsigned long) const");
  EXPECT_EQ(reading.samples[1].symbol, "(anonymous namespace)::run(double*, int)");
  EXPECT_EQ(reading.samples[2].symbol, "plain");
  EXPECT_EQ(reading.samples[2].object, "");
  EXPECT_EQ(reading.samples[3].symbol, "[unknown]");
  EXPECT_EQ(reading.samples[3].object, "/a/b");
}

/// Of a call chain the innermost frame is where the time goes.
TEST(PerfScript, TakesTheInnermostFrameOfChains) {
  const ProfileReading reading = read_perf_script("l 13226 71905.761400:    1001001 cpu-clock:u: \n"
                                                  "\t            114f heavy+0x16 (/tmp/pt/l)\n"
                                                  "\t            1190 main+0x30 (/tmp/pt/l)\n"
                                                  "\n"
                                                  "l 13226 71905.762398:    1001001 cpu-clock:u: \n"
                                                  "\t            1120 light+0x6 (/tmp/pt/l)\n"
                                                  "\n");
  ASSERT_EQ(reading.samples.size(), 2U);
  EXPECT_EQ(reading.samples[0].symbol, "heavy");
  EXPECT_EQ(reading.samples[0].period, 1001001);
  EXPECT_EQ(reading.samples[1].symbol, "light");
  EXPECT_EQ(reading.lines_not_understood, 0U);
}

TEST(PerfScript, CountsLinesThatItDoesNotUnderstand) {
  const ProfileReading reading = read_perf_script("nonsense\n1 cycles:u: xyz heavy (/a)\n\n1 cycles:u: 10 f (/a)\n" +
                                                  std::string(1U << 17U, 'x') + "\n");
  EXPECT_EQ(reading.samples.size(), 1U);
  EXPECT_EQ(reading.lines_not_understood, 3U);
  EXPECT_TRUE(read_perf_script("").samples.empty());
}

} // namespace
} // namespace osaca
