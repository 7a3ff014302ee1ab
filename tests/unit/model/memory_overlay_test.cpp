#include "model/memory_hierarchy.h"
#include "model/read/model_reader.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using testing::HasSubstr;

const std::string beginning =
    "schema: osaca-memory-1\ntitle: a system\nsources:\n  here: {kind: measured, text: yesterday}\n";
const std::string memory_begin = "memory:\n  l1_bytes: 32768\n  l1_composition: serial\n  source: here\n";

std::string level(const std::string &name, const std::string &bytes) {
  return "    - {name: " + name + ", bytes: " + bytes +
         ", read_cycles: 2, write_cycles: 1.5, composition: serial, source: here}\n";
}

std::string first_overlay_problem(const std::string &yaml) {
  const MemoryOverlayReading reading = read_memory_overlay(yaml, "here.yml");
  EXPECT_FALSE(reading.overlay);
  return reading.problems.empty() ? "" : reading.problems.front().text();
}

TEST(MemoryOverlay, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(first_overlay_problem(""), HasSubstr("here.yml"));
  EXPECT_THAT(first_overlay_problem("schema: osaca-model-1\n"), HasSubstr("osaca-memory-1"));
  EXPECT_THAT(first_overlay_problem(beginning), HasSubstr("memory"));
  EXPECT_THAT(first_overlay_problem(beginning + memory_begin + "  levels:\n" + level("l2", "1048576")),
              HasSubstr("capital letters"));
  EXPECT_THAT(
      first_overlay_problem(beginning + memory_begin + "  levels:\n" + level("L2", "1048576") + level("L2", "2097152")),
      HasSubstr("L2 twice"));
  EXPECT_THAT(first_overlay_problem(beginning + memory_begin + "  levels:\n" + level("L2", "1024")),
              HasSubstr("must be larger"));
  EXPECT_THAT(
      first_overlay_problem(beginning + memory_begin + "  levels:\n" + level("MEM", "0") + level("L4", "99999999")),
      HasSubstr("after memory"));
  EXPECT_THAT(first_overlay_problem(beginning + memory_begin + "  levels:\n" + level("L2", "-5")),
              HasSubstr("'bytes'"));
  EXPECT_THAT(first_overlay_problem(beginning + memory_begin + "  bandwith: 5\n"), HasSubstr("bandwith"));
  EXPECT_THAT(
      first_overlay_problem(beginning + "memory:\n  l1_bytes: 32768\n  l1_composition: serial\n  source: there\n"),
      HasSubstr("'there'"));
}

MemoryLevel level_of(const std::string &name, int bytes, int read_cycles) {
  MemoryLevel made;
  made.name = name;
  made.bytes = bytes;
  made.read_cycles = read_cycles;
  return made;
}

TEST(MemoryOverlay, ReplacesLevelsByNameAndAddsOthers) {
  MemoryHierarchy core;
  core.l1_bytes = 32768;
  core.l1_ways = 8;
  core.levels = {level_of("L2", 1 << 20, 2), level_of("L3", 32 << 20, 9)};
  MemoryHierarchy system;
  system.l1_bytes = 32768;
  system.levels = {level_of("L3", 16 << 20, 7), level_of("MEM", 0, 15)};
  const MemoryHierarchy both = overlaid(core, system);
  ASSERT_EQ(both.levels.size(), 3U);
  EXPECT_EQ(both.levels[0].name, "L2");
  EXPECT_EQ(both.levels[0].read_cycles, Cycles(2));
  EXPECT_EQ(both.levels[1].read_cycles, Cycles(7));
  EXPECT_EQ(both.levels[2].name, "MEM");
  EXPECT_EQ(both.l1_ways, 8);
  EXPECT_EQ(overlaid(std::nullopt, system).levels.size(), 2U);
}

TEST(MemoryOverlay, TakesFromTheCoreWhatItDoesNotSayOfLines) {
  MemoryHierarchy core;
  core.revisits_transfer = true;
  core.levels = {level_of("L2", 1 << 20, 2), level_of("L3", 32 << 20, 9)};
  core.levels[0].line_banks = 4;
  core.levels[1].line_banks = 2;
  MemoryHierarchy system;
  system.levels = {level_of("L2", 2 << 20, 3), level_of("L3", 16 << 20, 7), level_of("MEM", 0, 15)};
  system.levels[1].line_banks = 1;
  const MemoryHierarchy both = overlaid(core, system);
  ASSERT_EQ(both.levels.size(), 3U);
  EXPECT_EQ(both.levels[0].line_banks, 4);
  EXPECT_EQ(both.levels[0].read_cycles, Cycles(3));
  EXPECT_EQ(both.levels[1].line_banks, 1) << "measured: none";
  EXPECT_EQ(both.levels[2].line_banks, 0);
  EXPECT_TRUE(both.revisits_transfer);
  EXPECT_FALSE(overlaid(MemoryHierarchy{}, system).revisits_transfer);
  system.revisits_transfer = true;
  EXPECT_TRUE(overlaid(MemoryHierarchy{}, system).revisits_transfer);
}

} // namespace
} // namespace osaca
