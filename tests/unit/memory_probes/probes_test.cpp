#include "measure/memory/probe.h"

#include "simulated_memory.h"

#include <gmock/gmock.h>

namespace osaca::measure::memory {
namespace {

using test::SimulatedMemory;
using testing::HasSubstr;

MachineMemory reported_machine(std::int64_t last_cache) {
  MachineMemory machine;
  machine.caches = {{1, 48 << 10, 12, 64, 1}, {2, 2 << 20, 16, 64, 1}, {3, last_cache, 20, 64, 2}};
  machine.cpus = {0};
  return machine;
}

const ProbeFinding *find(const std::vector<ProbeFinding> &all, const std::string &name) {
  for (const ProbeFinding &finding : all)
    if (finding.name == name)
      return &finding;
  return nullptr;
}

std::vector<ProbeFinding> run_all(SimulatedMemory &memory, const MachineMemory &machine) {
  MemoryFigures figures;
  std::vector<ProbeFinding> all;
  for (const MemoryProbe &probe : all_probes())
    for (ProbeFinding &finding : probe.run({memory, machine, false}, figures))
      all.push_back(std::move(finding));
  return all;
}

TEST(MemoryProbes, FindTheHierarchyOfASimulatedMachine) {
  SimulatedMemory memory;
  const std::vector<ProbeFinding> all = run_all(memory, reported_machine(32 << 20));
  for (const auto &[name, value, tolerance] : {std::tuple{"sizes.L1", 48.0 * 1024, 0.0},
                                               {"sizes.L2", 2.0 * 1024 * 1024, 0.0},
                                               {"sizes.L3", 32.0 * 1024 * 1024, 0.0},
                                               {"sizes.L1.ways", 12.0, 0.0},
                                               {"latency.L1", 5.0, 0.1},
                                               {"latency.L2", 15.0, 0.5},
                                               {"latency.L3", 100.0, 5.0},
                                               {"latency.MEM", 400.0, 10.0},
                                               {"latency.MEM.ns", 200.0, 5.0},
                                               {"misses.MEM", 12.0, 0.5}}) {
    const ProbeFinding *finding = find(all, name);
    ASSERT_NE(finding, nullptr) << name;
    ASSERT_TRUE(finding->value) << name << ": " << finding->concluded;
    EXPECT_NEAR(*finding->value, value, tolerance) << name;
  }
}

TEST(MemoryProbes, ACacheOfTheHostIsNotBelieved) {
  SimulatedMemory memory;
  const std::vector<ProbeFinding> all = run_all(memory, reported_machine(std::int64_t{260} << 20));
  const ProbeFinding *size = find(all, "sizes.L3");
  ASSERT_NE(size, nullptr);
  EXPECT_FALSE(size->value);
  EXPECT_THAT(size->concluded, HasSubstr("the system reports 260 MiB, but walks become slower"));
}

TEST(MemoryProbes, NeverAskForMoreMemoryThanThereIsToSpare) {
  SimulatedMemory memory;
  memory.spare_bytes = 100 << 20;
  const std::vector<ProbeFinding> all = run_all(memory, reported_machine(32 << 20));
  for (const Walk &walk : memory.asked)
    EXPECT_LE(walk.bytes, memory.spare_bytes);
  EXPECT_THAT(find(all, "latency.MEM")->concluded, HasSubstr("exceeds half of the available memory"));
}

TEST(MemoryProbes, DisturbedFiguresAreMarked) {
  SimulatedMemory memory;
  memory.is_disturbed = true;
  const std::vector<ProbeFinding> all = run_all(memory, reported_machine(32 << 20));
  EXPECT_TRUE(find(all, "latency.L2")->is_unstable);
  EXPECT_TRUE(find(all, "bandwidth.MEM.copy")->is_unstable);
}

TEST(MemoryProbes, OneNodeAndOneCpuAreUnsupportedNotZero) {
  SimulatedMemory memory;
  const std::vector<ProbeFinding> all = run_all(memory, reported_machine(32 << 20));
  for (const char *name : {"team.remote", "team.core_to_core"}) {
    EXPECT_FALSE(find(all, name)->value);
    EXPECT_THAT(find(all, name)->concluded, HasSubstr("unsupported"));
  }
  EXPECT_THAT(findings_yaml({}, {{&all_probes().back(), all}}), HasSubstr("could_not_be_told: \"unsupported"));
}

} // namespace
} // namespace osaca::measure::memory
