#include "measure/memory/memory_section.h"

#include "model/read/model_reader.h"

#include <gtest/gtest.h>

namespace osaca::measure::memory {
namespace {

TEST(OverlayFile, IsReadAsItWasWritten) {
  MemoryHierarchy memory;
  memory.l1_bytes = 48 << 10;
  memory.l1_ways = 12;
  memory.l1_composition = Composition::serial;
  memory.streaming_store_cycles = Cycles(91, 10);
  memory.clock_mhz = 2990;
  memory.revisits_transfer = true;
  memory.tlb_reach_bytes = 8 << 20;
  MemoryLevel cache;
  cache.name = "L2";
  cache.bytes = 2 << 20;
  cache.ways = 16;
  cache.line_banks = 4;
  cache.latency_cycles = 16;
  cache.read_cycles = Cycles(3, 4);
  cache.write_cycles = Cycles(7, 5);
  cache.composition = Composition::serial;
  cache.parallel_misses = 16;
  MemoryLevel memory_itself;
  memory_itself.name = "MEM";
  memory_itself.read_cycles = 14;
  memory_itself.latency_cycles = 105;
  memory_itself.far_latency_cycles = 375;
  memory_itself.write_cycles = 1;
  memory.levels = {cache, memory_itself};
  memory.domain = MemoryDomain{8, 63100, 25800, {}};
  const MeasuredMachine machine = {"A \"quoted\" CPU: 3 GHz", "x86-64", "sapphirerapids", "2026-11-23", ""};

  const MemoryOverlayReading reading = read_memory_overlay(overlay_yaml(machine, memory), "here.yml");
  ASSERT_TRUE(reading.overlay) << reading.problems.front().text();
  const MemoryHierarchy &read = reading.overlay->memory;
  EXPECT_EQ(read.l1_bytes, memory.l1_bytes);
  EXPECT_EQ(read.l1_composition, Composition::serial);
  EXPECT_EQ(read.streaming_store_cycles, memory.streaming_store_cycles);
  ASSERT_EQ(read.levels.size(), 2U);
  EXPECT_EQ(read.levels[0].read_cycles, cache.read_cycles);
  EXPECT_EQ(read.levels[0].write_cycles, cache.write_cycles);
  EXPECT_EQ(read.levels[0].parallel_misses, 16);
  EXPECT_EQ(read.levels[0].line_banks, 4);
  EXPECT_EQ(read.levels[1].line_banks, 0) << "not said";
  EXPECT_TRUE(read.revisits_transfer);
  EXPECT_EQ(read.tlb_reach_bytes, 8 << 20);
  EXPECT_EQ(read.levels[1].far_latency_cycles, memory_itself.far_latency_cycles);
  EXPECT_EQ(read.levels[1].bytes, 0);
  EXPECT_EQ(read.levels[1].composition, Composition::unknown);
  ASSERT_TRUE(read.domain);
  EXPECT_EQ(read.domain->copy_mb_per_s, 25800);
  EXPECT_EQ(read.levels[0].provenance.origin, Origin::user);
}

} // namespace
} // namespace osaca::measure::memory
